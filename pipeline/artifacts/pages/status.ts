import { dayAndTime } from '../../../core/pages/numbers.ts'
import type { PageView } from '../../../core/pages/page_view.ts'
import { htmlPage, pageBase } from '../../../core/pages/parts.ts'
import type { Artifact } from '../../../core/release/artifact.ts'
import { describeChains, listAbsent } from '../chain_words.ts'
import { describeShare, type Gap } from '../coverage.ts'
import { describePaymentDays } from '../payment_days.ts'
import type { Site, SourceRow } from '../site.ts'
import { type StatusFacts, statusFacts } from '../status.ts'
import {
  describeDay,
  describeFreshness,
  describeOutcome,
  type LookAt,
  listLookAt,
  type RunSquare,
  runSquares,
} from './status_words.ts'

/** View of the status page: the facts of the release, and links to live status. */
export interface StatusView extends PageView {
  /** A sentence on how the day went. */
  today: RunSquare
  /** The last days, the oldest first. */
  squares: RunSquare[]
  look_at: LookAt[]
  code_version: string
  checks: number
  last_response: { time: string; text: string }
  runs: StatusFacts['runs']
  /** Sentences about the chains that are read, by protocol, and the chains that are not. */
  coverage: string[]
  /** Sentences on the days of payments that are read. */
  payments: string[]
  absent: { chain: string; name: string; why: string }[]
  chains: (Omit<StatusFacts['chains'][number], 'newest_block_time'> & {
    name: string | null
    newest_block_time: { time: string; text: string }
  })[]
  /** `of`: the chain by name, or all. */
  gaps: (Pick<Gap, 'source' | 'since' | 'reason' | 'fix'> & { of: string; share: string })[]
  sources: (Pick<
    SourceRow,
    'name' | 'title' | 'docs' | 'last_ok_on' | 'stale_since' | 'left_out' | 'requests' | 'rows'
  > & { outcome: string; freshness: string })[]
}

const PROTOCOL_NAMES = { erc8004: 'ERC-8004', x402: 'x402' }
const PROTOCOLS = ['erc8004', 'x402'] as const

/** `/status`: the last runs, the freshness of each source, and links to the log and its anchors. */
export async function statusPage(site: Site): Promise<Artifact> {
  const { runs, chains, coverage } = await statusFacts(site)
  const view: StatusView = {
    ...pageBase(site, {
      title: 'Status: Assay',
      path: '/status',
      description: `The runs of the last days up to ${site.day}, how fresh each source is, and the head of the log with its anchors.`,
      scripts: ['/assets/status.js'],
    }),
    today: describeDay(site.day, runs),
    squares: runSquares(site.day, runs),
    look_at: listLookAt(site.sources, coverage),
    code_version: site.codeVersion,
    checks: site.checks.length,
    last_response: { time: site.lastUpdated, text: dayAndTime(site.lastUpdated) },
    runs,
    payments: describePaymentDays(site.payments),
    coverage: PROTOCOLS.flatMap((protocol) => describeChains(site.chainScope, protocol)),
    absent: PROTOCOLS.flatMap((protocol) =>
      listAbsent(site, protocol).map((row) => ({ ...row, why: `${PROTOCOL_NAMES[protocol]}, ${row.why}` })),
    ),
    chains: chains.map((chain) => ({
      ...chain,
      name: site.chainScope.chains.find((known) => known.chain === chain.chain)?.name ?? null,
      newest_block_time: { time: chain.newest_block_time, text: dayAndTime(chain.newest_block_time) },
    })),
    gaps: coverage.map(({ source, since, reason, fix, ...gap }) => ({
      ...{ source, since, reason, fix, of: gap.chain_name ?? gap.chain ?? 'all', share: describeShare(gap) },
    })),
    sources: site.sources.map((source) => ({
      ...source,
      outcome: describeOutcome(source),
      freshness: describeFreshness(source, site.day),
    })),
  }
  return htmlPage('status.html', site.pages.fill('status', view))
}
