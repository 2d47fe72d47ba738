import { readFileSync, realpathSync } from 'node:fs'
import { join } from 'node:path'
import { type Entry, type WrittenLog, writeLog } from '../../../test/verify/log_writer.ts'
import type { SeenCheckpoint } from '../../../verify/checks/log.ts'
import { openNote, verifyCheckpoint } from '../../../verify/note.ts'
import { type ReadableLog, replay } from '../../../verify/tiles.ts'
import { broken, SAMPLE_KEY, verifyFolder, withLog } from './target.ts'

/** A log that was tampered with, and the messages of verify. */
export interface Attack {
  name: string
  said: string[]
  /** True if the claim that this attack must break is broken. */
  isNamed: boolean
}

/** Changes of the entries; `verify` must report each to a client that saw the log before. */
const CHANGES: { name: string; change(entries: Entry[]): Entry[] }[] = [
  { name: 'an entry is dropped', change: (entries) => entries.toSpliced(agentIn(entries), 1) },
  {
    name: 'two entries are swapped',
    change: (entries) => {
      const at = agentIn(entries)
      return entries.with(at, entries[at + 1] as Entry).with(at + 1, entries[at] as Entry)
    },
  },
  {
    name: 'an entry is rewritten',
    change: (entries) =>
      entries.with(agentIn(entries), { ...(entries[agentIn(entries)] as Entry), liveness: 'alive?' }),
  },
  { name: 'a day is dated back', change: dateBack },
  {
    name: 'the log is cut',
    change: (entries) => entries.slice(0, 1 + entries.findIndex(({ kind }) => kind === 'manifest')),
  },
]

/** An agent of the first day that is followed by another. */
const agentIn = (entries: Entry[]): number => 20 + entries.findIndex(({ kind }) => kind === 'agent')

/** The second day says that it was one of the year before. */
function dateBack(entries: Entry[]): Entry[] {
  const first = entries.findIndex(({ kind }) => kind === 'manifest')
  const at = entries.findIndex(({ kind }, index) => kind === 'manifest' && index > first)
  const entry = entries[at] as Entry
  const date = `2025${String(entry.date).slice(4)}`
  return entries.with(at, { ...entry, date, subject: `manifest:${date}` })
}

/** Tampers with the log of the newest release in every way: without its key, and with it as its operator could. */
export async function attackLog(output: string): Promise<Attack[]> {
  const release = realpathSync(join(output, 'current'))
  const { log, entries, seen } = await openWritten(release)
  const attacks: Attack[] = []
  const tryFiles = async (
    name: string,
    files: WrittenLog,
    known: SeenCheckpoint | null,
    sign: RegExp,
  ): Promise<void> => {
    const said = await withLog(release, files, async () => broken(await verifyFolder(output, known)))
    attacks.push({ name, said, isNamed: said.some((line) => sign.test(line)) })
  }
  for (const { name, change } of CHANGES) {
    const changed = writeLog(change(entries), SAMPLE_KEY)
    // Without the key, an attacker can only put an old checkpoint over other files.
    const unsigned = new Map([...changed, ['checkpoint', log.get('checkpoint') as Uint8Array] as const])
    await tryFiles(`${name}, under the old checkpoint`, unsigned, null, /^log: (?:every entry|entries\/days)/)
    await tryFiles(
      `${name}, signed again: a split view`,
      changed,
      seen,
      /^log: it grew out of what was seen last: (?:another history|the log was cut)/,
    )
  }
  return attacks
}

/** The log of a release, read as bytes, and written again by the second implementation. */
export async function openWritten(
  release: string,
): Promise<{ log: WrittenLog; written: WrittenLog; entries: Entry[]; seen: SeenCheckpoint }> {
  const root = join(release, 'public/log')
  const read: ReadableLog['read'] = async (path) => readFileSync(join(root, path))
  const checkpoint = verifyCheckpoint(openNote(readFileSync(join(root, 'checkpoint'))), SAMPLE_KEY.key)
  const entries: Entry[] = []
  await replay({ size: checkpoint.size, read }, (bytes) => {
    entries.push(JSON.parse(new TextDecoder().decode(bytes)) as Entry)
  })
  const written = writeLog(entries, SAMPLE_KEY)
  const log: WrittenLog = new Map()
  for (const path of written.keys()) log.set(path, readFileSync(join(root, path)))
  return { log, written, entries, seen: { checkpoint, key: SAMPLE_KEY.key } }
}
