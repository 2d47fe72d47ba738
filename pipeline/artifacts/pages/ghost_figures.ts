import { formatAmount } from '../../../core/pages/numbers.ts'
import { categoryName } from '../../../core/pages/parts.ts'
import type { GhostIndex } from '../../../core/resources/ghost_index.schema.ts'
import { daysSince, type FigureView, toFigure } from '../../render/figure.ts'
import type { PlotContent } from '../../render/plot_content.ts'
import { readGhostIndex, readStoredIndex } from '../answers/ghost_index.ts'
import type { Site } from '../site.ts'

/** Bounds of the number of days drawn: no more than can be told apart. */
const DAYS = { least: 14, most: 90 }

type Figures = Pick<
  GhostIndex['history'][number],
  'day' | 'liveness_score' | 'liveness_score_low' | 'liveness_score_high' | 'covered' | 'frozen_on'
>

/** Share of agents alive, by day: small for the home page. */
export const ghostIndexFigure = async (site: Site): Promise<FigureView> =>
  ghostFigure(await readStoredIndex(site), 'small')

/** Returns the same for an index already read. */
export function ghostFigure(index: GhostIndex, size: 'small' | 'full'): FigureView {
  const { computed_for: day, as_of: asOf } = index
  const days = [{ ...index, day }, ...index.history]
  const content = toPlot({ id: 'alive', title: 'Share of agents that are alive', days, last: day })
  const json = { href: `/api/ghost-index/v1?history=${content.days}`, text: 'The ghost index as JSON' }
  return toFigure(content, { asOf, json, size })
}

/** Returns a small figure for each category, all from the same first day. */
export async function categoryFigures(site: Site): Promise<FigureView[]> {
  const rows = await readGhostIndex(site.db, `dimension = 'category'`)
  const json = { href: '/data/latest/ghost_index.ndjson', text: 'All groups and days as NDJSON' }
  return [...Map.groupBy(rows, ({ value }) => value)]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([category, days]) => {
      const title = categoryName(site, category)
      const content = toPlot({ id: `alive-${category.replaceAll('_', '-')}`, title, days, last: site.day })
      return toFigure(content, { asOf: site.lastUpdated, json, size: 'small' })
    })
}

function toPlot(about: Pick<PlotContent, 'id' | 'title' | 'last'> & { days: Figures[] }): PlotContent {
  const { days, last } = about
  const first = days.map(({ day }) => day).sort()[0] ?? null
  return {
    ...{ id: about.id, title: about.title, last, description: formatSummary(days, last) },
    shape: 'lines',
    series: [
      {
        name: 'alive, percent of those known',
        look: 'main',
        points: days.map((day) => ({ day: day.day, value: day.liveness_score })),
      },
    ],
    band: days.map((day) => ({ day: day.day, low: day.liveness_score_low, high: day.liveness_score_high })),
    notes: new Map(
      days.flatMap(({ day, frozen_on }) =>
        frozen_on === null ? [] : [[day, `frozen as counted on ${frozen_on}`]],
      ),
    ),
    days: daysSince(first, last, DAYS),
    most: 100,
  }
}

function formatSummary(days: Figures[], last: string): string {
  const today = days.find(({ day }) => day === last)
  if (today === undefined || today.liveness_score === null)
    return `On ${last} the liveness of every agent is unknown.`
  return `On ${last} ${formatAmount(today.liveness_score)} percent of ${formatAmount(today.covered)} agents.`
}
