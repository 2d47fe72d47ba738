import { appendFileSync, readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { toDate } from '../../core/domain/dates.ts'
import { BadUsage } from '../../core/domain/errors.ts'
import { agentRecordPath } from '../../core/release/paths.ts'
import {
  CORRECTED_FIELDS,
  CORRECTIONS_FILE,
  correctionLine,
  readCorrections,
} from '../../pipeline/catalog/corrections.ts'
import type { Feedback, FeedbackState, FeedbackStore } from '../../serving/service/feedback/feedback_store.ts'
import { currentTime, readSettings } from '../settings.ts'
import { existingFolder, OUTPUT } from './command.ts'
import { asCsv, asJsonl, asLines } from './feedback_text.ts'
import { openExisting } from './open_existing.ts'

export const help = `Usage: npm run assay -- feedback list|export|resolve [options]

Shows what callers have reported, and resolves reports. What they wrote is third-party text that nobody has checked.

  list [--state STATE]           open, accepted or declined (default: all)
  export [--format jsonl|csv]    all of it, to standard output (default: jsonl)
  resolve ID --decline --reason TEXT
  resolve ID --accept --reason TEXT [--field FIELD --value TEXT --source URL [--record KEY]]
                                 --field and its like add a correction to sql/corrections.csv; the next run
                                 applies it

  --field FIELD  ${CORRECTED_FIELDS.join(', ')}
  --value TEXT   the right value; empty for none
  --source URL   where the right value can be read
  --record KEY   the record to correct (default: the main record of the agent in the report)
  --output DIR   the folder of the index (default: ${OUTPUT})
  --help         print this
`

const OPTIONS = {
  state: { type: 'string' },
  format: { type: 'string' },
  accept: { type: 'boolean' },
  decline: { type: 'boolean' },
  reason: { type: 'string' },
  field: { type: 'string' },
  value: { type: 'string' },
  source: { type: 'string' },
  record: { type: 'string' },
  output: { type: 'string', default: OUTPUT },
} as const

type Options = ReturnType<typeof parseOptions>['values']

/** Dependencies of the command, replaced in tests. */
export interface FeedbackTools {
  store: FeedbackStore
  /** Path of the corrections file. */
  corrections: string
  /** Milliseconds since 1970. */
  now(): number
  print(text: string): void
}

const parseOptions = (args: string[]) =>
  parseArgs({ args, options: OPTIONS, strict: true, allowPositionals: true })

/** Options allowed after each word. */
const ALLOWED: Record<string, readonly string[]> = {
  list: ['state', 'output'],
  export: ['format', 'output'],
  resolve: ['accept', 'decline', 'reason', 'field', 'value', 'source', 'record', 'output'],
}

/** Lists, exports or closes reports in the store that the environment names. */
export async function run(args: string[]): Promise<void> {
  const { values } = readCommand(args)
  const { readServiceConfig } = await import('../../serving/service/config.ts')
  const { FeedbackStore } = await import('../../serving/service/feedback/feedback_store.ts')
  const settings = readSettings(process.env)
  const db = await openExisting('inbox', readServiceConfig(process.env, existingFolder(values.output)))
  try {
    await runFeedback(args, {
      store: new FeedbackStore(db),
      corrections: CORRECTIONS_FILE,
      now: () => currentTime(settings),
      print: (text) => process.stdout.write(text),
    })
  } finally {
    await db.close()
  }
}

/** The same with everything given. Throws BadUsage, or StoreUnavailable. */
export async function runFeedback(args: string[], tools: FeedbackTools): Promise<void> {
  const { word, id, values } = readCommand(args)
  if (word === 'list') tools.print(asLines(await tools.store.list(parseReportState(values))))
  else if (word === 'export') tools.print(selectFormatter(values)(await tools.store.list(null)))
  else await resolve(id, values, tools)
}

/** Throws BadUsage for words and options that do not go together. */
function readCommand(args: string[]): { word: string; id: string; values: Options } {
  const { values, positionals } = parseOptions(args)
  const [word = '', id = '', ...rest] = positionals
  const allowed = Object.hasOwn(ALLOWED, word) ? ALLOWED[word] : undefined
  if (allowed === undefined) throw new BadUsage('choose list, export or resolve')
  const stray = Object.keys(values).find((name) => !allowed.includes(name))
  if (stray !== undefined) throw new BadUsage(`${word} has no option --${stray}`)
  if (word === 'resolve' && (id === '' || rest.length > 0))
    throw new BadUsage('resolve takes the id of one report')
  if (word !== 'resolve' && id !== '') throw new BadUsage(`${word} takes options only`)
  return { word, id, values }
}

function parseReportState({ state }: Options): FeedbackState | null {
  if (state === undefined || state === 'open' || state === 'accepted' || state === 'declined')
    return state ?? null
  throw new BadUsage('--state must be open, accepted or declined')
}

function selectFormatter({ format = 'jsonl' }: Options): (reports: Feedback[]) => string {
  if (format === 'csv') return asCsv
  if (format === 'jsonl') return asJsonl
  throw new BadUsage('--format must be jsonl or csv')
}

async function resolve(id: string, options: Options, { store, corrections, now, print }: FeedbackTools) {
  const { accept = false, decline = false, reason = '' } = options
  if (accept === decline) throw new BadUsage('resolve needs --accept or --decline')
  if (reason.trim() === '') throw new BadUsage('resolve needs --reason TEXT')
  const report = await store.find(id)
  if (report === null)
    throw new BadUsage(`there is no report with this id: "npm run assay -- feedback list" shows them`)
  if (report.state !== 'open') throw new BadUsage(`this report is ${report.state} already`)
  const at = now()
  const line = await formatCorrection(report, options, toDate(at))
  // The line first: a report that is closed without it would lose its correction, and a second try adds none twice.
  const isNew = line !== null && addLine(corrections, line, id)
  if (!(await store.resolve(id, accept ? 'accepted' : 'declined', reason, at)))
    throw new BadUsage(`somebody else resolved this report meanwhile: check the last line of ${corrections}`)
  print(
    `${accept ? 'Accepted' : 'Declined'}.\n${isNew ? `${corrections} has a new line; the next run applies it.\n` : ''}`,
  )
}

/** Returns the correction in the options as a line of the file, or null without one. */
async function formatCorrection(report: Feedback, options: Options, date: string): Promise<string | null> {
  const { accept, reason = '', field, value, source, record, output } = options
  if ([field, value, source, record].every((text) => text === undefined)) return null
  if (accept !== true) throw new BadUsage('--field, --value, --source and --record go with --accept only')
  if (field === undefined || value === undefined || source === undefined)
    throw new BadUsage('a correction needs --field, --value and --source')
  const key = record ?? (await speakingRecord(report.agent_handle, output))
  return correctionLine({
    ...{ date, record: key, field, value, reason },
    ...{ source_url: source, feedback_id: report.id },
  })
}

/** Adds a line, unless the file has one for this report. */
function addLine(file: string, line: string, id: string): boolean {
  if (readCorrections(file).some(({ feedback_id }) => feedback_id === id)) return false
  const isEnded = readFileSync(file, 'utf8').endsWith('\n')
  appendFileSync(file, `${isEnded ? '' : '\n'}${line}\n`)
  return true
}

/** The key of the record that speaks for an agent in the current release. */
async function speakingRecord(handle: string | null, output: string): Promise<string> {
  if (handle === null) throw new BadUsage('the report names no agent: add --record KEY')
  const { currentRelease } = await import('../../core/release/release.ts')
  const file = currentRelease(output)?.file('private', agentRecordPath(handle)) ?? null
  if (file === null) throw new BadUsage(`the release in ${output} has no agent ${handle}: add --record KEY`)
  return (JSON.parse(file.read().toString('utf8')) as { main_record: string }).main_record
}
