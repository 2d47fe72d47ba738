import type { z } from 'zod'
import { xml } from '../domain/text.ts'
import type { comparedAgent, comparison } from '../resources/comparison.schema.ts'
import type { AgentRecord } from './agent_record.ts'
import { differences } from './comparison_words.ts'
import { describeFlags } from './flag_words.ts'
import { assumedPoints, scoreBar } from './score_bar.ts'
import type { ShownTable } from './shown_table.ts'

type Agent = z.infer<typeof comparedAgent>

/** Each line of the table: what it is called, and what it says of an agent; null is shown as unknown. */
const LINES: [title: string, value: (agent: Agent) => string | number | null][] = [
  ['Category', (agent) => agent.primary_category.replace('_', ' ')],
  ['Tier', (agent) => agent.tier.replace('_', ' ')],
  ['Rank', (agent) => agent.rank ?? 'unranked'],
  ['Score', (agent) => formatScore(agent)],
  ['Liveness', (agent) => agent.liveness?.replace('_', ' ') ?? 'departed'],
  ['Days since active', (agent) => agent.days_since_active],
  ['Alive on observed days (30 days)', (agent) => percent(agent.reliability?.reliability_30d)],
  ['Trust', (agent) => `${agent.trust.score} (${agent.trust.class.replace('_', ' ')})`],
  ['Verdict', (agent) => agent.verdict],
  ['Price multiplier', (agent) => agent.price.price_multiplier.toFixed(2)],
  ['Seen on', (agent) => agent.rails.join(', ') || 'none of x402, mcp, erc8004, a2a'],
]

const toColumn = (title: string): string => title.toLowerCase().replace(/\W+/g, '_').replace(/_$/, '')

/** The same to take away: a row for each agent. */
export const comparedTable = (agents: readonly Agent[]): ShownTable => ({
  ...{ title: 'Agents side by side', page: '/compare' },
  columns: ['handle', 'name', ...LINES.map(([title]) => toColumn(title))],
  rows: agents.map((agent) => ({
    ...{ handle: agent.handle, name: agent.name },
    ...Object.fromEntries(LINES.map(([title, value]) => [toColumn(title), value(agent)])),
  })),
  total: agents.length,
  untrusted: ['name'],
})

/** The comparison as an HTML table: a column for each agent, and below it what to mind. */
export function comparisonTable(
  { agents, summary, cross_category_warning, limitations }: z.infer<typeof comparison>,
  agentRecords: readonly Pick<AgentRecord, 'handle' | 'trust' | 'standings'>[],
): string {
  const standings = new Map(agentRecords.map((record) => [record.handle, record.standings]))
  const flags = new Map(agentRecords.map(({ handle, trust }) => [handle, describeFlags(trust.flags)]))
  const rows = LINES.map(([title, value]) =>
    row(
      title,
      agents.map((agent) => String(value(agent) ?? 'unknown')),
    ),
  )
  const drawn = `<tr><th scope="row">Score from 0 to 100, with its range</th>${agents.map((agent) => `<td class="made">${drawScore(agent, standings.get(agent.handle) ?? [])}</td>`).join('')}</tr>`
  const words = differences(agents).map((difference) => `<li>${xml(difference)}</li>`)
  const apart = words.length === 0 ? '' : `<h2>Differences</h2>\n<ul>${words.join('')}</ul>\n`
  const warning = cross_category_warning === null ? '' : `<p>${xml(cross_category_warning)}</p>\n`
  return `<div class="wide" tabindex="0" role="group" aria-label="Comparison">
<table>
<thead><tr><th scope="col">Agent</th>${agents.map((agent) => head(agent, flags.get(agent.handle) ?? null)).join('')}</tr></thead>
<tbody>
${drawn}
${rows.join('\n')}
</tbody>
</table>
</div>
${apart}${warning}<p>${xml(summary)}</p>
${limits(limitations)}`
}

/** Folded: there may be fifteen, and the requested ones are above them. */
const limits = (limitations: string[]): string =>
  limitations.length === 0
    ? ''
    : `<details class="limits"><summary>What limits this comparison (${limitations.length})</summary>
<ul>${limitations.map((limitation) => `<li>${xml(limitation)}</li>`).join('')}</ul></details>`

function head({ handle, name }: Agent, flagged: string | null): string {
  const flag = flagged === null ? '' : ` <strong class="flag">${xml(flagged)}</strong>`
  return `<th scope="col"><a href="/agents/${xml(handle)}">${xml(name)}</a>${flag}<br><code class="soft">${xml(handle)}</code></th>`
}

const row = (title: string, cells: string[]): string =>
  `<tr><th scope="row">${title}</th>${cells.map((cell) => `<td>${xml(cell)}</td>`).join('')}</tr>`

function drawScore({ score, primary_category }: Agent, standings: AgentRecord['standings']): string {
  const standing = standings.find(({ category }) => category === primary_category)
  if (score === null || standing === undefined) return 'unknown'
  const { score_low, score_high, signals } = standing
  const assumed = assumedPoints(signals)
  return scoreBar({ parts: [score - assumed], assumed, score, low: score_low, high: score_high })
}

const percent = (value: number | null | undefined): string | null => (value == null ? null : `${value} %`)

function formatScore({ score, scores_by_category, primary_category }: Agent): string | null {
  const range = scores_by_category[primary_category]
  return score === null || range === undefined ? null : `${score} (${range.score_low} to ${range.score_high})`
}
