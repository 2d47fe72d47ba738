import { shortDay, thousands } from '../../../core/pages/numbers.ts'
import { categoryName } from '../../../core/pages/parts.ts'
import type { GhostIndex, GhostIndexFigures } from '../../../core/resources/ghost_index.schema.ts'
import { daysSince, type FigureView, type SiteFigure, toFigure } from '../../render/figure.ts'
import { percent, type ShareRow } from '../../render/shares.ts'
import { readGhostIndex, readStoredIndex } from '../answers/ghost_index.ts'
import type { Site } from '../site.ts'

/** Bounds of the number of days drawn: no more than can be told apart. */
const DAYS = { least: 14, most: 90 }

/** A line says something of a category from this share of known agents on, in percent. */
const MIN_COVERAGE = 50

type Counts = Pick<GhostIndexFigures, 'agents' | 'covered' | 'alive' | 'ghosts'>

/** The agents by state, for the home page; its files belong to the page of the index. */
export const ghostIndexFigure = async (site: Site): Promise<FigureView> =>
  toFigure(aliveFigure(await readStoredIndex(site), site), site)

/** The agents by state: all, and of each category. */
export function aliveFigure(index: GhostIndex, site: Site): SiteFigure {
  const rows = index.breakdowns.category.toSorted((a, b) => b.covered - a.covered)
  return stateFigure({
    ...{ id: 'alive', of: 'agents', counts: index, day: site.day },
    rows: rows.map((row) => toRow(categoryName(site, row.value), row)),
  })
}

/** The agents by state, of each protocol. */
export function protocolFigure(index: GhostIndex, site: Site): SiteFigure {
  const rows = index.breakdowns.protocol.toSorted((a, b) => b.agents - a.agents)
  const known = rows.toSorted((a, b) => b.covered - a.covered)[0]
  const figure = stateFigure({
    ...{ id: 'alive-by-protocol', of: 'agents', counts: index, day: site.day },
    rows: rows.map((row) => toRow(protocolName(row.value), row)),
  })
  const title =
    known === undefined || known.covered === 0
      ? 'No protocol has an agent whose state is known'
      : `Of the agents that speak ${protocolName(known.value)}, ${percent(known.alive, known.agents)} are alive`
  return { ...figure, content: { ...figure.content, title } }
}

function stateFigure(given: {
  id: string
  of: string
  day: string
  counts: Counts
  rows: ShareRow[]
}): SiteFigure {
  const { agents, covered, alive, ghosts } = given.counts
  return {
    source: 'the Ghost Index',
    page: '/ghost-index',
    content: {
      ...{ shape: 'shares', id: given.id, title: aliveFinding(given.counts) },
      description: `${thousands(alive)} alive, ${thousands(ghosts)} silent, ${thousands(agents - covered)} not known; ${shortDay(given.day)}.`,
      rows: [toRow(`All ${given.of}`, given.counts), ...given.rows],
    },
  }
}

/** The finding in a sentence: of few known agents, the share of those alive would say nothing of all. */
export function aliveFinding({ agents, covered, alive }: Counts): string {
  if (covered === 0) return 'Of no agent it is known whether it is alive'
  return 100 * covered < MIN_COVERAGE * agents
    ? `We can tell for ${percent(covered, agents)} of agents whether they are alive`
    : `${percent(alive, agents)} of ${thousands(agents)} agents are alive`
}

const PROTOCOLS: Readonly<Record<string, string>> = { erc8004: 'ERC-8004', mcp: 'MCP', a2a: 'A2A' }

/** Returns the name of a protocol as it is written. */
export const protocolName = (protocol: string): string => PROTOCOLS[protocol] ?? protocol

const toRow = (name: string, { agents, covered, alive, ghosts }: Counts): ShareRow => ({
  name,
  parts: [
    { style: 'is-alive', name: 'Alive', amount: alive },
    { style: 'is-silent', name: 'Silent', amount: ghosts },
    { style: 'is-unknown', name: 'Not known', amount: agents - covered },
  ],
  says: `${percent(alive, agents)} of ${thousands(agents)}`,
})

type DayRow = Awaited<ReturnType<typeof readGhostIndex>>[number]

/** A line for each category of which most is known today, with the bounds by what is not known. */
export async function categoryFigures(site: Site): Promise<SiteFigure[]> {
  const rows = await readGhostIndex(site.db, `dimension = 'category'`)
  return [...Map.groupBy(rows, ({ value }) => value)]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .flatMap(([category, days]) => {
      const today = days.find(({ day }) => day === site.day)
      return today === undefined || (today.coverage ?? 0) <= MIN_COVERAGE
        ? []
        : [categoryLine(`alive-${category.replaceAll('_', '-')}`, categoryName(site, category), days, today)]
    })
}

function categoryLine(id: string, name: string, days: DayRow[], today: DayRow): SiteFigure {
  const first = days.map(({ day }) => day).sort()[0] ?? null
  // Of a day on which less is known, the share of those known is no figure of the category.
  const known = days.filter(({ coverage }) => (coverage ?? 0) > MIN_COVERAGE)
  return {
    ...{ source: 'the Ghost Index', page: '/ghost-index' },
    content: {
      ...{ shape: 'lines', id, unit: ' %', most: 100 },
      title: `${name}: ${percent(today.alive, today.covered)} of those known are alive`,
      description: `${thousands(today.covered)} of ${thousands(today.agents)} are known. The band is what all could be.`,
      series: [
        {
          ...{ name: 'alive, % of those known', look: 'main' },
          points: known.map((day) => ({ day: day.day, value: day.liveness_score })),
        },
      ],
      band: known.map((day) => ({
        ...{
          day: day.day,
          low: day.liveness_score_if_unknown_dead,
          high: day.liveness_score_if_unknown_alive,
        },
      })),
      notes: new Map(
        days.flatMap(({ day, frozen_on }) =>
          frozen_on === null ? [] : [[day, `as counted on ${shortDay(frozen_on)}`]],
        ),
      ),
      last: today.day,
      days: daysSince(first, today.day, DAYS),
    },
  }
}
