import type { Category } from '../../../core/domain/category.ts'
import { thousands } from '../../../core/pages/numbers.ts'
import type { RankingView } from '../../render/page_views.ts'
import type { Site } from '../site.ts'
import { type Listed, listedAgents, pageAddress, restPage } from './lists.ts'

/** The score of each category in at most 25 words; the page of the methodology has the rest. */
const LEADS: Partial<Record<Category, string>> = {
  service: 'Scored by how many independent customers paid in 30 days.',
  mcp_server:
    'Scored by how many people follow its code and how often its packages are downloaded. The weaker of the two counts.',
  model_family: 'Scored by blind votes on Arena and by use on OpenRouter and Hugging Face.',
  developer: 'Scored by the public code that others follow, and by how well its models do.',
  tokenized: 'Scored by market size. It does not say whether to buy.',
}

/** The order of the categories on pages. */
export const CATEGORY_ORDER: readonly Category[] = [
  'service',
  'mcp_server',
  'model_family',
  'developer',
  'tokenized',
]

/** Returns the lead of a category: its own, else the first sentence of its description. */
export const readLead = (category: Category, description: string): string =>
  LEADS[category] ?? description.replace(/(?<=\.) .*$/s, '')

/** Returns a tab for each category with its number of agents. */
export const rankingTabs = ({ methodologies, counts }: Site, here: Category): RankingView['categories'] =>
  CATEGORY_ORDER.flatMap((category) => {
    const methodology = methodologies.find((methodology) => methodology.category === category)
    if (methodology === undefined) return []
    const { rows } = listedAgents(counts, category)
    return [
      {
        ...{ href: `/rankings/${category}`, text: methodology.name, count: rows },
        is_here: category === here,
      },
    ]
  })

/** Returns the choices that are pages: the ranked ones, and all others, which begin on a page of their own. */
export function rankingChoices(list: string, listed: Listed, page: number): RankingView['choices'] {
  const rest = restPage(listed)
  const isRest = rest !== null && page >= rest
  const ranked = Math.min(listed.first, listed.rows)
  return [
    { key: 'ranked', text: `Ranked ${thousands(ranked)}`, href: list, is_here: !isRest },
    {
      ...{ key: 'all', text: `All ${thousands(listed.rows)}` },
      ...{ href: pageAddress(list, rest ?? 1), is_here: isRest },
    },
  ]
}

/** Says how many places are not settled; null where most are, or none is ranked. */
export function unsettledWords(
  rows: readonly { rank: number | null; is_rank_provisional: boolean | null }[],
) {
  const ranked = rows.filter(({ rank }) => rank !== null).length
  const open = rows.filter((row) => row.rank !== null && row.is_rank_provisional === true).length
  if (open === 0) return null
  const rest = 'What is not measured could still move them through half of the list.'
  return open === ranked
    ? `No place is settled yet. ${rest} In the order of the score:`
    : `Places that are not settled are shown as “–”: ${thousands(open)} of ${thousands(ranked)}. ${rest}`
}
