import type { Schemas } from '../../client/client.ts'
import { cell, line } from '../inert.ts'
import { table } from '../table.ts'
import { formatFlags, formatName, formatRank, notes } from './parts.ts'

type Agent = Schemas['ComparedAgent']

const ROWS: [title: string, value: (agent: Agent) => string | number | null | undefined][] = [
  ['name', ({ name }) => name],
  ['category', ({ primary_category }) => formatName(primary_category)],
  ['tier', ({ tier }) => formatName(tier)],
  ['rank', ({ rank }) => formatRank(rank)],
  ['score', ({ score }) => score],
  ['liveness', ({ liveness }) => (liveness === null ? 'departed' : formatName(liveness))],
  ['alive, 30 days', ({ reliability }) => percent(reliability?.reliability_30d)],
  ['trust', ({ trust }) => `${trust.score}, ${formatName(trust.class)}`],
  ['verdict', ({ verdict }) => verdict],
  ['price multiplier', ({ price }) => price.price_multiplier.toFixed(2)],
  ['flags', ({ risk_flags }) => formatFlags(risk_flags)],
]

const percent = (value: number | null | undefined): string | null => (value == null ? null : `${value} %`)

/** Agents side by side, a column for each. */
export function showComparison(comparison: Schemas['Comparison']): string[] {
  const { agents, summary, cross_category_warning } = comparison
  return [
    ...table([
      ['', ...agents.map(({ handle }) => cell(handle))],
      ...ROWS.map(([title, value]) => [title, ...agents.map((agent) => cell(value(agent)))]),
    ]),
    '',
    line(summary),
    ...(cross_category_warning === null ? [] : [line(`mind: ${cross_category_warning}`)]),
    ...notes(comparison.limitations),
  ]
}
