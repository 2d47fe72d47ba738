import type { z } from 'zod'
import type { comparedAgent, comparison } from '../../interface/schemas/comparison.ts'
import { xml } from '../../pipeline/text.ts'
import type { Slice } from '../call.ts'
import { notFound } from '../errors.ts'
import { compare } from './comparison.ts'

const MARKER = '<!-- rows -->'

type Agent = z.infer<typeof comparedAgent>

/** `/compare`: the page with its form and, when agents are given, a table of them. */
export const comparePage: Slice = async ({ release, values }) => {
  const page = await release.content('public', 'compare.html')
  if (page === null) throw notFound()
  // An optional list that was not given is null.
  const asked = values.optionalList('agents')
  if (asked === null) return page
  return release.text(`compare_page ${asked.join(',')}`, page.contentType, async () => {
    const table = comparisonTable(await compare(release, asked))
    return new TextDecoder().decode(page.bytes).replace(MARKER, () => table)
  })
}

/** Each line of the table: what it is called, and what it says of an agent; null is shown as unknown. */
const LINES: [title: string, value: (agent: Agent) => string | number | null][] = [
  ['Category', (agent) => agent.primary_category],
  ['Tier', (agent) => agent.tier.replace('_', ' ')],
  ['Rank', (agent) => agent.rank ?? 'unranked'],
  ['Score', (agent) => scoreOf(agent)],
  ['Liveness', (agent) => agent.liveness?.replace('_', ' ') ?? 'departed'],
  ['Days since active', (agent) => agent.days_since_active],
  ['Alive on observed days, 30 days', (agent) => percent(agent.reliability?.reliability_30d)],
  ['Trust', (agent) => `${agent.trust.score} (${agent.trust.class.replace('_', ' ')})`],
  ['Verdict', (agent) => agent.verdict],
  ['Price multiplier', (agent) => agent.price.price_multiplier.toFixed(2)],
  ['Seen on', (agent) => agent.rails.join(', ') || 'none of x402, mcp, erc8004, a2a'],
]

/** The comparison as an HTML table: a column for each agent, and below it what to mind. */
export function comparisonTable({
  agents,
  summary,
  cross_category_warning,
  limitations,
}: z.infer<typeof comparison>): string {
  const heads = agents.map(
    ({ handle, name }) => `<th scope="col"><a href="/agents/${xml(handle)}">${xml(name)}</a></th>`,
  )
  const rows = LINES.map(([title, value]) =>
    row(
      title,
      agents.map((agent) => String(value(agent) ?? 'unknown')),
    ),
  )
  const warning = cross_category_warning === null ? '' : `<p>${xml(cross_category_warning)}</p>`
  return `<table>
<caption>Agents side by side</caption>
<thead><tr><th scope="col">Agent</th>${heads.join('')}</tr></thead>
<tbody>
${rows.join('\n')}
</tbody>
</table>
${warning}
<p>${xml(summary)}</p>
<ul>${limitations.map((one) => `<li>${xml(one)}</li>`).join('')}</ul>`
}

const row = (title: string, cells: string[]): string =>
  `<tr><th scope="row">${title}</th>${cells.map((cell) => `<td>${xml(cell)}</td>`).join('')}</tr>`

const percent = (value: number | null | undefined): string | null => (value == null ? null : `${value} %`)

function scoreOf({ score, scores_by_category, primary_category }: Agent): string | null {
  const range = scores_by_category[primary_category]
  return score === null || range === undefined ? null : `${score} (${range.score_low} to ${range.score_high})`
}
