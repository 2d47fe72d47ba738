import { thousands } from '../../../core/pages/numbers.ts'
import type { X402Day, X402Demand } from '../../../core/resources/x402_demand.schema.ts'
import { type FigureFacts, type FigureView, toFigure } from '../../render/figure.ts'
import type { PlotContent, PlotPoint } from '../../render/plot_content.ts'
import { readDemand } from '../answers/x402_demand.ts'
import type { Site } from '../site.ts'

/** The longest window, in days. */
export const MAX_LENGTH = 30

/** Payments by day, raw and adjusted: small for the home page. */
export const demandFigure = async (site: Site): Promise<FigureView> =>
  paymentsFigure((await readDemand(site)).toDemand(null, MAX_LENGTH), 'small')

/** Returns the same for demand already read. */
export function paymentsFigure(demand: X402Demand, size: 'small' | 'full'): FigureView {
  const { market, window } = demand
  const description =
    market.payments === null
      ? 'Nothing has been read yet, so demand is unknown.'
      : `${thousands(market.payments)} payments were seen on ${window.observed_days} of ${window.days} days.`
  return toFigure(
    {
      ...{ id: 'payments', title: 'x402 payments by day', description },
      ...toPlotOptions(demand),
      series: [
        { name: 'all payments', look: 'beside', points: toPoints(demand, (item) => item.payments) },
        {
          name: 'by independent payers',
          look: 'main',
          points: toPoints(demand, (item) => item.independent_payments),
        },
      ],
    },
    { ...toFacts(demand), size },
  )
}

/** Wallets that paid, by day: of one chain, or of all if no wallet paid on two. */
export function payersFigure(demand: X402Demand, name: string): FigureView {
  const of = demand.chain === null ? 'all' : demand.chain.replace(/[^a-z0-9]+/gi, '-')
  const title = `Unique payers by day: ${name}`
  const description =
    demand.market.unique_payers === null
      ? 'The number of wallets that paid in the window is unknown.'
      : `${thousands(demand.market.unique_payers)} different wallets paid in ${demand.window.days} days.`
  return toFigure(
    {
      ...{ id: `payers-${of}`, title, description, ...toPlotOptions(demand) },
      series: [
        { name: 'all wallets', look: 'beside', points: toPoints(demand, (item) => item.unique_payers) },
        { name: 'independent', look: 'main', points: toPoints(demand, (item) => item.independent_payers) },
      ],
    },
    { ...toFacts(demand), size: 'small' },
  )
}

const toPlotOptions = ({
  window,
  by_day,
}: X402Demand): Pick<PlotContent, 'shape' | 'last' | 'days' | 'notes'> => ({
  ...{ shape: 'bars', last: window.to, days: window.days },
  notes: new Map(
    by_day.filter((item) => !item.is_complete).map(({ day }) => [day, 'read in part: a lower bound']),
  ),
})

const toPoints = ({ by_day }: X402Demand, value: (day: X402Day) => number | null): PlotPoint[] =>
  by_day.map((item) => ({ day: item.day, value: value(item) }))

function toFacts({ chain, window, last_updated }: X402Demand): FigureFacts {
  const only = chain === null ? '' : `&chain=${chain}`
  const href = `/api/x402/demand/v1?days=${window.days}${only}`
  return { asOf: last_updated, json: { href, text: 'Demand as JSON' } }
}
