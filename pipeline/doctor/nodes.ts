import { z } from 'zod'
import { UpstreamChanged, UpstreamDown } from '../../core/domain/errors.ts'
import type { IndexedChain } from '../catalog/chains.ts'
import { REGISTRY_QUERY } from '../chain/registry_query.ts'
import { evmNode } from '../chain/rpc/evm.ts'
import { readLogs } from '../chain/rpc/logs.ts'
import { Width } from '../chain/rpc/width.ts'
import { type DoctorFinding, type FindingLevel, findingsAbout } from './finding.ts'
import { type DoctorTools, type Examined, MAX_REQUESTS, openSubject } from './tools.ts'
import { describeTroubles } from './troubles.ts'
import { AskedEnough } from './watch.ts'
import { describeError, readHostWords } from './words.ts'

const A_DAY = 86_400
const OLD_DAYS = 60
/** Blocks of a query; runs ask for as many as a node gives. */
const BLOCKS = 1_000
/** Minimum number of logs in a day's span, for none in an old one to mean something. */
const MIN_LOGS = 3
/** Words by which nodes say that they keep recent blocks alone. */
const NO_HISTORY = /archive|history|historical|pruned|personal token|missing trie|too old/i

const Log = z.looseObject({
  address: z.string(),
  topics: z.array(z.string()).min(1),
  data: z.string(),
  blockNumber: z.string(),
  logIndex: z.string(),
  transactionHash: z.string(),
})

/** The node refuses the span: no narrower one is tried. */
class SpanRefused extends UpstreamDown {
  override name = 'SpanRefused'
}

/** One width, and no other. */
class SingleWidth extends Width {
  override blocks = BLOCKS

  override refuseRange(blocks: number): void {
    throw new SpanRefused('the node', `it refuses ${blocks} blocks at once`)
  }
}

/** The logs of a span, or why there are none. */
type SpanRead = { logs: unknown[] } | { level: FindingLevel; text: string }

/** Asks a node for its chain, and for the events of agents of yesterday and of 60 days ago. */
export async function examineNode(
  chain: IndexedChain,
  address: string,
  tools: DoctorTools,
): Promise<DoctorFinding[]> {
  const examined = openSubject(tools, MAX_REQUESTS)
  const setting = address === chain.rpc[0] ? chain.nodeSetting : undefined
  const isOwn = setting !== undefined && tools.env[setting] !== undefined
  const { host } = new URL(address)
  const say = findingsAbout('node', isOwn ? `${chain.name} (${setting})` : host, host)
  const findings: DoctorFinding[] = []
  try {
    const { number } = await evmNode(examined.http, chain, address).head()
    findings.push(say('ok', `is a node of ${chain.name}, newest block ${number}`))
    findings.push(
      ...(await examineSpans(chain, address, number, examined)).map(({ level, text }) => say(level, text)),
    )
  } catch (error) {
    if (!(error instanceof UpstreamDown || error instanceof UpstreamChanged)) throw error
    const words = examined.watch.sent.map(readHostWords).at(-1) ?? null
    findings.push(
      say(
        isOwn ? 'failure' : 'warning',
        `${chain.name}: ${error instanceof AskedEnough ? `gave no answer in ${MAX_REQUESTS} requests` : describeError(error)}${words === null ? '' : ` (${words})`}`,
      ),
    )
  }
  examined.http.close()
  return [...findings, ...describeTroubles(examined.watch).map((text) => say('warning', text))]
}

async function examineSpans(chain: IndexedChain, address: string, head: number, examined: Examined) {
  const firstBlock = chain.erc8004?.firstBlock ?? 0
  const blockAgo = (days: number) =>
    Math.max(firstBlock, head - Math.round((days * A_DAY) / chain.blockSeconds))
  const yesterday = await readSpan(address, blockAgo(1), examined)
  const old = await readSpan(address, blockAgo(OLD_DAYS), examined)
  return [
    describeSpan('yesterday', yesterday),
    isSuspicious(yesterday, old)
      ? {
          level: 'warning' as const,
          text: `${OLD_DAYS} days ago: an empty list, though yesterday had ${countLogs(yesterday)} events: it seems to keep no history, and does not say so`,
        }
      : describeSpan(`${OLD_DAYS} days ago`, old),
  ]
}

async function readSpan(address: string, from_block: number, { http, watch }: Examined): Promise<SpanRead> {
  const range = { from_block, to_block: from_block + BLOCKS - 1 }
  const before = watch.sent.length
  try {
    for await (const { logs } of readLogs(http, address, REGISTRY_QUERY, range, new SingleWidth()))
      return checkLogs(logs.map(({ log }) => log))
    return { logs: [] }
  } catch (error) {
    if (!(error instanceof UpstreamDown || error instanceof UpstreamChanged)) throw error
    const sent = watch.sent.slice(before).at(-1)
    if (sent === undefined) return { level: 'note', text: 'not asked, its three requests were sent' }
    return describeRefusal(error, readHostWords(sent))
  }
}

function describeRefusal(
  error: UpstreamDown | UpstreamChanged,
  words: string | null,
): { level: FindingLevel; text: string } {
  const quoted = words === null ? '' : ` (${words})`
  if (NO_HISTORY.test(words ?? '')) return { level: 'warning', text: `refused: it keeps no history${quoted}` }
  if (error instanceof SpanRefused)
    return { level: 'note', text: `refuses ${BLOCKS} blocks at once${quoted}; runs ask for fewer` }
  if (error instanceof AskedEnough)
    return { level: 'warning', text: `no answer in ${MAX_REQUESTS} requests${quoted}` }
  return { level: 'warning', text: `${describeError(error)}${quoted}` }
}

/** Returns the logs, or the path of the first field that changed in shape. */
function checkLogs(logs: unknown[]): SpanRead {
  const issue = z.array(Log).safeParse(logs).error?.issues[0]
  if (issue === undefined) return { logs }
  return {
    level: 'warning',
    text: `result.${z.core.toDotPath(issue.path)} changed in shape: ${issue.message}`,
  }
}

const describeSpan = (when: string, span: SpanRead): { level: FindingLevel; text: string } =>
  'logs' in span
    ? { level: 'ok', text: `${when}: ${span.logs.length} events in ${BLOCKS} blocks` }
    : { level: span.level, text: `${when}: ${span.text}` }

const countLogs = (span: SpanRead): number => ('logs' in span ? span.logs.length : 0)

const isSuspicious = (yesterday: SpanRead, old: SpanRead): boolean =>
  'logs' in old && old.logs.length === 0 && countLogs(yesterday) >= MIN_LOGS
