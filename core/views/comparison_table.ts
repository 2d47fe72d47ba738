import type { z } from 'zod'
import { xml } from '../domain/text.ts'
import type { comparedAgent, comparison } from '../resources/comparison.schema.ts'
import type { AgentRecord } from './agent_record.ts'
import { type Difference, differences, findAhead, isOneCategory } from './comparison_words.ts'
import { describeFlags } from './flag_words.ts'
import { placeRange } from './place.ts'
import { assumedPoints, scoreBar } from './score_bar.ts'
import type { ShownTable } from './shown_table.ts'

type Agent = z.infer<typeof comparedAgent>
type Given = Pick<AgentRecord, 'handle' | 'trust' | 'standings'>

/** Each column of the table to take away; null is unknown. */
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

/** Lines about payments; null for an agent that no way to pay is known of. */
const PAYMENTS: [title: string, value: (agent: Agent) => string | null][] = [
  ['Advice', ({ verdict }) => ({ proceed: 'OK', caution: 'Careful', reject: 'Do not pay' })[verdict]],
  ['Limit at once', ({ price }) => formatLimit(price.per_transaction)],
  ['Limit a day', ({ price }) => formatLimit(price.daily)],
  ['Price', ({ price }) => `${Math.round(100 * price.price_multiplier)} % of what it asks`],
]

/** The comparison as HTML: a block of lines for each question, and a column for each agent. */
export function comparisonTable(
  { agents, cross_category_warning, limitations }: z.infer<typeof comparison>,
  agentRecords: readonly Given[],
): string {
  const records = new Map(agentRecords.map((record) => [record.handle, record]))
  const findStanding = ({ handle, primary_category }: Agent) =>
    records.get(handle)?.standings.find(({ category }) => category === primary_category)
  const line = (title: string, toText: (agent: Agent) => string): string =>
    row(
      title,
      agents.map((agent) => xml(toText(agent))),
    )
  const ahead = findAhead(agents)
  const differing = differences(agents)
  const isPaid = agents.some(({ price }) => price.payable)
  const lines = [
    row(
      'Score',
      agents.map((agent, at) => scoreCell(agent, findStanding(agent), at === ahead)),
    ),
    line('Place', (agent) => formatPlace(findStanding(agent))),
    row(
      'State',
      agents.map(({ liveness }) => stateCell(liveness)),
    ),
    line('Category', ({ primary_category }) => primary_category.replace('_', ' ')),
    line('Trust', ({ trust }) => `${Math.round(trust.score)} of 100, ${trust.class.replace('_', ' ')}`),
    line('Seen on', ({ rails }) => rails.join(', ') || 'none of x402, MCP, ERC-8004, A2A'),
    ...(differing.length === 0
      ? []
      : [block('The difference, in points', agents.length), ...differing.map(differenceRow)]),
    ...(isPaid
      ? [
          block('Paying it', agents.length),
          ...PAYMENTS.map(([title, value]) =>
            line(title, (agent) => (agent.price.payable ? (value(agent) ?? '–') : '–')),
          ),
        ]
      : []),
  ]
  return `${chips(agents)}<p role="status">${xml(describeAhead(agents, ahead, cross_category_warning))}</p>
<div class="wide compared" tabindex="0" role="group" aria-label="Comparison">
<table class="of-${agents.length}">
<thead><tr><th scope="col">Agent</th>${agents.map((agent) => head(agent, records.get(agent.handle))).join('')}</tr></thead>
<tbody>
${lines.join('\n')}
</tbody>
</table>
</div>
${limits(limitations)}`
}

/** A chip for each agent leads to the comparison without it; of two none can go. */
const chips = (agents: Agent[]): string =>
  agents.length < 3
    ? ''
    : `<p class="filters">${agents
        .map(({ handle, name }) => {
          const rest = agents.filter((agent) => agent.handle !== handle).map((agent) => agent.handle)
          return `<a class="chip" href="/compare?agents=${xml(rest.join(','))}" aria-label="Without ${xml(name)}">${xml(name)} ×</a>`
        })
        .join(' ')}</p>\n`

/** The answer in a sentence: an agent is ahead only where no range of another reaches its own. */
function describeAhead(agents: Agent[], ahead: number | null, warning: string | null): string {
  if (warning !== null || !isOneCategory(agents)) return (warning ?? '').replaceAll('_', ' ')
  const first = ahead === null ? undefined : agents[ahead]
  return first === undefined
    ? 'Their ranges overlap: none is ahead for certain.'
    : `${first.name} is ahead: its range lies above all others. The task decides which one serves best.`
}

/** Folded: there may be fifteen, and the requested ones are above them. */
const limits = (limitations: string[]): string =>
  limitations.length === 0
    ? ''
    : `<details class="limits"><summary>Limitations (${limitations.length})</summary>
<ul>${limitations.map((limitation) => `<li>${xml(limitation)}</li>`).join('')}</ul></details>`

function head({ handle, name }: Agent, record: Given | undefined): string {
  const flagged = describeFlags(record?.trust.flags ?? [])
  const flag = flagged === null ? '' : ` <strong class="flag">${xml(flagged)}</strong>`
  return `<th scope="col"><a href="/agents/${xml(handle)}">${xml(name)}</a>${flag}<br><code class="soft">${xml(handle)}</code></th>`
}

/** A line of cells of markup, each with its text escaped. */
const row = (title: string, cells: string[]): string =>
  `<tr><th scope="row">${xml(title)}</th>${cells.map((cell) => `<td>${cell}</td>`).join('')}</tr>`

const block = (title: string, agents: number): string =>
  `<tr class="block"><th scope="colgroup" colspan="${agents + 1}">${title}</th></tr>`

function scoreCell(
  { score }: Agent,
  standing: AgentRecord['standings'][number] | undefined,
  isAhead: boolean,
): string {
  if (score === null || standing === undefined) return 'unknown'
  const { score_low, score_high, signals } = standing
  const assumed = assumedPoints(signals)
  const bar = scoreBar({ parts: [score - assumed], assumed, score, low: score_low, high: score_high })
  const range = `${Math.round(score_low)} to ${Math.round(score_high)}`
  return `<strong>${Math.round(score)}</strong> <span class="soft">${range}${isAhead ? ', ahead' : ''}</span>${bar}`
}

const formatPlace = (standing: AgentRecord['standings'][number] | undefined): string =>
  standing === undefined || standing.rank === null
    ? 'not ranked'
    : standing.is_rank_provisional === true
      ? 'not settled'
      : (placeRange(standing) ?? 'not ranked')

const STATES = { alive: 'Alive', not_alive: 'Silent', unknown: 'Not known' }

const stateCell = (liveness: Agent['liveness']): string =>
  liveness === null ? 'departed' : `<span class="state ${liveness}">${STATES[liveness]}</span>`

/** Points of a signal as a bar of the most that it gives; striped where they are assumed. */
const differenceRow = ({ name, weight, each }: Difference): string =>
  row(
    name,
    each.map(({ points, assumed }) => {
      const percent = weight <= 0 ? 0 : Math.round((100 * points) / weight)
      const drawn = assumed
        ? `<path class="assumed" d="M0 4h${percent}"/>`
        : `<rect class="part-1" width="${percent}" height="8"/>`
      return `<span>${points.toFixed(1)}${assumed ? ' <span class="soft">not measured</span>' : ''}</span><svg class="points-bar" viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true"><rect class="most" width="100" height="8"/>${drawn}</svg>`
    }),
  )

const formatLimit = (usd: number | null): string | null => (usd === null ? null : `${usd} USD`)

const percent = (value: number | null | undefined): string | null => (value == null ? null : `${value} %`)

function formatScore({ score, scores_by_category, primary_category }: Agent): string | null {
  const range = scores_by_category[primary_category]
  return score === null || range === undefined ? null : `${score} (${range.score_low} to ${range.score_high})`
}
