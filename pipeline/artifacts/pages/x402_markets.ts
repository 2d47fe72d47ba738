import type { PageView } from '../../../core/pages/page_view.ts'
import { htmlPage, pageBase } from '../../../core/pages/parts.ts'
import type { Artifact } from '../../../core/release/artifact.ts'
import type { X402Figures } from '../../../core/resources/x402_figures.schema.ts'
import { type FigureView, type SiteFigure, toFigure } from '../../render/figure.ts'
import { nameChain, readChainMarket, readFacilitatorMarket } from '../answers/x402_markets.ts'
import { describeNotWhole } from '../coverage.ts'
import { figureFiles } from '../figures.ts'
import type { Site } from '../site.ts'
import { formatUsd, marketFigure } from './demand_figures.ts'

const UNLISTED = 'not listed'

/** A facilitator or a chain, and its figures of a window. */
interface MarketRow extends X402Figures {
  name: string
  volume: string
  /** The CAIP-2 id of a chain; null of a facilitator. */
  id: string | null
  percent: number
}

/** View of the pages about facilitators and about chains, with the figures of their JSON. */
interface MarketView extends PageView {
  heading: string
  lead: string
  note: string
  /** Title of the first column. */
  subject: string
  windows: {
    days: number
    observed_days: number
    rows: MarketRow[]
    /** The market's own totals. */
    total: Pick<X402Figures, 'unique_payers' | 'independent_payers'> & {
      payments: number | null
      volume: string
      sellers: number | null
    }
  }[]
  /** The shares of the longest window. */
  figure: FigureView
  /** The days of each row of the longest window, the newest first. */
  by_day: { name: string; days: (X402Figures & { day: string; volume: string; note: string | null })[] }[]
  not_whole: string[]
  json_url: string
}

type Market = { window: { days: number; observed_days: number }; market: MarketTotals }
type MarketTotals = Omit<MarketView['windows'][number]['total'], 'sellers' | 'volume'> & {
  operators: number | null
  volume_usd: string | null
}

/** `/x402/facilitators`: who relays payments. */
export async function* facilitatorsPages(site: Site): AsyncGenerator<Artifact> {
  const { windows, by_day, limitations } = await readFacilitatorMarket(site)
  const shown = windows.map(({ facilitators, ...whole }) =>
    toWindow(
      whole,
      facilitators.map(({ facilitator, by_chain: _, share, ...row }) => ({
        ...{ ...row, name: facilitator ?? UNLISTED, id: null, percent: toPercent(share) },
        volume: formatUsd(row.volume_usd),
      })),
    ),
  )
  const figure = toMarketFigure(shown, {
    ...{ id: 'facilitators', subject: 'came through', page: '/x402/facilitators' },
  })
  const view: MarketView = {
    ...toPage(site, {
      subject: 'Facilitator',
      path: '/x402/facilitators',
      heading: 'x402 facilitators',
      lead: 'A facilitator relays payments to their chain and pays the fee.',
      note: 'Facilitators are known by a list of their addresses. Payments that others relayed, such as sellers themselves, are in the row “not listed”.',
    }),
    ...{ limitations, windows: shown, figure: toFigure(figure, site) },
    by_day: toDays(by_day, (row) => [row.facilitator ?? UNLISTED, nameChain(site, row.chain)].join(', ')),
    json_url: '/api/x402/facilitators/v1',
  }
  yield htmlPage('x402/facilitators.html', site.pages.fill('x402_market', view))
  yield* figureFiles(site, [figure])
}

/** `/x402/chains`: the chains of payments. */
export async function* chainsPages(site: Site): AsyncGenerator<Artifact> {
  const { windows, by_day, limitations } = await readChainMarket(site)
  const shown = windows.map(({ chains, ...whole }) =>
    toWindow(
      whole,
      chains.map(({ chain, window: _, share, ...row }) => ({
        ...row,
        ...{ id: chain, volume: formatUsd(row.volume_usd) },
        percent: toPercent(share),
      })),
    ),
  )
  const figure = toMarketFigure(shown, {
    ...{ id: 'chains', subject: 'are on', page: '/x402/chains' },
  })
  const view: MarketView = {
    ...toPage(site, {
      subject: 'Chain',
      path: '/x402/chains',
      heading: 'x402 chains',
      lead: 'The chains that x402 payments are read from. Payments and volumes add up to the whole market.',
      note: 'A payer on two chains has two addresses, so payers of chains are never added up.',
    }),
    ...{ limitations, windows: shown, figure: toFigure(figure, site) },
    by_day: toDays(by_day, (row) => nameChain(site, row.chain)),
    json_url: '/api/x402/chains/v1',
  }
  yield htmlPage('x402/chains.html', site.pages.fill('x402_market', view))
  yield* figureFiles(site, [figure])
}

/** The shares of the longest window. */
function toMarketFigure(
  windows: MarketView['windows'],
  given: { id: string; subject: string; page: string },
): SiteFigure {
  const longest = windows.toSorted((a, b) => b.days - a.days)[0]
  return marketFigure({ ...given, days: longest?.days ?? 0, rows: longest?.rows ?? [] })
}

function toPage(site: Site, given: Pick<MarketView, 'heading' | 'lead' | 'note' | 'subject' | 'path'>) {
  return {
    ...pageBase(site, {
      path: given.path,
      title: `${given.heading}: Assay`,
      description: `${given.heading} up to ${site.day}: payments, volume, sellers and payers by day, 7 and 30 days, equal to the whole market.`,
    }),
    ...given,
    not_whole: describeNotWhole(site.coverage, ['x402_payments']),
  }
}

const toWindow = ({ window, market }: Market, rows: MarketRow[]): MarketView['windows'][number] => ({
  ...{ days: window.days, observed_days: window.observed_days, rows },
  total: {
    ...{ payments: market.payments, volume: formatUsd(market.volume_usd), sellers: market.operators },
    ...{ unique_payers: market.unique_payers, independent_payers: market.independent_payers },
  },
})

function toDays<Row extends X402Figures & { day: string; is_complete?: boolean }>(
  rows: Row[],
  describe: (row: Row) => string,
): MarketView['by_day'] {
  const byName = Map.groupBy(rows, describe)
  return [...byName].map(([name, own]) => ({
    name,
    days: own.toReversed().map(({ is_complete = true, ...row }) => ({
      ...{ ...row, volume: formatUsd(row.volume_usd) },
      note: is_complete ? null : 'read in part',
    })),
  }))
}

const toPercent = (share: number): number => Math.round(share * 10_000) / 100
