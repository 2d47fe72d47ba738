import { clean, xml } from '../../../core/domain/text.ts'
import { type Content, CSV_TYPE } from '../../../core/interface/content.ts'
import { notFound } from '../../../core/interface/errors.ts'
import { searched, searchedText } from '../../../core/interface/parameters.ts'
import { addBasePath, readBasePath } from '../../../core/pages/base_path.ts'
import type { SearchEntry } from '../../../core/search/entry.ts'
import {
  type PageSearchResult,
  type SearchIndexFile,
  type SearchPartFile,
  searchAgents,
} from '../../../core/search/search.ts'
import { parseTree, SEARCH_INDEX, searchPartPath, type TreeItem } from '../../../core/search/tree.ts'
import { MAX_RESULTS, searchTable, toSearchEntry } from '../../../core/views/search_result.ts'
import { renderSearchResults } from '../../../core/views/search_results.ts'
import { tableCsv, tableJson } from '../../../core/views/shown_table.ts'
import type { Call } from '../call.ts'
import { describeUnknown, readPayments } from '../keys/key_words.ts'
import { type FoundKey, findKey } from '../keys/resolve_key.ts'
import { readAgents } from '../known_agents.ts'
import { hashText, type ServedRelease } from '../served_release.ts'
import { searchNames } from '../tools/search_names.ts'
import { takeLinks } from './take_links.ts'

const RESULTS = /<!-- results -->[\s\S]*<!-- end of results -->/
const TYPED_MARK = 'name="q" type="search"'
const TITLE = /<title>[^<]*<\/title>/
const CANONICAL = /<link rel="canonical"[^>]*>/
const MAX_SHOWN = 200

/** `/search`: the page with its box; with a query, also the agents found. */
export async function answerSearchPage({ release, values }: Call): Promise<Content> {
  const page = await release.content('public', 'search.html')
  if (page === null) throw notFound()
  const query = values.get(searched)
  if (query === undefined) return page
  const text = clean(query, MAX_SHOWN)
  return release.text(`search_page ${await hashText(text)}`, page.contentType, async () => {
    const found = await findEntries(text, release)
    const query = `q=${encodeURIComponent(text)}`
    const take = found.entries.length > 0 ? takeLinks(`/search.csv?${query}`, `/search.json?${query}`) : ''
    const template = new TextDecoder().decode(page.bytes)
    const results = addBasePath(`${renderSearchResults(text, found)}${take}`, readBasePath(template))
    return template
      .replace(TITLE, () => `<title>Search for ${xml(text)}: Assay</title>`)
      .replace(CANONICAL, '<meta name="robots" content="noindex">')
      .replace(TYPED_MARK, () => `${TYPED_MARK} value="${xml(text)}"`)
      .replace(RESULTS, () => `<!-- answered -->\n${results}`)
  })
}

/** `/search.csv` and `/search.json`: the agents that the page lists. */
export async function answerSearchTable({ endpoint, release, values }: Call): Promise<Content> {
  const text = clean(values.get(searchedText), MAX_SHOWN)
  const isCsv = endpoint.contentType === CSV_TYPE
  return release.text(`${endpoint.id} ${await hashText(text)}`, endpoint.contentType, async () => {
    const table = searchTable(text, await findEntries(text, release))
    return isCsv ? tableCsv(table) : `${JSON.stringify(tableJson(table, await release.info()))}\n`
  })
}

/** Finds the agents of an address, a wallet or another key, then those that have the text in their names. */
async function findEntries(text: string, release: ServedRelease): Promise<PageSearchResult> {
  const found = await findKey(release, text)
  const owners = found.owners.map(({ handle }) => handle)
  const named = await readEntries(owners, release)
  if (found.readings.isClear) return named.length > 0 ? toResult(named) : findNobody(found, release)
  if (named.length === 0) return findByWords(text, release)
  const others = await findByWords(text, release)
  const rest = others.entries.filter(({ handle }) => !owners.includes(handle))
  const added = named.length + rest.length - others.entries.length
  return { ...others, total: others.total + added, entries: [...named, ...rest], near: [] }
}

const toResult = (entries: SearchEntry[]): PageSearchResult => ({
  ...{ total: entries.length, isTotal: true, entries, near: [] },
})

/** Says of a key that no agent has what it was paid: no agent of a similar name is meant. */
async function findNobody({ readings }: FoundKey, release: ServedRelease): Promise<PageSearchResult> {
  const paid = await readPayments(release, readings.keys)
  return { ...toResult([]), says: await describeUnknown(release, readings.keys, paid) }
}

/** Searches like the pages' own index, so that pages agree with and without the service; names in large releases. */
async function findByWords(text: string, release: ServedRelease): Promise<PageSearchResult> {
  const tree = await readTree(release)
  const all = tree === null ? await searchByName(text, release) : await searchTree(text, tree, release)
  const isHelpful = all.entries.length > 0 || all.near.length > 0
  return isHelpful ? all : { ...all, near: await suggestEntries(text, release) }
}

/** Returns null if the release has too many agents for an index. */
const readTree = (release: ServedRelease): Promise<TreeItem[] | null> =>
  release.memo('search tree', async () => {
    const index = await release.json<SearchIndexFile>('public', SEARCH_INDEX)
    return index === null || index.tree === null ? null : parseTree(index.tree)
  })

const searchTree = (text: string, tree: TreeItem[], release: ServedRelease): Promise<PageSearchResult> =>
  searchAgents(text, tree, async (name) => {
    const path = searchPartPath(name)
    const part = await release.json<SearchPartFile>('public', path)
    if (part === null) throw new Error(`the release ${release.id} has no ${path}: publish its day again`)
    return part
  })

async function searchByName(text: string, release: ServedRelease): Promise<PageSearchResult> {
  const filters = { evidence_ranked_only: false, limit: MAX_RESULTS }
  const { total, first } = await searchNames(release, { query: text, filters })
  const handles = first.map(({ handle }) => handle)
  return { total, isTotal: true, entries: await readEntries(handles, release), near: [] }
}

const suggestEntries = async (text: string, release: ServedRelease): Promise<SearchEntry[]> =>
  readEntries(
    ((await (await release.agents()).suggest(text)) ?? []).map(({ handle }) => handle),
    release,
  )

async function readEntries(handles: string[], release: ServedRelease): Promise<SearchEntry[]> {
  const { agents } = await readAgents(release, handles)
  return agents.map(toSearchEntry)
}
