import { posix } from 'node:path'
import { type Dependency, dependencyOn, normalKey } from './dependency.ts'
import { pypiSource, quote } from './names.ts'
import type { RepositorySettings } from './surroundings.ts'

/** Options of a requirement, or of a file, that say how something is installed, and not what. */
const HARMLESS = /^(?:--hash|--require-hashes|--no-binary|--only-binary|--prefer-binary|--pre)\b/
const MAX_INCLUDED = 50
/** Line separators of Python. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
const LINE_END = /\r\n|[\n\v\f\r\x1c-\x1e\x85\u2028\u2029]/

/** Lines of a requirements file, with those that it includes. */
interface Lines {
  requirements: { file: string; text: string }[]
  /** Reasons for which none of them is certain. */
  doubts: string[]
}

/** The packages of a file of requirements, and of those that it includes. `read` throws where there is no text. */
export function pypiDependencies(
  file: string,
  read: (file: string) => string,
  surroundings: RepositorySettings,
): Dependency[] {
  const lines: Lines = { requirements: [], doubts: [] }
  readLines(file, read, lines, new Set())
  const reason = lines.doubts[0] ?? surroundings.pypi()
  const found = lines.requirements.map(({ file: own, text }) => parseDependency(own, text, reason))
  return onlyOnce(found)
}

function readLines(file: string, read: (file: string) => string, lines: Lines, seen: Set<string>): void {
  if (seen.has(file)) return
  seen.add(file)
  if (seen.size > MAX_INCLUDED) {
    lines.doubts.push(`${file} is the ${MAX_INCLUDED + 1}th file that is included, and not read`)
    return
  }
  for (const raw of read(file)
    .replace(/\\\r?\n/g, ' ')
    .split(LINE_END)) {
    const line = raw.replace(/(?:^|\s)#.*/, '').trim()
    const [, option, value = ''] = /^(-r|-c|--requirement|--constraint)[\s=]*(.*)$/.exec(line) ?? []
    if (option !== undefined) include(posix.join(posix.dirname(file), value), read, lines, seen)
    else if (/^-/.test(line) && !/^(?:-e|--editable)\b/.test(line) && !HARMLESS.test(line))
      lines.doubts.push(`${file} has ${quote(line)}, so that packages may come from elsewhere: take it out`)
    else if (line !== '' && !HARMLESS.test(line)) lines.requirements.push({ file, text: line })
  }
}

function include(file: string, read: (file: string) => string, lines: Lines, seen: Set<string>): void {
  try {
    readLines(file, read, lines, seen)
  } catch (error) {
    lines.doubts.push(`${file} is included and cannot be read: ${(error as Error).message}`)
  }
}

function parseDependency(file: string, text: string, reason: string | null): Dependency {
  const requirement = (text.split(/\s+;|;\s|\s--/, 1)[0] ?? '').trim()
  const source = pypiSource(requirement)
  const name = /^[A-Za-z0-9][\w.-]*(?=\s*(?:$|[[=<>!~;@(]))/.exec(requirement)?.[0] ?? requirement
  return dependencyOn(file, name, reason === null ? source : { doubt: reason })
}

/** One for each package; it is uncertain if one of two requested versions is. */
function onlyOnce(all: Dependency[]): Dependency[] {
  const found = new Map<string, Dependency>()
  for (const dependency of all) {
    const id = normalKey(`package:pypi/${dependency.name}`)
    const known = found.get(id)
    if (known === undefined || (known.doubt === null && dependency.doubt !== null)) found.set(id, dependency)
  }
  return [...found.values()]
}
