import type { z } from 'zod'
import type { findResult } from '../../core/resources/find.schema.ts'
import type { SearchEntry } from '../../core/search/entry.ts'
import {
  type PageSearchResult,
  type SearchIndexFile,
  type SearchPartFile,
  searchAgents,
} from '../../core/search/search.ts'
import { parseTree, SEARCH_INDEX, searchPartPath, type TreeItem } from '../../core/search/tree.ts'
import { describeFlags } from '../../core/views/flag_words.ts'
import { siteAddress } from './site_address.ts'

type Find = z.infer<typeof findResult>

/** Result of a search; `isByService` if the index is too large for files and the service was requested. */
export interface SiteSearchResult extends PageSearchResult {
  isByService: boolean
}

/** A search that failed, with a message that says what to do. */
export class SearchFailed extends Error {}

/** The index as the browser reads it: each file once while the page is open. */
export class SearchFiles {
  #tree: Promise<TreeItem[] | null> | null = null
  readonly #parts = new Map<string, Promise<SearchPartFile>>()

  /** Reads what every search needs. */
  async prepare(): Promise<void> {
    await this.#readTree()
  }

  /** Throws SearchFailed. */
  async find(text: string): Promise<SiteSearchResult> {
    try {
      return await this.#find(text)
    } catch (error) {
      if (!(error instanceof Missing)) throw error
      // The release has changed since the tree was read: other files belong to it now.
      this.#tree = null
      this.#parts.clear()
      return await this.#find(text, 'reload')
    }
  }

  async #find(text: string, cache: RequestCache = 'default'): Promise<SiteSearchResult> {
    const tree = await this.#readTree(cache)
    if (tree === null) return askService(text)
    const found = await searchAgents(text, tree, (name) => this.#part(name, cache))
    return { ...found, isByService: false }
  }

  #readTree(cache: RequestCache = 'default'): Promise<TreeItem[] | null> {
    this.#tree ??= read<SearchIndexFile>(`/${SEARCH_INDEX}`, cache).then(
      ({ tree }) => (tree === null ? null : parseTree(tree)),
      (error: unknown) => {
        this.#tree = null
        throw error
      },
    )
    return this.#tree
  }

  #part(name: string, cache: RequestCache): Promise<SearchPartFile> {
    const known = this.#parts.get(name)
    if (known !== undefined) return known
    const part = read<SearchPartFile>(`/${searchPartPath(name)}`, cache)
    this.#parts.set(name, part)
    part.catch(() => this.#parts.delete(name))
    return part
  }
}

class Missing extends SearchFailed {}

async function read<T>(address: string, cache: RequestCache = 'default'): Promise<T> {
  const response = await fetch(siteAddress(address), { cache }).catch(() => {
    throw new SearchFailed('The index could not be loaded. Check the connection, then type again.')
  })
  if (response.status === 404)
    throw new Missing('A file of the index is missing. Reload the page, or look into the rankings.')
  const value = response.ok ? await response.json().catch(() => null) : null
  if (value !== null) return value
  throw new SearchFailed('The index could not be read. Try again in a minute, or look into the rankings.')
}

/** The best three by what they do; null fields are those that find does not search by. */
async function askService(text: string): Promise<SiteSearchResult> {
  const { candidates, total_matches } = await read<Find>(`/api/agents/find?q=${encodeURIComponent(text)}`)
  const entries = candidates.map(toEntry)
  return { total: total_matches, isTotal: true, entries, near: [], isByService: true }
}

const toEntry = (item: Find['candidates'][number]): SearchEntry => ({
  handle: item.handle,
  name: item.name,
  category: item.primary_category,
  tier: item.tier,
  rank: item.rank,
  score: item.score,
  liveness: item.liveness,
  flagged: describeFlags(item.risk_flags),
  repository: null,
  operators: [],
})
