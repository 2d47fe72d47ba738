import { UpstreamChanged, UpstreamDown } from '../../core/domain/errors.ts'
import type { IndexedChain } from '../catalog/chains.ts'
import { Portal, type PortalChain, toPortalUrl } from '../chain/portal/portal.ts'
import type { BlocksRead, KnownRow, Source } from '../source/source.ts'
import { type AnswerSize, measureAnswer } from './answer_size.ts'
import { recordChain } from './chain_recording.ts'
import { describeAnswerSize } from './dataset_words.ts'
import { FieldCheck } from './fields.ts'
import { askOnce } from './final_blocks.ts'
import { type DoctorFinding, findingsAbout } from './finding.ts'
import { type FirstFetch, readRows } from './first_fetch.ts'
import type { SourceRecording } from './recording.ts'
import { type DoctorTools, type Examined, MAX_REQUESTS, openSubject } from './tools.ts'
import { describeTroubles } from './troubles.ts'
import { AskedEnough } from './watch.ts'
import { describeError, readHostWords } from './words.ts'

const A_DAY = 86_400
/** Blocks of a query whose events are many. */
const FEW_BLOCKS = 300
/** Sources with few events, of which a day is asked. */
const SPARSE = /^erc8004_/

type DatasetChain = IndexedChain & PortalChain

/** The result of a dataset's examination. */
export interface ExaminedDataset {
  chain: IndexedChain
  findings: DoctorFinding[]
  /** The events of each source. */
  rows: Record<string, KnownRow[]>
  /** The size of the answer to the query of each source. */
  answers: Record<string, AnswerSize>
  recordings: Record<string, SourceRecording>
}

/** Asks a dataset of the portal the query of each source of events that reads its chain, as far as three requests go. */
export async function examineDataset(
  chain: DatasetChain,
  sources: Source[],
  tools: DoctorTools,
): Promise<ExaminedDataset> {
  const examined = openSubject(tools, MAX_REQUESTS)
  const say = findingsAbout('dataset', chain.dataset, toPortalUrl(chain).host)
  const http = askOnce(examined.http)
  const result: ExaminedDataset = { chain, findings: [], rows: {}, answers: {}, recordings: {} }
  try {
    const { final } = await new Portal(http, chain).head()
    for (const source of listEventSources(sources))
      await askSource(source, { chain, final, http, examined, tools, result })
  } catch (error) {
    if (!(error instanceof UpstreamDown || error instanceof UpstreamChanged)) throw error
    result.findings.push(say('failure', describeFailure(examined, error)))
  }
  examined.http.close()
  result.findings.push(...describeTroubles(examined.watch).map((text) => say('warning', text)))
  return result
}

/** The most important first: three requests may not be enough for all. */
const listEventSources = (sources: Source[]): Source[] =>
  sources.filter(({ isEvents }) => isEvents).sort((a, b) => (b.minutes ?? 0) - (a.minutes ?? 0))

interface DatasetQuery {
  chain: DatasetChain
  /** The newest final block. */
  final: number
  http: ReturnType<typeof askOnce>
  examined: Examined
  tools: DoctorTools
  result: ExaminedDataset
}

async function askSource(source: Source, query: DatasetQuery): Promise<void> {
  const { chain, final, http, examined, tools, result } = query
  const say = findingsAbout('dataset', chain.dataset, toPortalUrl(chain).host)
  const given = toFirstFetch(source, chain, final, tools)
  const before = examined.watch.sent.length
  http.begin()
  const { observations, error } = await readRows(source, given, http)
  const answer = http.answer()
  if (answer === null && error === null) return
  if (answer === null && examined.watch.sent.length === before)
    return void result.findings.push(say('note', `${source.name}: not asked, ${before} requests were sent`))
  const response = examined.http.responses().find(({ sha256 }) => sha256 === answer?.sha256)
  const size = response === undefined ? null : measureAnswer(response, examined)
  if (response === undefined || size === null) {
    const text = error === null ? 'no block in its answer' : describeFailure(examined, error)
    return void result.findings.push(say('failure', `${source.name}: ${text}`))
  }
  const fields = new FieldCheck(source)
  const rows = observations.map((observation) => fields.add(observation))
  result.answers[source.name] = size
  result.rows[source.name] = rows.flatMap((row) => (row === null ? [] : [{ ...row, observed_on: tools.day }]))
  result.findings.push(
    say(
      size.end === 'cut' ? 'warning' : 'ok',
      `${source.name}: ${describeAnswerSize(size, { chain, final, rows: rows.length })}`,
    ),
    ...fields.describe().map(({ level, text }) => say(level, `${source.name}: ${text}`)),
  )
  const recording = await recordChain(source, given, examined, response)
  if (recording !== null) result.recordings[source.name] = recording
}

/** Everything but the newest blocks counts as read. */
function toFirstFetch(source: Source, chain: IndexedChain, final: number, tools: DoctorTools): FirstFetch {
  const { day, env, universe } = tools
  const blocks = SPARSE.test(source.name) ? Math.round(A_DAY / chain.blockSeconds) : FEW_BLOCKS
  const block = final - blocks
  const time = new Date(0).toISOString()
  const read: BlocksRead = {
    ...{ chain: chain.id, from_block: block, to_block: block, final_block: block },
    ...{ from_time: time, to_time: time },
  }
  // Without nodes: they are examined by themselves.
  const catalog = { ...universe.catalog, chains: [{ ...chain, rpc: [] }], developers: [], families: [] }
  return { day, env, catalog, known: {}, earlierBlocks: [read] }
}

function describeFailure({ watch }: Examined, error: UpstreamDown | UpstreamChanged): string {
  const last = watch.sent.at(-1)
  const words = last === undefined ? null : readHostWords(last)
  const quoted = words === null ? '' : ` (${words})`
  if (last?.status === 404) return `the portal has no such dataset, status 404${quoted}`
  if (error instanceof AskedEnough) return `gave no answer in ${watch.sent.length} requests${quoted}`
  return `${describeError(error)}${quoted}`
}
