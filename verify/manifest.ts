import { MAX_MANIFEST_FILES, MAX_NAMED_BYTES } from './bounds.ts'
import { Malformed, parseJson } from './bytes.ts'

/** A file that a manifest names. */
export interface NamedFile {
  /** `public/…` or `private/…`. */
  key: string
  sha256: string
  bytes: number
}

/** The manifest of a release: what it was made of, and each of its files by its hash. */
export interface VerifiedManifest {
  date: string
  world: string
  layout: string
  base_url: string
  static_host?: boolean | undefined
  code: { version: string; sha256: string }
  inputs: Record<string, string>
  counts: Record<string, number>
  files: NamedFile[]
}

/** Reads `/manifest.json`; throws Malformed for something else. */
export function parseManifest(bytes: Uint8Array): VerifiedManifest {
  const read = parseJson(bytes) as
    | (Omit<VerifiedManifest, 'files'> & { format?: unknown; files?: unknown })
    | null
  const isManifest = read?.format === 1 && typeof read.date === 'string' && typeof read.files === 'object'
  if (!isManifest) throw new Malformed('it is no manifest of format 1')
  const { date, world, layout, base_url, static_host, code, inputs, counts } = read
  const named = Object.entries((read.files ?? {}) as Record<string, unknown>)
  if (named.length > MAX_MANIFEST_FILES)
    throw new Malformed(`it names ${named.length} files, and at most ${MAX_MANIFEST_FILES} are read`)
  const files = named.map(namedFile)
  return { date, world, layout, base_url, static_host, code, inputs, counts, files }
}

function namedFile([key, line]: [string, unknown]): NamedFile {
  const [sha256, bytes] = Array.isArray(line) ? line : []
  const isHash = typeof sha256 === 'string' && /^[0-9a-f]{64}$/.test(sha256)
  if (!isPlainKey(key) || !isHash || !Number.isSafeInteger(bytes) || bytes < 0)
    throw new Malformed(`the manifest names ${key.slice(0, 80)} in another way than a file is named`)
  if (bytes > MAX_NAMED_BYTES)
    throw new Malformed(
      `the manifest says that ${key.slice(0, 80)} has ${bytes} bytes, and at most ${MAX_NAMED_BYTES} are read`,
    )
  return { key, sha256, bytes }
}

/**
 * True if a key names one place below its side: no part of it is empty or dots, and none can be read as a separator.
 */
function isPlainKey(key: string): boolean {
  const [side = '', ...parts] = key.split('/')
  const isNamed = parts.length > 0 && parts.every((part) => part !== '' && part !== '.' && part !== '..')
  return (
    isNamed && (side === 'public' || side === 'private') && key.length <= 1_000 && !/[\\\p{Cc}]/u.test(key)
  )
}

/** The id of a release: its date, and the first digits of its manifest's hash. */
export const releaseId = (date: string, manifestSha256: string): string =>
  `${date}-${manifestSha256.slice(0, 12)}`
