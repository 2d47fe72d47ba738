import { join } from 'node:path'
import { writeFileAtomically } from '../core/disk/atomic_write.ts'
import { BadUsage, RunFailed } from '../core/domain/errors.ts'
import { sha256Hex } from '../verify/bytes.ts'
import { openNote, parseNoteKey, verifierKeyText } from '../verify/note.ts'
import { compareCheckpoints, Refused } from './compare.ts'
import { addLine, parseBody, withLine } from './cosigned_note.ts'
import { type LogSource, logSource } from './log_source.ts'
import { type LastSeen, readState, type WitnessState, withState, writeState } from './state.ts'
import { cosignatureLine, type WitnessKey, witnessKey } from './witness_key.ts'

/** Options of a witness run. */
export interface WitnessOptions {
  /** The address of an index, or its output folder. */
  log: string
  keyFile: string
  stateFile: string
  /** Folder for the evidence against a log. */
  evidence: string
  name: string | undefined
  /** The verifier key of the log, where it is known from elsewhere. */
  logKey: string | undefined
  /** Milliseconds since 1970. */
  now(): number
  /** Prints output for people. */
  print(text: string): void
}

/** Published state of a log. */
interface PublishedLog {
  note: string
  origin: string
  logKey: string
}

/**
 * Compares a log with its last seen state, stores its checkpoint, and returns it with a cosignature. The state is on
 * disk before the cosignature is visible, so that no second one can contradict it.
 */
export function witnessLog(order: WitnessOptions): Promise<string> {
  const source = logSource(order.log)
  return withState(order.stateFile, async () => {
    const state = readState(order.stateFile)
    const key = witnessKey(order.keyFile, state.witness, order.name)
    const shown = await readPublishedLog(source)
    const seen = findSeen(state, source.from, shown)
    const { body } = await checkLog(order, source, shown, seen)
    const line = lineFor(body, seen, key, order.now())
    const cosigned = withLine(shown.note, line, key.verifier)
    const next = { from: source.from, log_key: shown.logKey, checkpoint: shown.note, cosignature: line }
    const witness = verifierKeyText(key.verifier)
    if (state.witness === null) order.print(`This witness is ${witness}\n`)
    writeState(order.stateFile, { witness, logs: { ...state.logs, [shown.origin]: next } })
    if (source.isFolder) await addLine(source.from, body, line, key.verifier)
    return cosigned
  })
}

async function readPublishedLog(source: LogSource): Promise<PublishedLog> {
  const note = await source.text('checkpoint')
  const logKey = (await source.text('key')).trim()
  return { note, logKey, origin: parseBody(note, `${source.from}/log/checkpoint`).split('\n')[0] ?? '' }
}

/** Finds what was seen under this origin, or else at this place under another one. */
function findSeen({ logs }: WitnessState, from: string, { origin }: PublishedLog): LastSeen | null {
  const own = Object.hasOwn(logs, origin) ? logs[origin] : undefined
  return own ?? Object.values(logs).find((log) => log.from === from) ?? null
}

async function checkLog(
  order: WitnessOptions,
  source: LogSource,
  shown: PublishedLog,
  seen: LastSeen | null,
) {
  const { logKey: given, print } = order
  if (given !== undefined && seen !== null && given !== seen.log_key)
    throw new BadUsage(`--log-key is not the key that was seen before, ${seen.log_key}`)
  const expected = seen?.log_key ?? given ?? shown.logKey
  try {
    if (shown.logKey !== expected)
      throw new Refused('changed key', `its key was ${expected} and is ${shown.logKey}`)
    const before = seen?.checkpoint ?? null
    await compareCheckpoints({ note: shown.note, logKey: expected, before, files: source.files })
  } catch (error) {
    if (!(error instanceof Refused)) throw error
    throw refusal(order, source, shown, seen, error)
  }
  if (seen === null && given === undefined)
    print(`First sight of ${shown.origin}: its key is taken from itself, ${expected}\n`)
  return openNote(shown.note)
}

/** Reports the fault, and stores both checkpoints: with the signatures of the log they prove it to anyone. */
function refusal(
  order: WitnessOptions,
  { from }: LogSource,
  shown: PublishedLog,
  seen: LastSeen | null,
  error: Refused,
): RunFailed {
  const summary = `${error.fault}: ${shown.origin} at ${from}: ${error.message}. Not cosigned`
  if (seen === null) return new RunFailed(summary)
  const both = `Key: ${seen.log_key}\n\nSeen before:\n${seen.checkpoint}\nShown now:\n${shown.note}`
  const file = join(order.evidence, `${error.fault.replace(' ', '-')}-${sha256Hex(both).slice(0, 16)}.txt`)
  writeFileAtomically(file, `${summary}.\n${both}`)
  return new RunFailed(`${summary}; the evidence is in ${file}\n${both}`)
}

/** The same checkpoint has the same cosignature. */
function lineFor(body: string, seen: LastSeen | null, key: WitnessKey, now: number): string {
  if (seen !== null && openNote(seen.checkpoint).body === body) return seen.cosignature
  return cosignatureLine(body, key, Math.floor(now / 1000))
}

/** Checks the verifier key that an option names; throws BadUsage. */
export function requireVerifierKey(option: string, line: string, algorithm: 1 | 4): string {
  try {
    if (parseNoteKey(line).algorithm === algorithm) return line.trim()
  } catch {}
  const whose =
    algorithm === 1 ? 'a log, as its /log/key shows it' : 'a witness, as it was printed at its first use'
  throw new BadUsage(`${option} is no verifier key of ${whose}: NAME+HEX+BASE64`)
}
