import type { SearchEntry } from '../../core/search/entry.ts'
import { matchReason } from '../../core/search/match_reason.ts'
import {
  describeMatches,
  MAX_RESULTS,
  OTHER_WORDS,
  RANK_COLUMN,
  RESULT_COLUMNS,
  TOO_MANY,
} from '../../core/views/search_result.ts'
import { SearchFailed, type SearchFiles, type SiteSearchResult } from './search_files.ts'
import { siteAddress } from './site_address.ts'

/**
 * Renders the results for the query in the page's address if no service did: the same as `renderSearchResults` writes.
 */
export async function showSearchResults(page: Document, files: SearchFiles): Promise<void> {
  const section = page.getElementById('results')
  const text = new URL(page.location.href).searchParams.get('q')?.trim().slice(0, 200) ?? ''
  const isAnswered = section?.querySelector('[role=status]') !== null
  if (section === null || isAnswered || text === '') return
  const box = page.getElementById('search')
  if (box instanceof HTMLInputElement && box.value === '') box.value = text
  const status = element('p', 'Searching …')
  status.setAttribute('role', 'status')
  section.replaceChildren(status)
  try {
    const found = await files.find(text)
    status.textContent = describeMatches(text, found)
    section.append(...renderResult(found, text))
  } catch (error) {
    status.textContent = error instanceof SearchFailed ? error.message : String(error)
  }
}

function renderResult({ entries, near, isByService }: SiteSearchResult, text: string): HTMLElement[] {
  const service = isByService ? [element('p', TOO_MANY, 'soft')] : []
  if (entries.length > 0) return [...service, table(entries.slice(0, MAX_RESULTS), text)]
  const items = near.map((entry) => createElement('li', agent(entry, text)))
  const meant = near.length > 0 ? [element('p', 'Did you mean:'), createElement('ul', items)] : []
  return [...service, ...meant, element('p', OTHER_WORDS)]
}

function table(entries: SearchEntry[], text: string): HTMLElement {
  const titles = [RANK_COLUMN.title, 'Agent', ...RESULT_COLUMNS.map(({ title }) => title)]
  const heads = titles.map((title) => createHeader('col', [title]))
  const rows = entries.map((entry) => {
    const [rank, ...cells] = [RANK_COLUMN, ...RESULT_COLUMNS].map(({ formatCell: says, style }) =>
      element('td', says(entry), style(entry)),
    )
    return createElement('tr', [
      ...(rank === undefined ? [] : [rank]),
      createHeader('row', agent(entry, text)),
      ...cells,
    ])
  })
  const node = createElement('table', [
    createElement('thead', [createElement('tr', heads)]),
    createElement('tbody', rows),
  ])
  node.className = 'ranks results'
  return node
}

function agent(entry: SearchEntry, text: string): (HTMLElement | string)[] {
  const { handle, name, flagged } = entry
  const link = document.createElement('a')
  link.href = siteAddress(`/agents/${encodeURIComponent(handle)}`)
  link.textContent = name
  const flag = flagged === null ? [] : [' ', element('strong', flagged, 'flag')]
  const by = matchReason(entry, text)
  const found = by === null ? [] : [' ', element('span', by, 'soft')]
  return [link, ...flag, element('br'), element('code', handle, 'soft'), ...found]
}

function createHeader(scope: string, parts: (HTMLElement | string)[]): HTMLElement {
  const node = createElement('th', parts)
  node.setAttribute('scope', scope)
  return node
}

function createElement(tag: string, parts: (HTMLElement | string)[]): HTMLElement {
  const node = document.createElement(tag)
  node.append(...parts)
  return node
}

function element(tag: string, text = '', className = ''): HTMLElement {
  const node = createElement(tag, text === '' ? [] : [text])
  if (className !== '') node.className = className
  return node
}
