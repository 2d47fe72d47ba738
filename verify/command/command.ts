import { createHash } from 'node:crypto'
import { existsSync, openSync, statSync } from 'node:fs'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { MAX_ATTESTATION_BYTES } from '../bounds.ts'
import type { Claim } from '../claims.ts'
import { type NoteKey, parseNoteKey } from '../note.ts'
import type { PublishedSource } from '../source.ts'
import { urlSource } from '../source_url.ts'
import { type Verification, type VerifyOptions, verify } from '../verify.ts'
import { openFolder } from './folder.ts'
import { readUpTo } from './read_up_to.ts'
import { exitCode, jsonReport, textReport } from './report.ts'
import { readSeen, STATE_FILE, writeSeen } from './state.ts'

export const VERIFY_HELP = `Usage: npm run verify -- (--url URL | --output DIR) [--day YYYY-MM-DD] [--agent HANDLE] [--attestation FILE]
                         [--recompute [--archive DIR] [--with-history]] [--log-key KEY] [--witness-key KEY] [--log-full]
                         [--max-minutes N] [--rpc URL] [--state FILE] [--json]

Checks what an index publishes, by code that shares nothing with what published it: the log and its signatures, the hash
of every file, scores computed again, attestations. Published releases hold the same command as one file without
installation: node verify.mjs --url URL

  --url URL           a server, e.g. https://assay.example: what has a public address is checked
  --output DIR        an output folder of runs: public and private files are checked
  --day YYYY-MM-DD    the release of that day instead of the newest one
  --agent HANDLE      one agent: its newest entry in the log, and each of its scores, step by step
  --attestation FILE  a bought attestation: its signature, its key, and its proof of inclusion ("-" reads standard input)
  --recompute         builds the day again from the recorded responses, and compares every byte (npm form only)
  --archive DIR       the recorded responses for it (default: archive in --output)
  --with-history      for it, take what is kept of earlier days (history beside the archive) as it stands, and build that
                      day alone: where earlier days were made by other code or settings, or to save time
  --log-key KEY       the key that the log must have, as /log/key shows it; without it, the one that was seen first
  --witness-key KEY   the key of a witness that must have cosigned the checkpoint; may be given several times
  --log-full          with --url: read the whole log; of a folder it always is
  --max-minutes N     with --url: end after so long, and say what was not checked (default: 120)
  --rpc URL           a node of the chain that digests are anchored on
  --state FILE        where the last checkpoint seen is kept ("none": nowhere; default: ${STATE_FILE.replace(process.env.HOME ?? '\0', '~')})
  --json              print what came of it as JSON
  --help              print this

Exit code: 0 all claims that were checked hold, 1 one is broken, 2 wrong usage, 3 something could not be read.
`

const OPTIONS = {
  url: { type: 'string' },
  output: { type: 'string' },
  day: { type: 'string' },
  agent: { type: 'string' },
  attestation: { type: 'string' },
  recompute: { type: 'boolean', default: false },
  archive: { type: 'string' },
  'with-history': { type: 'boolean', default: false },
  'log-key': { type: 'string' },
  'witness-key': { type: 'string', multiple: true },
  'log-full': { type: 'boolean', default: false },
  'max-minutes': { type: 'string', default: '120' },
  rpc: { type: 'string' },
  state: { type: 'string', default: STATE_FILE },
  json: { type: 'boolean', default: false },
  help: { type: 'boolean', short: 'h', default: false },
} as const

/** A release to be built again, and where its recorded responses are. */
export interface RecomputeRequest {
  source: PublishedSource
  archive: string
  /** Take the history beside the archive unchanged, and build the day alone. */
  withHistory: boolean
  print(line: string): void
}

/** Builds a release again and compares; the bundle has none of the code for it. */
export type Recompute = (order: RecomputeRequest) => Promise<Claim[]>

/** Output streams of a command. */
export interface Streams {
  out(text: string): void
  err(text: string): void
}

const STREAMS: Streams = {
  out: (text) => process.stdout.write(text),
  err: (text) => process.stderr.write(text),
}

/** A usage error. */
class Misuse extends Error {
  override name = 'Misuse'
}

const isMisuse = (error: unknown): boolean => {
  const { name, code } = error as { name?: unknown; code?: unknown }
  return name === 'Misuse' || name === 'BadUsage' || String(code).startsWith('ERR_PARSE_ARGS_')
}

/** Runs the command; gives its exit code. */
export async function runVerify(
  args: string[],
  recompute: Recompute | null,
  streams: Streams = STREAMS,
  now: () => Date = () => new Date(),
): Promise<number> {
  try {
    const order = readArgs(args)
    if (order === null) {
      streams.out(VERIFY_HELP)
      return 0
    }
    return await runChecks(order, recompute, streams, now)
  } catch (error) {
    streams.err(
      `verify: ${(error as Error).message}\n${isMisuse(error) ? `${VERIFY_HELP.slice(0, VERIFY_HELP.indexOf('\n\n'))}\n` : ''}`,
    )
    return isMisuse(error) ? 2 : 3
  }
}

type ParsedArgs = NonNullable<ReturnType<typeof readArgs>>

function readArgs(args: string[]) {
  const { values } = parseArgs({ args, options: OPTIONS, strict: true, allowPositionals: false })
  if (values.help) return null
  const { url, output, day, archive, recompute } = values
  if ((url === undefined) === (output === undefined))
    throw new Misuse('name an index with either --url or --output')
  if (url !== undefined && !/^https?:\/\/[^/]/.test(url))
    throw new Misuse(`--url ${url}: give an address such as https://assay.example`)
  if (day !== undefined && !/^\d{4}-\d\d-\d\d$/.test(day))
    throw new Misuse(`--day ${day}: give a date such as 2026-03-19`)
  if (recompute && url !== undefined && archive === undefined)
    throw new Misuse('--recompute needs the recorded responses: name their folder with --archive')
  if (!/^[1-9]\d{0,4}$/.test(values['max-minutes']))
    throw new Misuse(`--max-minutes ${values['max-minutes']}: give a whole number of minutes`)
  if (values.agent !== undefined && !/^[\w-]{1,64}$/.test(values.agent))
    throw new Misuse(`--agent ${values.agent} is no handle`)
  return {
    ...values,
    target: (url ?? output ?? '').replace(/\/+$/, ''),
    logKey: values['log-key'] === undefined ? null : parseKey('--log-key', values['log-key'], 1),
    witnesses: (values['witness-key'] ?? []).map((line) => parseKey('--witness-key', line, 4)),
  }
}

function parseKey(option: string, line: string, algorithm: 1 | 4): NoteKey {
  try {
    const key = parseNoteKey(line)
    if (key.algorithm === algorithm) return key
  } catch {}
  const whose = algorithm === 1 ? 'a log, as /log/key shows it' : 'a witness, of type 04'
  throw new Misuse(`${option} ${line.slice(0, 100)}: that is no verifier key (NAME+HEX+BASE64) of ${whose}`)
}

async function runChecks(
  order: ParsedArgs,
  recompute: Recompute | null,
  streams: Streams,
  now: () => Date,
): Promise<number> {
  const { target, state, json } = order
  const stateName = order.url === undefined ? resolve(target) : target
  const sources = openSources(order)
  const seen = state === 'none' ? null : readSeen(state, stateName)
  const verified = await verify({
    ...sources,
    ...resolveTarget(order),
    seen,
    now,
    ...createHashing(streams, json),
  })
  if (order.recompute)
    verified.claims.push(...(await recomputeDay(order, sources, verified, recompute, streams)))
  keepSeen(state, stateName, verified)
  streams.out(json ? jsonReport(target, verified) : textReport(target, verified))
  return exitCode(verified)
}

type Sources = Pick<VerifyOptions, 'source' | 'release'>

function openSources({ url, output, target, 'max-minutes': minutes }: ParsedArgs): Sources {
  if (url !== undefined) return { source: urlSource(target, endAfter(Number(minutes))), release: () => null }
  if (!existsSync(output ?? '')) throw new Misuse(`--output ${output}: there is no such folder`)
  const folder = openFolder(output ?? '')
  if (folder === null)
    throw new Misuse(`--output ${output} holds no release: name the folder that npm run daily writes to`)
  return { source: folder.current, release: folder.release }
}

/** Aborts after a number of minutes; it keeps no program running. */
function endAfter(minutes: number): AbortSignal {
  const control = new AbortController()
  const reason = `the time of ${minutes} minutes is over: give more with --max-minutes`
  setTimeout(() => control.abort(reason), minutes * 60_000).unref()
  return control.signal
}

function resolveTarget(order: ParsedArgs) {
  const { day = null, agent = null, rpc = null, attestation, logKey, witnesses } = order
  return {
    ...{ day, agent, rpc, logKey, witnesses },
    attestation: attestation === undefined ? null : attestationText(attestation),
    isWholeLog: order['log-full'] || order.output !== undefined,
  }
}

function attestationText(file: string): Uint8Array {
  let bytes: Uint8Array
  try {
    if (file !== '-' && !statSync(file).isFile()) throw new Error('it is no file')
    bytes = readUpTo(file === '-' ? 0 : openSync(file, 'r'), MAX_ATTESTATION_BYTES + 1)
  } catch {
    throw new Misuse(`--attestation ${file}: it cannot be read`)
  }
  if (bytes.length > MAX_ATTESTATION_BYTES)
    throw new Misuse(`--attestation ${file}: it has more than ${MAX_ATTESTATION_BYTES} bytes, and is none`)
  return bytes
}

function createHashing(streams: Streams, isQuiet: boolean): Pick<VerifyOptions, 'sha256' | 'onProgress'> {
  const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')
  const onProgress = (done: number, of: number): void => {
    if (done === of || done % 500 === 0) streams.err(`\r${done} of ${of} files${done === of ? '\n' : ''}`)
  }
  return isQuiet || !process.stderr.isTTY ? { sha256 } : { sha256, onProgress }
}

const REBUILT = 'recompute: the day from its recorded responses'

async function recomputeDay(
  order: ParsedArgs,
  { source, release }: Sources,
  { release: id }: Verification,
  recompute: Recompute | null,
  { err }: Streams,
): Promise<Claim[]> {
  const left = (detail: string): Claim[] => [{ name: REBUILT, result: 'not_checked', detail }]
  if (recompute === null)
    return left('this needs the project: clone it and use npm run verify -- --recompute')
  if (id === null) return left('the release of that day is not there to be compared')
  return recompute({
    source: release(id) ?? source,
    archive: order.archive ?? `${order.output}/archive`,
    withHistory: order['with-history'],
    print: (line) => err(`${line}\n`),
  })
}

/** A checkpoint that is in doubt does not take the place of one that was not. */
function keepSeen(state: string, name: string, { log, claims }: Verification): void {
  const isDoubtful = claims.some((claim) => claim.result === 'broken' && claim.name.startsWith('log: '))
  if (state === 'none' || log === null || isDoubtful) return
  try {
    writeSeen(state, name, log, log.text)
  } catch (error) {
    claims.push({
      name: 'log: this checkpoint is kept for the next time',
      result: 'not_checked',
      detail: (error as Error).message,
    })
  }
}
