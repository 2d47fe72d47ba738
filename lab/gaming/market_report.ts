import type { MarketFound } from './market_study.ts'
import { rankCosts } from './report.ts'
import { type Result, selectRanked } from './study.ts'
import { heading, rank, row, usd } from './tables.ts'

/** The attacks that are made to look like honest customers. */
const DISGUISED = [
  ...['hidden', 'known wallets', 'dust', 'camouflage', 'ring', 'one wallet for many', 'copied customers'],
  ...['unlisted operator', 'every newcomer'],
]

/** Formats the results of a market study as Markdown; a pure function. */
export const marketReport = (found: MarketFound): string =>
  [describeSize(found), costs(found), advice(found.results), honest(found), disguised(found.results)].join(
    '\n\n',
  )

const formatInteger = (number: number): string => Math.round(number).toLocaleString('en-US')

const describeSize = ({ day, payments, wallets, single, clean }: MarketFound): string =>
  `${day}: ${formatInteger(payments)} payments by ${formatInteger(wallets)} wallets, of which ${single.toFixed(0)} % pay one seller; ${selectRanked(clean, 'service').length} services and ${selectRanked(clean, 'mcp_server').length} MCP servers have a rank.`

function costs({ clean, results }: MarketFound): string {
  const rows = rankCosts(clean, results).filter(
    ({ category, goal }) => ['service', 'mcp_server'].includes(category) && !goal.startsWith('a rank'),
  )
  return [
    ...heading(['category', 'goal', 'score', 'somebody new', 'begun a year ago'], 1, 2),
    ...rows.map(({ category, goal, score, after, prepared }) =>
      row([category, goal, score, after, prepared]),
    ),
  ].join('\n')
}

/** The advice that allows most for what it cost. */
function advice(results: Result[]): string {
  const [worst] = results
    .filter(({ variant, after }) => after.daily > 0 && variant.spent > 0)
    .sort((a, b) => a.variant.spent / a.after.daily - b.variant.spent / b.after.daily)
  if (worst === undefined) return 'No attacker is advised to be paid.'
  const { attack, variant, after } = worst
  return `The advice that is cheapest for what it allows: ${after.daily.toFixed(2)} USD a day for ${usd(variant.spent)} (${attack.name}, ${variant.label}), ${(variant.spent / after.daily).toFixed(1)} for each dollar.`
}

const honest = ({ correlation, loyal }: MarketFound): string =>
  `Spearman's correlation of score and payers over the ranked services is ${correlation.toFixed(3)}. A seller of as many payers as the middle one (${loyal.payers}), all of whom pay nobody else, stands at place ${loyal.byPayers} by payers and ${loyal.byScore ?? 'none'} by score.`

function disguised(results: Result[]): string {
  const shown = results.filter(({ attack }) => DISGUISED.includes(attack.name))
  return [
    ...heading(['attack', 'variant', 'USD', 'score', 'rank'], 3, 2),
    ...shown.map(({ attack, variant, after }) =>
      row([attack.name, variant.label, usd(variant.spent), after.score.toFixed(2), rank(after)]),
    ),
  ].join('\n')
}
