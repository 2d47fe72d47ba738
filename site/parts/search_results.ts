import type { SearchEntry } from '../../core/search/entry.ts'
import {
  foundWords,
  MOST_RESULTS,
  OTHER_WORDS,
  RESULT_COLUMNS,
  TOO_MANY,
} from '../../core/views/search_result.ts'
import { type Found, SearchFailed, type SearchFiles } from './search_files.ts'

/** Fills in what the address of the page asks for, where no service did: the same as `searchResults` writes. */
export async function searchResults(page: Document, files: SearchFiles): Promise<void> {
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
    status.textContent = foundWords(text, found)
    section.append(...shown(found))
  } catch (error) {
    status.textContent = error instanceof SearchFailed ? error.message : String(error)
  }
}

function shown({ entries, near, isByService }: Found): HTMLElement[] {
  const service = isByService ? [element('p', TOO_MANY, 'soft')] : []
  if (entries.length > 0) return [...service, table(entries.slice(0, MOST_RESULTS))]
  const list = element('ul')
  for (const one of near) {
    const item = element('li')
    item.append(...agent(one))
    list.append(item)
  }
  const meant = near.length > 0 ? [element('p', 'Did you mean:'), list] : []
  return [...service, ...meant, element('p', OTHER_WORDS)]
}

function table(entries: SearchEntry[]): HTMLElement {
  const heads = ['Agent', ...RESULT_COLUMNS.map(({ title }) => title)].map((title) => {
    const cell = element('th', title)
    cell.setAttribute('scope', 'col')
    return cell
  })
  const [head, body, all, wide] = ['thead', 'tbody', 'table', 'div'].map((tag) => element(tag)) as [
    HTMLElement,
    HTMLElement,
    HTMLElement,
    HTMLElement,
  ]
  head.append(row(heads))
  body.append(...entries.map(entryRow))
  all.append(head, body)
  wide.append(all)
  wide.className = 'wide'
  wide.tabIndex = 0
  wide.setAttribute('role', 'region')
  wide.setAttribute('aria-label', 'Agents found')
  return wide
}

function entryRow(entry: SearchEntry): HTMLElement {
  const name = element('th')
  name.setAttribute('scope', 'row')
  name.append(...agent(entry))
  return row([name, ...RESULT_COLUMNS.map(({ says, style }) => element('td', says(entry), style(entry)))])
}

function agent({ handle, name, flagged }: SearchEntry): (HTMLElement | string)[] {
  const link = page().createElement('a')
  link.href = `/agents/${encodeURIComponent(handle)}`
  link.textContent = name
  const flag = flagged === null ? [] : [' ', element('strong', flagged, 'flag')]
  return [link, ...flag, element('br'), element('code', handle, 'soft')]
}

function row(cells: HTMLElement[]): HTMLElement {
  const made = element('tr')
  made.append(...cells)
  return made
}

function element(tag: string, text = '', className = ''): HTMLElement {
  const made = page().createElement(tag)
  if (text !== '') made.textContent = text
  if (className !== '') made.className = className
  return made
}

const page = (): Document => document
