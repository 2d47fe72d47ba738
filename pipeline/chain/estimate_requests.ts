import { daysBetween } from '../../core/domain/dates.ts'
import type { IndexedChain } from '../catalog/chains.ts'
import type { BlockRange, BlocksRead, ExpectedRequests, PlanContext } from '../source/source.ts'
import { countBlocks } from './chain_gap.ts'
import { type BlockReadLimits, findUnreadBlocks, planRanges } from './missing_ranges.ts'
import { hasDataset, toPortalUrl } from './portal/portal.ts'
import { selectBlocks } from './read_chains.ts'

const A_DAY = 86_400
/** The newest block and the newest final one. */
const HEADS = 2

/** A chain that a source reads, and the number of its queries per block range. */
export interface ChainSpan extends BlockReadLimits {
  chain: IndexedChain
  queries: number
  /** Beside a portal its nodes are asked for owners of agents alone: as many for any blocks. */
  hasCensus?: boolean
}

/**
 * Estimates the requests to read on from the last day: by the blocks missing since, and the answers that as many blocks
 * took then. A chain never read takes one request for its newest block.
 */
export function estimateRequests(context: PlanContext, spans: ChainSpan[]): ExpectedRequests {
  const requests: Record<string, number> = {}
  for (const span of spans)
    for (const [host, count] of estimateChain(context, span)) requests[host] = (requests[host] ?? 0) + count
  return { requests, isEstimate: true }
}

function estimateChain(context: PlanContext, span: ChainSpan): [string, number][] {
  const { chain } = span
  const portal = hasDataset(chain) ? toPortalUrl(chain) : null
  const nodes = chain.rpc.map((address) => new URL(address).host)
  const read = selectBlocks(chain, context.lastBlocks)
  const gaps = gapsSince(context, span)
  if (gaps === null) return [...(portal ? [portal.host] : []), ...nodes].map((host) => [host, 1])
  const share = read.length === 0 ? 1 : countBlocks(gaps) / countBlocks(read)
  const urls = context.last.map(({ url }) => new URL(url))
  return [
    ...(portal ? [estimatePortal(portal, urls, { span, read, gaps, share })] : []),
    ...nodes.map((node): [string, number] => [
      node,
      Math.ceil(urls.filter(({ host }) => host === node).length * (portal && span.hasCensus ? 1 : share)),
    ]),
  ]
}

/** The blocks that were read on the last day, and the gaps to read now, also as a share of these. */
interface ChainWork {
  span: ChainSpan
  read: BlocksRead[]
  gaps: BlockRange[]
  share: number
}

function estimatePortal(portal: URL, urls: URL[], { span, read, gaps, share }: ChainWork): [string, number] {
  const { queries } = span
  const paths = urls
    .filter(({ host, pathname }) => host === portal.host && pathname.startsWith(`${portal.pathname}/`))
    .map(({ pathname }) => pathname.slice(portal.pathname.length + 1))
  const hasFresh = read.some(({ final_block, to_block }) => final_block < to_block)
  const minRequests = (ranges: number) => queries * (ranges + Number(hasFresh))
  // The time of a first block is requested as a block of its own.
  const times = paths.filter((path) => path.startsWith('timestamps/')).length
  const streams = paths.filter((path) => path.endsWith('stream')).length - times
  const more = streams - minRequests(read.length)
  const further = more > 0 ? more * share : queries * estimateFurther(gaps, read)
  return [portal.host, HEADS + minRequests(gaps.length) + Math.round(further)]
}

/** Returns the ranges missing up to the estimated newest block, by the block time; null where none was ever read. */
function gapsSince(context: PlanContext, { chain, newest, blocks, ranges }: ChainSpan): BlockRange[] | null {
  const earlier = selectBlocks(chain, context.earlierBlocks)
  if (earlier.length === 0) return null
  const newBlocks = (daysBetween(context.lastDay, context.day) * A_DAY) / chain.blockSeconds
  const from_block = Math.min(...earlier.map((read) => read.from_block))
  const to_block = Math.max(...earlier.map((read) => read.to_block)) + Math.round(newBlocks)
  return planRanges(findUnreadBlocks({ from_block, to_block }, earlier), { newest, blocks }).slice(0, ranges)
}

/**
 * Estimates the answers beyond the first for ranges longer than one answer had. It may have had room for more: half as
 * many are expected as if it had been full.
 */
function estimateFurther(gaps: BlockRange[], read: BlocksRead[]): number {
  const longest = Math.max(...read.map((read) => countBlocks([read])))
  const times = gaps.map((gap) => Math.max(0, countBlocks([gap]) / longest - 1))
  return read.length === 0 ? 0 : times.reduce((sum, more) => sum + more / 2, 0)
}
