import { shortDay, thousands } from '../../../core/pages/numbers.ts'
import type { X402Day, X402Demand } from '../../../core/resources/x402_demand.schema.ts'
import { type FigureView, type SiteFigure, toFigure } from '../../render/figure.ts'
import type { PlotContent, PlotPoint, Series } from '../../render/plot_content.ts'
import { percent, type SharesContent } from '../../render/shares.ts'
import { readDemand } from '../answers/x402_demand.ts'
import type { Site } from '../site.ts'

/** The longest window, in days. */
export const MAX_LENGTH = 30

/** Payments by day, for the home page; its files belong to the page of payments. */
export const demandFigure = async (site: Site): Promise<FigureView> =>
  toFigure(paymentsFigure((await readDemand(site)).toDemand(null, MAX_LENGTH)), site)

/** Payments by day. */
export function paymentsFigure(demand: X402Demand): SiteFigure {
  const { market, window, by_day } = demand
  const newest = by_day.at(-1)
  return toPlot(demand, {
    id: 'payments',
    title:
      newest === undefined
        ? 'No x402 payments were read yet'
        : `${thousands(newest.payments)} x402 payments on ${dayMonth(newest.day)}`,
    description: [
      market.payments === null
        ? 'Payments by day'
        : `${thousands(market.payments)} in the ${window.observed_days} of ${window.days} days read`,
      unmatchedWords(demand),
    ].join(''),
    series: twoSeries(demand, ['all', 'independent'], (item) => [item.payments, item.independent_payments]),
  })
}

const unmatchedWords = ({ market }: X402Demand): string =>
  market.unmatched_payments === null || market.payments === null || market.payments === 0
    ? '.'
    : `; ${percent(market.unmatched_payments, market.payments)} went to addresses that no known agent asks for.`

const dayMonth = (day: string): string => shortDay(day).slice(0, -5)

/** Dollars paid by day. */
export function volumeFigure(demand: X402Demand): SiteFigure {
  const newest = demand.by_day.at(-1)
  return toPlot(demand, {
    id: 'payment-volume',
    title:
      newest === undefined
        ? 'No volume was read yet'
        : `${formatUsd(newest.volume_usd)} paid over x402 on ${dayMonth(newest.day)}`,
    description: `US dollars a day, ${demand.window.observed_days} of ${demand.window.days} days read.`,
    series: [
      {
        ...{ name: 'US dollars', look: 'main' },
        points: demand.by_day.map(({ day, volume_usd }) => ({ day, value: Number(volume_usd) })),
      },
    ],
  })
}

/** Wallets that paid, by day, on one chain. */
export function payersFigure(demand: X402Demand, name: string): SiteFigure {
  const { market, window } = demand
  const of = (demand.chain ?? 'all').replace(/[^a-z0-9]+/gi, '-')
  return toPlot(demand, {
    id: `payers-${of}`,
    title:
      market.unique_payers === null
        ? `How many wallets paid on ${name} is not known`
        : `${thousands(market.unique_payers)} wallets paid on ${name}`,
    description: `Different wallets a day, in ${window.days} days. A wallet on two chains counts on each.`,
    series: twoSeries(demand, ['all', 'independent'], (item) => [
      item.unique_payers,
      item.independent_payers,
    ]),
  })
}

/** Shares of payments of a window, by chain or facilitator. */
export function marketFigure(given: {
  id: string
  subject: string
  days: number
  page: string
  rows: readonly { name: string; payments: number }[]
}): SiteFigure {
  const { id, subject, days, page } = given
  const rows = given.rows.toSorted((a, b) => b.payments - a.payments)
  const total = rows.reduce((sum, { payments }) => sum + payments, 0)
  const [first, ...others] = rows
  const rest = others.reduce((sum, { payments }) => sum + payments, 0)
  const title =
    first === undefined || total === 0
      ? 'No payments were read yet'
      : `${percent(first.payments, total)} of x402 payments ${subject} ${first.name}`
  const content: SharesContent = {
    ...{ shape: 'shares', id, title, description: `${thousands(total)} payments in ${days} days.` },
    rows: [
      {
        name: 'All',
        parts: [
          { style: 'is-first', name: first?.name ?? 'None', amount: first?.payments ?? 0 },
          { style: 'is-rest', name: 'All others', amount: rest },
        ],
        says: thousands(total),
      },
      ...rows.map(({ name, payments }) => ({
        name,
        parts: [
          { style: 'is-first', name: 'Payments', amount: payments },
          { style: 'is-rest', name: 'All others', amount: total - payments },
        ],
        says: `${thousands(payments)}, ${percent(payments, total)}`,
      })),
    ],
  }
  return { content, page, source: SOURCE }
}

/** A sum of US dollars for people: whole ones from ten on. */
export function formatUsd(amount: string | null): string {
  if (amount === null) return 'unknown'
  const value = Number(amount)
  if (value >= 1_000_000) return `$${(value / 1_000_000).toFixed(2)} M`
  return value >= 10 ? `$${thousands(Math.round(value))}` : `$${value === 0 ? 0 : value.toFixed(2)}`
}

const SOURCE = 'x402 payments on public chains'

/** Both series, or the first alone where they are equal on all days. */
function twoSeries(
  { by_day }: X402Demand,
  names: [string, string],
  values: (day: X402Day) => [number | null, number | null],
): Series[] {
  const toPoints = (nth: 0 | 1): PlotPoint[] =>
    by_day.map((item) => ({ day: item.day, value: values(item)[nth] }))
  const isSame = by_day.every((item) => values(item)[0] === values(item)[1])
  if (isSame) return [{ name: names[0], look: 'main', points: toPoints(0) }]
  return [
    { name: names[0], look: 'beside', points: toPoints(0) },
    { name: names[1], look: 'main', points: toPoints(1) },
  ]
}

type Given = Pick<PlotContent, 'id' | 'title' | 'description' | 'series'>

const toPlot = ({ window, by_day }: X402Demand, given: Given): SiteFigure => ({
  content: {
    ...given,
    ...{ shape: 'bars', last: window.to, days: window.days },
    notes: new Map(by_day.filter((item) => !item.is_complete).map(({ day }) => [day, READ_IN_PART])),
  },
  page: '/x402',
  source: SOURCE,
})

const READ_IN_PART = 'read in part, a lower bound'
