import { thousands } from '../../../core/pages/numbers.ts'
import { htmlPage, pageBase } from '../../../core/pages/parts.ts'
import type { Artifact } from '../../../core/release/artifact.ts'
import type { X402Demand } from '../../../core/resources/x402_demand.schema.ts'
import { toFigure } from '../../render/figure.ts'
import { percent } from '../../render/shares.ts'
import { readDemand } from '../answers/x402_demand.ts'
import { describeChains, listAbsent } from '../chain_words.ts'
import { describeNotWhole } from '../coverage.ts'
import { figureFiles } from '../figures.ts'
import { tableFiles, takeView } from '../page_tables.ts'
import type { Site } from '../site.ts'
import { formatUsd, MAX_LENGTH, payersFigure, paymentsFigure, volumeFigure } from './demand_figures.ts'
import { chainsTable, operatorsTable, windowsTable } from './demand_tables.ts'
import { readSellerNames, toSellers } from './x402_sellers.ts'
import type { FlaggedTotals, Totals, X402View } from './x402_view.ts'

/** Displayed windows in days, the longest first. */
const WINDOWS = [MAX_LENGTH, 7, 1]
/** Maximum number of sellers shown per window. */
const SELLERS = 25

/** `/x402`: the sellers paid over x402, their buyers, what the wash rule leaves of it, its figures and its tables. */
export async function* x402Pages(site: Site): AsyncGenerator<Artifact> {
  const { toDemand } = await readDemand(site)
  const longest = toDemand(null, MAX_LENGTH)
  const demands = WINDOWS.map((days) => toDemand(null, days))
  const names = await readSellerNames(site, demands.flatMap(firstSellers))
  const chains = toChains(site, longest)
  const payments = paymentsFigure(longest)
  const volume = volumeFigure(longest)
  const payers = longest.by_chain.map((item) =>
    payersFigure(toDemand(item.chain, MAX_LENGTH), getName(site, item)),
  )
  const windows = demands.map((demand) => windowView(site, demand, names))
  const view: X402View = {
    ...pageBase(site, {
      title: 'x402 payments to agents: Assay',
      path: '/x402',
      description: `Payments over x402 up to ${site.day}: raw figures beside those after the wash rule, by day, chain and operator.`,
      limitations: longest.limitations,
    }),
    windows,
    not_whole: describeNotWhole(site.coverage, ['x402_payments']),
    payments: toFigure(payments, site),
    volume: toFigure(volume, site),
    payers: payers.map((figure) => toFigure(figure, site)),
    chains: chains.map((chain) => ({ ...chain, volume: formatUsd(chain.volume_usd) })),
    take_windows: takeView(toWindowsTable(demands)),
    take_chains: takeView(chainsTable(chains)),
    absent: listAbsent(site, 'x402'),
    coverage: describeChains(site.chainScope, 'x402')[0] ?? null,
    words: listFlags(windows),
  }
  yield htmlPage('x402.html', site.pages.fill('x402', view))
  for (const table of [toWindowsTable(demands), ...demands.map(operatorsTable), chainsTable(chains)])
    yield* tableFiles(site, table)
  yield* figureFiles(site, [payments, volume, ...payers])
}

const toWindowsTable = (demands: X402Demand[]) =>
  windowsTable(demands.map(({ market, window }) => ({ days: window.days, totals: toTotals(market, window) })))

const toChains = (site: Site, { by_chain }: X402Demand): (Totals & { chain: string; name: string })[] =>
  by_chain
    .map(({ window, ...chain }) => ({
      ...toTotals(chain, window),
      ...{ chain: chain.chain, name: getName(site, chain) },
    }))
    .toSorted((a, b) => (b.payments ?? 0) - (a.payments ?? 0))

const getName = (
  { chainScope }: Site,
  { chain, short_names }: { chain: string; short_names: string[] },
): string => chainScope.chains.find((known) => known.chain === chain)?.name ?? short_names[0] ?? chain

function toTotals(market: X402Demand['market'], window: X402Demand['window']): Totals & FlaggedTotals {
  const share = market.unmatched_payments_share
  return { ...market, ...window, unmatched_percent: share === null ? null : Math.round(share * 10_000) / 100 }
}

const firstSellers = ({ operators }: X402Demand) =>
  operators.toSorted((a, b) => a.rank_adjusted - b.rank_adjusted).slice(0, SELLERS)

function windowView(
  site: Site,
  demand: X402Demand,
  names: ReadonlyMap<string, string>,
): X402View['windows'][number] {
  const { window, market, by_chain } = demand
  const sellers = firstSellers(demand)
  const nameChain = (chain: string) =>
    getName(site, by_chain.find((known) => known.chain === chain) ?? { chain, short_names: [] })
  return {
    days: window.days,
    name: window.days === 1 ? '1 day' : `${window.days} days`,
    json_url: `/api/x402/demand/v1?days=${window.days}&top=100`,
    facts: listFacts(site, demand),
    sellers: toSellers(sellers, names, nameChain),
    more: market.operators === null ? null : market.operators - sellers.length,
    take: takeView(operatorsTable(demand)),
  }
}

/** The figures of a window that come first. */
function listFacts(
  site: Site,
  { market, window, by_chain }: X402Demand,
): X402View['windows'][number]['facts'] {
  const byVolume = by_chain.toSorted((a, b) => Number(b.volume_usd) - Number(a.volume_usd))[0]
  const total = Number(market.volume_usd)
  const onOne =
    byVolume === undefined || total === 0
      ? ''
      : `; ${percent(Number(byVolume.volume_usd), total)} of it on ${getName(site, byVolume)}`
  const days = window.days === 1 ? 'day' : 'days'
  return [
    {
      number: thousands(market.payments),
      says: `payments; ${window.observed_days} of ${window.days} ${days} read`,
    },
    { number: formatUsd(market.volume_usd), says: `in USDC${onOne}` },
    {
      number: thousands(market.operators),
      says: `sellers; ${thousands(market.flagged_operators)} flagged by the wash rule`,
    },
    payersFact(site, { market, by_chain }),
  ]
}

/** Payers, of each chain where they are not known for all: a wallet on two chains has two addresses. */
function payersFact(
  site: Site,
  { market, by_chain }: Pick<X402Demand, 'market' | 'by_chain'>,
): { number: string; says: string } {
  const [first, ...others] = by_chain
    .filter(({ unique_payers }) => unique_payers !== null)
    .toSorted((a, b) => (b.unique_payers ?? 0) - (a.unique_payers ?? 0))
  if (market.unique_payers !== null || first === undefined)
    return {
      number: thousands(market.unique_payers),
      says: `payers; ${thousands(market.independent_payers)} independent of the seller`,
    }
  const rest = others.map((chain) => `${thousands(chain.unique_payers)} on ${getName(site, chain)}`)
  return {
    number: thousands(first.unique_payers),
    says: `${[`payers on ${getName(site, first)}`, ...rest].join(', ')}; never added up`,
  }
}

function listFlags(windows: X402View['windows']): X402View['words'] {
  const raised = windows.flatMap(({ sellers }) =>
    sellers.flatMap(({ flags, notices }) => [...flags, ...notices]),
  )
  const byName = new Map(raised.map((flag) => [flag.name, flag]))
  return [...byName.values()].sort((a, b) => (a.name < b.name ? -1 : 1))
}
