import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { RunFailed } from '../../core/domain/errors.ts'
import { LOG_FILES, type LoggedDay, type Subjects } from '../../core/log/entries.ts'
import type { TreeHead } from '../../core/log/note.ts'
import { openCheckpoint, parseVerifierKey } from '../../core/log/verifier_key.ts'
import { isExamined, recordExamined } from './examination_cache.ts'
import { EntriesDamaged, listText, type RebuiltLog, rebuildLog } from './rebuild_log.ts'

/** A damaged file of a log. */
interface Damage {
  path: string
  /** Line of the damage, for a text file. */
  line: number | null
  what: string
  /** The correct content; null if no other file of the log can restore it. */
  repaired: string | Uint8Array | null
}

/**
 * Returns every file of the log in a folder that contradicts its signed checkpoint and its entries; none without a
 * log. `key` is the line of the key that signs it. Leftovers of an interrupted run, as files or at the end of a list,
 * are no damage.
 */
export function findDamage(root: string, key: string): Damage[] {
  const note = read(root, LOG_FILES.checkpoint)
  if (note === null) return []
  const head = readHead(note, key)
  if ('what' in head) return [head]
  if (read(root, LOG_FILES.key) !== `${key}\n`)
    return [
      {
        path: LOG_FILES.key,
        line: 1,
        what: `it is not the line of the key that signed, ${key}`,
        repaired: null,
      },
    ]
  try {
    const remade = rebuildLog(root, head)
    const isWhole = Buffer.compare(remade.root, head.root) === 0
    return isWhole
      ? [...findDamagedTiles(remade), ...findDamagedLists(root, remade, head.size)]
      : findDamagedEntries(remade)
  } catch (error) {
    if (!(error instanceof EntriesDamaged)) throw error
    return [{ path: error.path, line: null, what: error.message, repaired: null }]
  }
}

/**
 * Throws RunFailed for a damaged log; the message names the file and the repair. While the files are unchanged since
 * the log was last found intact, only the checkpoint is read.
 */
export function requireWholeLog(root: string, key: string): void {
  const note = read(root, LOG_FILES.checkpoint)
  if (note === null) return
  const head = readHead(note, key)
  if ('what' in head) throw damageError(root, head, 0)
  if (isExamined(root, head)) return
  const [first, ...others] = findDamage(root, key)
  if (first !== undefined) throw damageError(root, first, others.length)
  recordExamined(root, head)
}

function damageError(
  root: string,
  { path, line, what: damage, repaired }: Damage,
  others: number,
): RunFailed {
  const place = `${join(root, path)}${line === null ? '' : `, line ${line}`}`
  const more = others === 0 ? '' : ` (and ${others} more files of the log)`
  const mend =
    repaired === null
      ? `Put the file back from a copy: cp COPY/log/${path} ${join(root, path)}`
      : `Make it again from the entries of the log: npm run assay -- mend-log --output ${join(root, '..')}`
  return new RunFailed(`${place}: ${damage}${more}. Nothing was published. ${mend}`)
}

function readHead(note: string, key: string): TreeHead | Damage {
  try {
    return openCheckpoint(note, parseVerifierKey(key))
  } catch (error) {
    return { path: LOG_FILES.checkpoint, line: 1, what: (error as Error).message, repaired: null }
  }
}

const findDamagedTiles = ({ tiles }: RebuiltLog): Damage[] =>
  [...tiles].map(([path, repaired]) => ({
    path,
    line: null,
    what: 'it is not the hashes of the entries',
    repaired,
  }))

/** With a wrong root, some entries are damaged: those of the first tile whose hashes differ. */
function findDamagedEntries({ tiles }: RebuiltLog): Damage[] {
  const [path = 'tile/0/000'] = [...tiles.keys()].filter((key) => key.startsWith('tile/0/'))
  const bundle = path.replace('tile/0/', 'tile/entries/')
  return [
    {
      path: bundle,
      line: null,
      what: 'its entries are not those that the checkpoint covers',
      repaired: null,
    },
  ]
}

function findDamagedLists(root: string, { lists }: RebuiltLog, size: number): Damage[] {
  const found = readdirSync(join(root, 'entries'))
    .filter((name) => name.endsWith('.json'))
    .map((name) => `entries/${name}`)
  return [...new Set([...lists.keys(), ...found])].sort().flatMap((path) => {
    const repaired = lists.get(path) ?? '{}\n'
    const problem = findListProblem(read(root, path), repaired, path, size)
    return problem === null ? [] : [{ path, ...problem, repaired }]
  })
}

/** Returns the problem of a list, or null; entries beyond the checkpoint are of an interrupted run. */
function findListProblem(
  text: string | null,
  repaired: string,
  path: string,
  size: number,
): Pick<Damage, 'line' | 'what'> | null {
  if (text === repaired) return null
  if (text === null) return { line: null, what: 'it is missing' }
  if (text === '') return { line: 1, what: 'it is empty' }
  const nul = text.indexOf('\0')
  if (nul >= 0) return { line: countLines(text, nul), what: 'it holds a NUL' }
  try {
    const list: unknown = JSON.parse(text)
    const isWritten = formatCovered(list, path, Number.POSITIVE_INFINITY) === text
    if (isWritten && formatCovered(list, path, size) === repaired) return null
  } catch (error) {
    return { line: countLines(text, findBadPlace(error, text)), what: 'it is not JSON, or cut off' }
  }
  return text.endsWith('\n')
    ? { line: 1, what: 'it does not list the entries of the log as they are, in their order' }
    : { line: countLines(text, text.length), what: 'it has no line break at its end' }
}

/** Returns the text of a list restricted to the entries that the checkpoint covers. */
function formatCovered(list: unknown, path: string, size: number): string {
  if (path === LOG_FILES.days)
    return `${JSON.stringify((list as LoggedDay[]).filter((day) => day.log_size <= size))}\n`
  const remaining = Object.entries(list as Subjects)
    .map(([subject, indices]) => [subject, indices.filter((index) => index < size)] as const)
    .filter(([, indices]) => indices.length > 0)
  return listText(Object.fromEntries(remaining))
}

const findBadPlace = (error: unknown, text: string): number =>
  Number(/position (\d+)/.exec(String(error))?.[1] ?? text.length)

const countLines = (text: string, place: number): number => text.slice(0, place).split('\n').length

function read(root: string, path: string): string | null {
  return existsSync(join(root, path)) ? readFileSync(join(root, path), 'utf8') : null
}
