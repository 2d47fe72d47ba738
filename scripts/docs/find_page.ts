import { FIELDS, QUERY, SATURATION, WORTH } from '../../core/interface/find/weights.ts'
import { readSynonyms } from '../../pipeline/artifacts/search/vocabulary.ts'
import { markdownPage, markdownTable } from './markdown.ts'

/** The content of each field of `capability_text`. */
const HOLDS: Record<keyof typeof FIELDS, string> = {
  class: 'category and layer',
  surfaces: 'where it is listed',
  catalogue: 'what our catalogue says of a model family or a developer',
  known: 'what our catalogue says of a product that it names',
  name: 'name',
  registry: 'name in the registry',
  tags: 'tags',
  skills: 'skills of its agent card',
  resources: 'paid resources',
  description: 'description',
  tools: 'names of its tools',
  tool_descriptions: 'descriptions of its tools',
}

/** The case of each factor of worth. */
const FOR: Record<keyof typeof WORTH, string> = {
  worth_of_rank: 'ranked: 1 less this share of its place among the ranked of its category',
  worth_unranked: 'not ranked',
  worth_official: "the vendor's own: its owner runs or publishes it",
  worth_third_party: 'names a product whose vendor has an agent of its own here',
  worth_maker: 'a developer that has agents of its own here',
  worth_developer: 'another developer',
  worth_liveness_unknown: 'liveness unknown',
  worth_not_alive: 'not alive',
  worth_caution: 'verdict caution',
}

/** The page about the order of find. */
export function findPage(): string {
  const fields = Object.entries(FIELDS).map(([field, { weight, usual }]) => [
    ...[`\`${field}\``, HOLDS[field] ?? '', `${weight}`, `${usual}`],
  ])
  const worth = Object.entries(WORTH).map(([name, factor]) => [FOR[name as keyof typeof WORTH], `${factor}`])
  return markdownPage(
    'The order of find',
    '`/api/agents/find` and its tools and skills; [why](../decisions/0086-find-by-worth.md).',
    `score = relevance × worth (× ${QUERY.brand} for the own agents of a brand that the query names, × ${QUERY.named} for others that name it). Groups follow each other: agents that work, registrations that nobody saw work, agents with a major or critical flag, agents with the verdict reject. A copy is never before what it copies. Of equal scores the better worth, then rank, trust, score and handle decide.

## Relevance
The sum over the query's words of weight × impact, as a share of the largest possible.
- The weight of a word is ln(1 + (agents − having + 0.5) / (having + 0.5)), at most ${QUERY.max_word}. A word that no agent has is read as a form of it that some have ("count" as "counter"); without one, it weighs as if ${QUERY.unknown} had it. Common words such as "manage" have ${QUERY.common} of it, pairs of characters ${QUERY.characters}.
- The impact is w / (w + ${SATURATION.k1}), where w is the sum over fields of weight / (${1 - SATURATION.b} + ${SATURATION.b} × words / usual words), at least of the usual number. A word counts once in a field; tools add nothing to a word that the record says.
- A phrase with synonyms (${readSynonyms().length} rows of \`sql/seeds/find/synonyms.csv\`) counts as one; a synonym has ${QUERY.synonym} of the impact. Words of other languages are read as English ones (\`translations.csv\`), brands in other scripts by their names (\`brand_spellings.csv\`), and both as themselves; where most of a query is, a word that neither the table nor an agent has weighs as a common one.
- Two words beside each other, or in one name, add ${QUERY.together} of their weights.
- A match has more than ${QUERY.min_share} of the query's weight (a registration that nobody saw work: ${QUERY.min_share_unproven}; an agent for a brand that the query names: ${QUERY.min_share_brand}) and ${QUERY.share_of_best} of the best match's. Otherwise nothing is found.

${markdownTable(['field', 'what', 'weight', 'usual words'], fields)}

## Worth
The product of what holds:

${markdownTable(['what', 'factor'], worth)}
`,
  )
}
