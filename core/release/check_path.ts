import { RunFailed } from '../domain/errors.ts'

const MAX_PATH = 1000
const MAX_SEGMENT = 200
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
const FORBIDDEN = /[\u0000-\u001f\u007f"\\]/

// Nearly every path is of this kind, and one test decides; a release has hundreds of thousands.
const PLAIN = /^(?:[\w-][\w.-]{0,199}\/)*[\w-][\w.-]{0,199}$/

/** Throws RunFailed unless `path` can be the place of a file in a release. */
export function checkPath(path: string): void {
  if (path.length <= MAX_PATH && PLAIN.test(path)) return
  const problem = pathProblem(path)
  if (problem !== null) throw refusedPath(path, problem)
}

/** The error for an artifact whose path cannot be published. */
export function refusedPath(path: string, reason: string, options?: ErrorOptions): RunFailed {
  const quoted = JSON.stringify(path.slice(0, 300))
  return new RunFailed(
    `the artifact ${quoted} cannot be published: ${reason}. Give it another path.`,
    options,
  )
}

/** Explains why a file at `key` cannot be created beside `others`, the existing keys. */
export function collision(key: string, others: Iterable<string>): string {
  for (const other of others) {
    if (other === key) return 'it was already written in this release'
    if (other.startsWith(`${key}/`)) return `"${other}" needs a folder there`
    if (key.startsWith(`${other}/`)) return `"${other}" is a file, so it cannot be a folder as well`
  }
  return 'the file system treats it as equal to another path that differs only in case or Unicode form'
}

function pathProblem(path: string): string | null {
  if (path === '') return 'it is empty'
  if (path.startsWith('/')) return 'it starts with a slash; paths are relative'
  if (FORBIDDEN.test(path)) return 'it contains a control character, a backslash or a double quote'
  if (!path.isWellFormed()) return 'it contains half of a surrogate pair'
  if (Buffer.byteLength(path) > MAX_PATH) return `it is longer than ${MAX_PATH} bytes`
  return path.split('/').map(segmentProblem).find(Boolean) ?? null
}

function segmentProblem(segment: string): string | null {
  if (segment === '' || segment === '.' || segment === '..')
    return 'it contains an empty, "." or ".." segment'
  return Buffer.byteLength(segment) > MAX_SEGMENT ? `a segment is longer than ${MAX_SEGMENT} bytes` : null
}
