import { agentPath, htmlPage, pageBase } from '../../../core/pages/parts.ts'
import type { Artifact } from '../../../core/release/artifact.ts'
import type { X402Demand } from '../../../core/resources/x402_demand.schema.ts'
import { readDemand } from '../answers/x402_demand.ts'
import { describeChains, listAbsent } from '../chain_words.ts'
import { describeNotWhole } from '../coverage.ts'
import { tableFiles, takeView } from '../page_tables.ts'
import type { Site } from '../site.ts'
import { MAX_LENGTH, payersFigure, paymentsFigure } from './demand_figures.ts'
import { chainsTable, operatorsTable, windowsTable } from './demand_tables.ts'
import { washWords } from './wash_words.ts'
import type { FlaggedTotals, Totals, X402View } from './x402_view.ts'

/** Displayed windows in days, the longest first. */
const WINDOWS = [MAX_LENGTH, 7, 1]
/** Maximum number of operators shown per window. */
const OPERATORS = 25

/** `/x402`: the sellers paid over x402, their buyers, what the wash rule leaves of it, and its tables to take away. */
export async function* x402Pages(site: Site): AsyncGenerator<Artifact> {
  const { toDemand } = await readDemand(site)
  const longest = toDemand(null, MAX_LENGTH)
  const demands = WINDOWS.map((days) => toDemand(null, days))
  const windows = demands.map(windowView)
  const chains = toChains(site, longest)
  const view: X402View = {
    ...pageBase(site, {
      title: 'x402 demand: payments to agents: Assay',
      path: '/x402',
      description: `Payments over x402 up to ${site.day}: raw figures beside those after the wash rule, by day, chain and operator.`,
      limitations: longest.limitations,
    }),
    windows,
    not_whole: describeNotWhole(site.coverage, ['x402_payments']),
    payments: paymentsFigure(longest, 'full'),
    payers: longest.by_chain.map((item) =>
      payersFigure(toDemand(item.chain, MAX_LENGTH), getName(site, item)),
    ),
    chains,
    take_windows: takeView(windowsTable(windows)),
    take_chains: takeView(chainsTable(chains)),
    absent: listAbsent(site, 'x402'),
    coverage: describeChains(site.chainScope, 'x402')[0] ?? null,
    words: listFlags(windows),
  }
  yield htmlPage('x402.html', site.pages.fill('x402', view))
  for (const table of [windowsTable(windows), ...demands.map(operatorsTable), chainsTable(chains)])
    yield* tableFiles(site, table)
}

const toChains = (site: Site, { by_chain }: X402Demand): X402View['chains'] =>
  by_chain.map(({ window, ...chain }) => ({
    ...toTotals(chain, window),
    ...{ chain: chain.chain, name: getName(site, chain) },
  }))

const getName = (
  { chainScope }: Site,
  { chain, short_names }: { chain: string; short_names: string[] },
): string => chainScope.chains.find((known) => known.chain === chain)?.name ?? short_names[0] ?? chain

function toTotals(market: X402Demand['market'], window: X402Demand['window']): Totals & FlaggedTotals {
  const share = market.unmatched_payments_share
  return { ...market, ...window, unmatched_percent: share === null ? null : Math.round(share * 10_000) / 100 }
}

function windowView(demand: X402Demand): X402View['windows'][number] {
  const { window, market, operators } = demand
  const shown = operators.toSorted((a, b) => a.rank_adjusted - b.rank_adjusted).slice(0, OPERATORS)
  return {
    days: window.days,
    is_longest: window.days === MAX_LENGTH,
    json_url: `/api/x402/demand/v1?days=${window.days}&top=100`,
    totals: toTotals(market, window),
    operators: shown.map((item) => ({
      ...item,
      agent:
        item.credited_handle === null
          ? null
          : { href: agentPath(item.credited_handle), text: item.credited_handle },
      flags: item.wash_flags,
    })),
    more: market.operators === null ? null : market.operators - shown.length,
    take: takeView(operatorsTable(demand)),
  }
}

function listFlags(windows: X402View['windows']): X402View['words'] {
  const raised = windows.flatMap(({ operators }) =>
    operators.flatMap((operator) => [...operator.flags, ...operator.notices]),
  )
  return [...new Set(raised)]
    .sort()
    .map((name) => ({ name: name.replaceAll('_', ' '), meaning: washWords(name) }))
}
