import type { Category } from '../../../core/domain/category.ts'
import type { Filter } from '../../../core/interface/find/index_format.ts'
import { QUERY, WORTH } from '../../../core/interface/find/weights.ts'
import type { Artifact } from '../../../core/release/artifact.ts'
import { PRIVATE_PATHS } from '../../../core/release/paths.ts'
import type { Site } from '../site.ts'
import { FindIndexBuilder, type IndexedAgent } from './find_index_builder.ts'

/** Maximum number of texts in memory. */
const CHUNK = 50_000

interface Row {
  handle: string
  texts: { field: string; text: string }[]
  phrases: string[]
  sentences: string[]
  brands: string[]
  named: string[]
  place_group: 0 | 1 | 2 | 3
  worth: number
  copies: number[]
  tier: string
  is_alive: boolean
  categories: Category[]
  rails: ('x402' | 'mcp' | 'erc8004' | 'a2a')[]
}

/** `find-index.bin` on the private side: the search index of `/api/agents/find`, the best agents first. */
export async function findIndexArtifact({ db }: Site): Promise<Artifact> {
  const builder = new FindIndexBuilder()
  for (let at = 0; ; at += CHUNK) {
    const rows = await db.rows<Row>(
      `select handle, tier, is_alive, categories, rails, place_group, worth, copies, texts, phrases, sentences, brands, named
       from find_order join capability_text using (handle)
       where position >= ${at} and position < ${at + CHUNK} order by position`,
    )
    for (const row of rows) builder.add(toIndexedAgent(row))
    if (rows.length < CHUNK) break
  }
  return {
    path: PRIVATE_PATHS.findIndex,
    contentType: 'application/octet-stream',
    side: 'private',
    body: builder.finish(),
  }
}

const toIndexedAgent = (row: Row): IndexedAgent => ({
  handle: row.handle,
  texts: row.texts,
  phrases: row.phrases,
  sentences: row.sentences,
  brands: [
    ...row.brands.map((brand) => ({ brand, factor: toBrandFactor(row) })),
    ...row.named.map((brand) => ({ brand, factor: QUERY.named })),
  ],
  filters: listFilters(row),
  group: row.place_group,
  worth: row.worth,
  copies: row.copies.map(Number),
})

const listFilters = ({ categories, rails, is_alive, tier }: Row): Filter[] => [
  ...categories.map((category) => `category/${category}` as const),
  ...rails.map((rail) => `rail/${rail}` as const),
  ...(is_alive ? (['alive'] as const) : []),
  ...(tier === 'evidence_ranked' ? (['evidence_ranked'] as const) : []),
]

/** Returns the factor of an own agent of a brand: a developer that a query names is not behind what it makes. */
const toBrandFactor = ({ categories }: Row): number =>
  categories[0] === 'developer' ? QUERY.brand / WORTH.worth_maker : QUERY.brand
