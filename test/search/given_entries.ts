import type { SearchEntry } from '../../core/search/entry.ts'
import { type PageSearchResult, type SearchPartFile, searchAgents } from '../../core/search/search.ts'
import { parseTree, treeText } from '../../core/search/tree.ts'
import { SearchTreeBuilder } from '../../pipeline/artifacts/search/search_tree.ts'

/** An agent with default values but for those given. */
export const entry = (handle: string, given: Partial<SearchEntry> = {}): SearchEntry => ({
  ...{ handle, name: handle, category: 'service', tier: 'indexed', rank: null, score: 10 },
  ...{ liveness: 'alive', flagged: null, repository: null, operators: [] },
  ...given,
})

/** The files of an index over agents in their order, by their names, and the text of its tree. */
export function buildIndex(entries: SearchEntry[]): { files: Map<string, string>; tree: string } {
  const builder = new SearchTreeBuilder()
  for (const entry of entries) builder.add(entry)
  const files = new Map<string, string>()
  const parts = builder.parts()
  let part = parts.next()
  for (; !part.done; part = parts.next()) {
    if (files.has(part.value.name)) throw new Error(`${part.value.name} is written twice`)
    files.set(part.value.name, part.value.body)
  }
  return { files, tree: treeText(part.value) }
}

/** Searches such an index as a browser does; `read` are the names of the files that it took. */
export async function searchIn(
  { files, tree }: ReturnType<typeof buildIndex>,
  text: string,
): Promise<PageSearchResult & { read: string[]; handles: string[] }> {
  const read: string[] = []
  const found = await searchAgents(text, parseTree(tree), async (name) => {
    const body = files.get(name)
    if (body === undefined) throw new Error(`there is no file ${name}`)
    read.push(name)
    return JSON.parse(body) as SearchPartFile
  })
  return { ...found, read, handles: found.entries.map(({ handle }) => handle) }
}
