import type { UpstreamChanged, UpstreamDown } from '../../core/domain/errors.ts'
import type { Catalog } from '../catalog/catalog.ts'
import type { KnownRow, Observation, Source } from '../source/source.ts'
import { shorten, withoutKeys } from './asking.ts'
import { FieldCheck } from './fields.ts'
import { type DoctorFinding, findingsAbout } from './finding.ts'
import { type FirstFetch, type RowsRead, readRows } from './first_fetch.ts'
import { describePace } from './pace.ts'
import { recordSource, type SourceRecording } from './recording.ts'
import { type DoctorTools, type Examined, openSubject } from './tools.ts'
import { describeTroubles } from './troubles.ts'
import { AskedEnough, type Watch, type WatchedRequest } from './watch.ts'
import { describeError, formatSeconds, formatSize } from './words.ts'

/** Sources that are examined in another way: chains by their providers, agents' own addresses not at all. */
export const isExaminedElsewhere = ({ isEvents, split }: Source): boolean =>
  isEvents === true || split?.visits === true

/** Maximum number of rows that another source's query is made of. */
const MAX_KNOWN = 100
/** Number of developers whose models are asked for. */
const MAX_AUTHORS = 3

/** The result of a source's examination. */
export interface ExaminedSource {
  findings: DoctorFinding[]
  rows: KnownRow[]
  /** Null where nothing was answered. */
  recording: SourceRecording | null
}

/** Asks the query of a source, made of the first rows of the sources that it reads, and checks what it reads. */
export async function examineSource(
  source: Source,
  tools: DoctorTools,
  known: (name: string) => Promise<KnownRow[]>,
): Promise<ExaminedSource> {
  const given = await collectInput(source, tools, known)
  const examined = openSubject(tools, source.probe?.answers ?? 1)
  const http = shorten(source, withoutKeys(examined.http))
  const read = await readRows(source, given, http)
  const fields = new FieldCheck(source)
  const rows = read.observations.flatMap((observation) =>
    toKnown(observation, fields.add(observation), tools.day),
  )
  examined.http.close()
  const recording = rows.length === 0 ? null : await recordSource(source, given, examined)
  return { findings: judge(source, tools, { ...examined, read, rows, fields }), rows, recording }
}

/** The requests to a source, and the rows read from their answers. */
interface SourceAnswers extends Pick<Examined, 'watch'> {
  read: RowsRead
  rows: KnownRow[]
  fields: FieldCheck
}

function judge(
  source: Source,
  { env }: DoctorTools,
  { watch, read, rows, fields }: SourceAnswers,
): DoctorFinding[] {
  const say = findingsAbout('source', source.name, watch.sent[0]?.host)
  const unset = listUnset(source, env)
  const failure = describeFailure(watch, rows.length, read.error)
  const troubles = describeTroubles(watch).map((text) => say('warning', text))
  if (unset.length > 0) return [judgeKeyless(say, unset, watch, failure), ...troubles]
  return [
    failure === null ? say('ok', describeAnswer(watch, rows.length)) : say('failure', failure),
    ...fields.describe().map(({ level, text }) => say(level, text)),
    ...troubles,
    ...describePace(source, watch, env).map((text) => say('warning', text)),
  ]
}

/** Judges an answer to a request without the key that a source needs. */
function judgeKeyless(
  say: ReturnType<typeof findingsAbout>,
  unset: string[],
  { sent }: Watch,
  failure: string | null,
): DoctorFinding {
  const names = unset.join(' and ')
  if (failure === null)
    return say('note', `not read by runs, since ${names} is not set, and needless: it answers without`)
  const text = `not read: it needs ${names}; without, ${failure}`
  return say(sent.at(-1)?.status === 200 ? 'warning' : 'note', text)
}

/** The settings that a source needs and lacks. */
const listUnset = ({ needs = [] }: Source, env: DoctorTools['env']): string[] =>
  needs.filter((name) => !env[name])

async function collectInput(
  source: Source,
  { day, env, universe }: DoctorTools,
  known: (name: string) => Promise<KnownRow[]>,
): Promise<FirstFetch> {
  const read = await Promise.all(
    (source.reads ?? []).map(async (name) => [name, (await known(name)).slice(0, MAX_KNOWN)] as const),
  )
  return {
    day,
    env,
    catalog: cutCatalog(universe.catalog),
    known: Object.fromEntries(read),
  }
}

/**
 * The first developers are the best known: each has models, so that none of the families need be asked. No source that
 * reads them reads a chain.
 */
function cutCatalog(catalog: Catalog): Catalog {
  const developers = catalog.developers.map((developer, at) =>
    at < MAX_AUTHORS ? developer : { ...developer, huggingface: [] },
  )
  const families = catalog.families.map((family) => ({ ...family, huggingface: [] }))
  return { ...catalog, developers, families, facilitators: [], chains: [] }
}

function toKnown({ from }: Observation, row: Record<string, unknown> | null, day: string): KnownRow[] {
  if (row === null) return []
  const { url, sha256, retrievedAt } = from
  return [{ ...row, observed_on: day, source_url: url, response_sha256: sha256, observed_at: retrievedAt }]
}

/** Returns the reason for which nothing was read, or null. */
function describeFailure(
  watch: Watch,
  rows: number,
  error: UpstreamDown | UpstreamChanged | null,
): string | null {
  if (rows > 0) return null
  if (watch.sent.length === 0) return error === null ? 'nothing to ask' : `not asked: ${describeError(error)}`
  const isOurs = error === null || error instanceof AskedEnough
  if (!isOurs) return describeError(error)
  const last = watch.sent.at(-1) as WatchedRequest
  if (last.status === null) return `gave no answer in ${watch.sent.length} requests`
  if (!last.isWhole) return `gave no whole answer in ${watch.sent.length} requests`
  return last.status >= 400
    ? `gave nothing, status ${last.status}`
    : 'answers, and no row could be read from it'
}

function describeAnswer({ sent }: Watch, rows: number): string {
  const bytes = sent.reduce((sum, request) => sum + request.bytes, 0)
  const longest = Math.max(...sent.map(({ ms }) => ms))
  return `${rows} rows from ${sent.length} requests, ${formatSize(bytes)}, at most ${formatSeconds(longest)} each`
}
