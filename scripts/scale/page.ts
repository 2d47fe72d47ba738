import { markdownPage, markdownTable } from '../docs/markdown.ts'
import { bucketCost, machineCost, runMinutes } from './costs.ts'
import { HOURS_OF_MONTH, MACHINE, STORED_RELEASES, STORES } from './prices.ts'
import { type Estimate, estimate, measuredFigures } from './slopes.ts'

const SIZES = [10_000, 100_000, 1_000_000, 10_000_000]
const NOT_MEASURED = 'not measured'

/** The figures that the page shows, in words. */
const LABELS: Record<string, string> = {
  release_files: 'files of a release',
  release_gb: 'GB of a release',
  puts_a_day: 'objects written a day',
  gets_a_day: 'objects read a day',
  uploaded_gb_a_day: 'GB written a day',
  downloaded_gb_a_day: 'GB read a day',
  kept_gb_a_day: 'GB that archive and history grow by a day',
  memory_gb: 'GB of memory of a run',
  fetch_seconds: 'seconds to fetch',
  compute_seconds: 'seconds to compute',
  publish_seconds: 'seconds to render, and to publish to a disk',
  store_seconds: 'seconds from and to the bucket',
}

/** docs/reference/scale.md: what was measured, and what follows from it at other sizes. */
export function scalePage(): string {
  const figures = measuredFigures()
  const at = (name: string) => (agents: number) => estimate(figures[name] ?? [], agents)
  const head = ['', ...SIZES.map((agents) => `${agents.toLocaleString('en')} agents`)]
  const row = (label: string, format: (agents: number) => string): string[] => [label, ...SIZES.map(format)]
  const { without } = runMinutes(figures, SIZES[0] ?? 1)
  return markdownPage(
    'Size and cost',
    '`docs/operate/scale.md` says how to read this. Bare: measured. `~`: on the line between two sizes that were measured. `≈`: that line carried on beyond them; nobody has run this. One size alone gives no line. US dollars by published prices, what is free at first left out.',
    '## By size',
    markdownTable(head, [
      ...Object.entries(LABELS).map(([name, label]) =>
        row(label, (agents) => formatEstimate(at(name)(agents))),
      ),
      row('minutes of a run on two cores', (agents) => formatEstimate(runMinutes(figures, agents).minutes)),
    ]),
    ...(without.length === 0
      ? []
      : [`The minutes are without ${without.map((name) => LABELS[name]).join(', ')}.`]),
    '## US dollars a month',
    markdownTable(head, [
      ...STORES.map((prices) =>
        row(`[${prices.name}](${prices.source})`, (agents) =>
          formatEstimate(bucketCost(figures, agents, prices)),
        ),
      ),
      row(`runs on [${MACHINE.name}](${MACHINE.source})`, (agents) =>
        formatEstimate(machineCost(figures, agents).runs),
      ),
      row(`service on the same, ${HOURS_OF_MONTH} hours`, (agents) =>
        machineCost(figures, agents).service.toFixed(2),
      ),
    ]),
    `A bucket keeps ${STORED_RELEASES} releases, counted here as if they shared nothing, and a month of archive and history.`,
    '## Measured',
    markdownTable(
      ['what', 'agents', 'value', 'where'],
      Object.entries(figures).flatMap(([name, points]) =>
        points.length === 0
          ? [[LABELS[name] ?? name, '', NOT_MEASURED, '']]
          : points.map(({ agents, value, where }) => [
              ...[LABELS[name] ?? name, agents.toLocaleString('en'), String(value), where],
            ]),
      ),
    ),
  )
}

const SIGNS: Record<Estimate['kind'], string> = { measured: '', between: '~', beyond: '≈' }

function formatEstimate(estimate: Estimate | null): string {
  if (estimate === null) return NOT_MEASURED
  const { value, kind } = estimate
  const digits = value >= 100 ? 0 : value >= 1 ? 1 : 2
  return `${SIGNS[kind]}${value.toLocaleString('en', { maximumFractionDigits: digits })}`
}
