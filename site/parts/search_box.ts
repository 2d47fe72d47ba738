import { describeMatches, describeResult } from '../../core/views/search_result.ts'
import { SearchFailed, type SearchFiles, type SiteSearchResult } from './search_files.ts'
import { SuggestionList } from './suggestion_list.ts'

/** Letters that come faster than this are answered once. */
const WAIT_MS = 10

/** The address that a suggested agent leads to, and true if Enter leads to the page of results. */
interface Leads {
  to: (handle: string) => string
  hasResults: boolean
}

const TO_AGENTS: Leads = { to: (handle) => `/agents/${encodeURIComponent(handle)}`, hasResults: true }

/** Suggests agents under a box while one types: the combobox of the ARIA patterns, with a list. */
export function searchBox(input: HTMLInputElement, files: SearchFiles, leads = TO_AGENTS): void {
  const list = new SuggestionList(input, leads.to)
  let requestCount = 0
  const suggest = async (): Promise<void> => {
    const text = input.value.trim()
    requestCount += 1
    const mine = requestCount
    if (text === '') return list.close()
    await new Promise((resolve) => setTimeout(resolve, WAIT_MS))
    // Results are for the current text, also after further typing.
    if (mine !== requestCount) return
    try {
      const found = await files.find(text)
      if (mine === requestCount) show(list, text, found, leads)
    } catch (error) {
      if (mine === requestCount) list.announce(error instanceof SearchFailed ? error.message : String(error))
    }
  }
  // What every search needs is there before the first letter is.
  input.addEventListener('focus', () => files.prepare().catch(() => undefined))
  input.addEventListener('input', suggest)
  input.addEventListener('blur', () => {
    requestCount += 1
    list.close()
  })
  input.addEventListener('keydown', (event) => {
    if (event.isComposing) return
    if (event.key === 'ArrowDown' && !list.isOpen) suggest()
    if (list.press(event.key)) event.preventDefault()
  })
}

/** A text that names an address, a wallet or a package, which the service looks up. */
const ADDRESS = /[/:@]|^0x|^[\w-]+\.[a-z]{2}|^[1-9A-HJ-NP-Za-km-z]{32,44}$/

function show(list: SuggestionList, text: string, found: SiteSearchResult, { hasResults }: Leads): void {
  const isFound = found.entries.length > 0
  const message = describeMatches(text, found)
  const entries = isFound ? found.entries : found.near
  if (hasResults && !isFound && ADDRESS.test(text)) {
    list.announce('Press Enter to look up the agent of this address, wallet or package.')
    return
  }
  const more = hasResults ? ' Enter lists them.' : ''
  const hint = isFound ? more : entries.length > 0 ? ' Is it one of these?' : ''
  list.show(
    entries.map((entry) => ({ ...entry, words: describeResult(entry, text) })),
    `${message}${hint}`,
  )
}
