import { CATEGORIES, type Category } from '../../core/domain/category.ts'
import { NUMBERS } from '../../core/domain/numbers.ts'
import type { RankCost } from '../../pipeline/catalog/fake_costs.ts'
import { PRICES, type Price } from '../../pipeline/catalog/fake_prices.ts'
import type { Attack } from './attack.ts'
import type { Built } from './build.ts'
import type { Fall } from './falls.ts'
import { RULES } from './rules.ts'
import { type Result, type Sunk, selectRanked } from './study.ts'
import { heading, plain, rank, row, usd } from './tables.ts'

/** A goal that an attacker has, as the least score that reaches it. */
interface Goal {
  name: string
  score: number
}

/** The tables of the study as Markdown: a pure function of what was found. */
export const report = (clean: Built, results: Result[], sunk: Sunk[], falls: Fall[]): string =>
  [
    '## What a rank costs',
    rankCostTable(rankCosts(clean, results)),
    '## What `proceed` costs',
    proceedCosts(results),
    '## The cheapest ways to each advice',
    adviceCosts(results),
    '## The attacks',
    ...CATEGORIES.map((category) => section(category, results)),
    '## Lowering the score of others',
    sinkingTable(sunk),
    '## What the rules cost honest agents',
    fallTable(falls),
    '## Rules that were switched off for “before”',
    rulesTable(),
    '## Prices',
    priceTable(),
  ].join('\n\n')

/** One line of the table of a category. */
export function attackLine({ attack, variant, before, after }: Result): string {
  const figures = [
    ...[usd(variant.spent), before.score.toFixed(2), rank(before)],
    ...[after.score.toFixed(2), rank(after), before.verdict ?? '–', after.verdict ?? '–'],
  ]
  return row([attack.name, variant.label, ...figures])
}

function section(category: Category, results: Result[]): string {
  const own = results.filter(({ attack }) => attack.category === category)
  const attacks = [...new Set(own.map(({ attack }) => attack))]
  const head = [
    'attack',
    'variant',
    'USD',
    'score before',
    'rank before',
    'score after',
    'rank after',
    'verdict before',
    'verdict after',
  ]
  const lines = [...heading(head, 5, 2), ...own.map(attackLine)]
  return [`### ${category}`, attacks.map(described).join('\n'), lines.join('\n')].join('\n\n')
}

const described = ({ name, what, rules }: Attack): string => `- **${name}**: ${what}${ruled(rules)}`

const ruled = (rules: string[]): string =>
  rules.length > 0 ? ` Rule: ${rules.map((id) => `\`${id}\``).join(', ')}.` : ''

/** Cost of each goal, as on the methodology pages. */
export const rankCosts = (clean: Built, results: Result[]): RankCost[] =>
  CATEGORIES.flatMap((category) => {
    const own = results.filter(({ attack }) => attack.category === category)
    const fresh = own.filter(({ variant }) => !variant.isPrepared)
    return listGoals(clean, category).map(({ name, score }) => ({
      ...{ category, goal: name, score: score > 0 ? score.toFixed(2) : '–' },
      before: cheapest(fresh, score, 'before'),
      after: cheapest(fresh, score, 'after'),
      prepared: cheapest(own, score, 'after'),
    }))
  })

/** The table of what each goal costs. */
export function rankCostTable(rows: readonly RankCost[]): string {
  const head = ['category', 'goal', 'score', 'before the rules', 'after the rules', 'begun a year ago']
  return [
    ...heading(head, 0, 0),
    ...rows.map(({ category, goal, score, before, after, prepared }) =>
      row([category, goal, score, before, after, prepared]),
    ),
  ].join('\n')
}

function listGoals(clean: Built, category: Category): Goal[] {
  const scores = selectRanked(clean, category).map((standing) => standing.exact_score)
  const at = (place: number): number => scores[Math.min(place, scores.length) - 1] ?? 0
  return [
    { name: `a rank (${scores.length} have one)`, score: 0 },
    { name: 'the median', score: at(Math.ceil(scores.length / 2)) },
    { name: 'the first ten', score: at(10) },
    { name: 'the first place', score: at(1) },
  ]
}

/** The least that was spent on a place of at least so high a score, and by which attack. */
function cheapest(results: Result[], score: number, when: 'before' | 'after'): string {
  const reached = results
    .filter((result) => result[when].rank !== null && result[when].score >= Math.round(score * 100) / 100)
    .sort((a, b) => a.variant.spent - b.variant.spent)
  const [best] = reached
  if (best) return `${usd(best.variant.spent)} (${best.attack.name}, ${best.variant.label})`
  return `not with ${usd(Math.max(...results.map(({ variant }) => variant.spent)))}`
}

/** The least that was spent to be met with `proceed`, at once or after waiting; people let in developers and families. */
function proceedCosts(results: Result[]): string {
  const lines = (['tokenized', 'service', 'mcp_server'] as const).map((category) => {
    const own = results.filter(({ attack }) => attack.category === category)
    return row([category, cheapestProceed(own, 'before'), cheapestProceed(own, 'after')])
  })
  return [...heading(['category', 'before the rules', 'after the rules'], 0, 0), ...lines].join('\n')
}

function cheapestProceed(results: Result[], when: 'before' | 'after'): string {
  const [best] = results
    .filter((result) => result[when].verdict === 'proceed')
    .sort((a, b) => a.variant.spent - b.variant.spent)
  if (best) return `${usd(best.variant.spent)} (${best.attack.name}, ${best.variant.label})`
  return `not with ${usd(Math.max(...results.map(({ variant }) => variant.spent)))}`
}

/** So many ways are shown. */
const SHOWN = 20
const BUDGETS = [0.1, 1, 10, 100, 1_000, 10_000]

/** For each advice that allows a payment, the cheapest ways to it, and the most that each budget is allowed in a day. */
function adviceCosts(results: Result[]): string {
  const paid = results
    .filter(({ after, attack }) => after.daily > 0 && !isCurated(attack))
    .sort((a, b) => a.variant.spent - b.variant.spent)
  const kinds = [...new Set(paid.map(({ after }) => after.recommendation))].sort()
  const ways = kinds.map((kind) => {
    const own = paid.filter(({ after }) => after.recommendation === kind)
    const lines = own
      .slice(0, SHOWN)
      .map(({ attack, variant, after }) =>
        row([
          ...[attack.category, attack.name, variant.label, usd(variant.spent)],
          ...[after.per_transaction.toFixed(2), after.daily.toFixed(2)],
          (variant.spent / after.daily).toFixed(1),
        ]),
      )
    const head = [
      ...['category', 'attack', 'variant', 'USD', 'allowed at once', 'allowed a day'],
      'USD for each dollar allowed',
    ]
    return [
      `### \`${kind}\`: ${own.length} ways of ${results.length}`,
      [...heading(head, 4, 3), ...lines].join('\n'),
    ].join('\n\n')
  })
  const budgets = BUDGETS.map((budget) => {
    const most = Math.max(
      0,
      ...paid.filter(({ variant }) => variant.spent <= budget).map(({ after }) => after.daily),
    )
    return row([usd(budget), most.toFixed(2)])
  })
  return [
    ...ways,
    [
      '### By budget',
      [...heading(['budget, USD', 'the most that is allowed in a day'], 0, 2), ...budgets].join('\n'),
    ].join('\n\n'),
  ].join('\n\n')
}

/** Returns the results whose limits are above their share of what was spent, to the cent. */
export const findCheapAdvice = (results: Result[]): Result[] =>
  results.filter(
    ({ attack, variant, after }) =>
      !isCurated(attack) &&
      (after.per_transaction * 100 > variant.spent * NUMBERS.transaction_share + 1e-6 ||
        after.daily * 100 > variant.spent * NUMBERS.limit_share + 1e-6),
  )

/** Developers and families are let in by people: no budget gets anybody in. */
const isCurated = ({ category }: Attack): boolean => category === 'developer' || category === 'model_family'

function sinkingTable(sunk: Sunk[]): string {
  const described = sunk.map(({ sinking: { name, what, rules } }) => `- **${name}**: ${what}${ruled(rules)}`)
  const head = [
    'attack',
    'category of the victim',
    'USD',
    'score, rank, verdict',
    'before the rules',
    'after',
  ]
  const lines = sunk.map(({ sinking, clean, before, after }) =>
    row([
      ...[sinking.name, sinking.category, usd(sinking.spent)],
      ...[clean, before, after].map(
        (place) => `${place.score.toFixed(2)}, ${rank(place)}, ${place.verdict ?? '–'}`,
      ),
    ]),
  )
  return [
    'All victims are treated as known and vouched for, so that the verdict shows only the effect of the attack.',
    described.join('\n'),
    [...heading(head, 1, 2), ...lines].join('\n'),
  ].join('\n\n')
}

/** The greatest falls of each rule; the sample has two sellers that wash and a few servers that name what is not theirs. */
function fallTable(falls: Fall[]): string {
  const lines = [...new Set(falls.map(({ rule }) => rule))].flatMap((rule) => {
    const own = falls.filter((fall) => fall.rule === rule)
    const counted = [`\`${rule.id}\``, String(own.length)]
    return own
      .slice(0, 2)
      .map(({ without, under }) =>
        row([...counted, under.category, under.handle, without.score.toFixed(2), under.score.toFixed(2)]),
      )
  })
  const head = [
    'rule',
    'agents that lose at least a point',
    'category',
    'the two that lose most',
    'without the rule',
    'with the rule',
  ]
  return [...heading(head, 2, 4), ...lines].join('\n')
}

/** The rules that can be switched off. */
export const rulesTable = (): string =>
  [
    ...heading(['rule', 'what it says', 'where'], 0, 0),
    ...RULES.map(({ id, says, model }) => row([id, says, `\`${model}\``])),
  ].join('\n')

/** The assumed prices. */
export const priceTable = (): string =>
  [
    ...heading(['what', 'USD', 'how we know', 'as of'], 0, 0),
    ...Object.values<Price>(PRICES).map(({ what, usd: price, source, date, is_estimate }) =>
      row([what, plain(price), `${is_estimate ? 'our estimate: ' : ''}${source}`, date]),
    ),
  ].join('\n')
