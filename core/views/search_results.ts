import { xml } from '../domain/text.ts'
import type { SearchEntry } from '../search/entry.ts'
import { matchReason } from '../search/match_reason.ts'
import type { PageSearchResult } from '../search/search.ts'
import { suggestionList } from './error_page.ts'
import { describeMatches, MAX_RESULTS, OTHER_WORDS, RANK_COLUMN, RESULT_COLUMNS } from './search_result.ts'

/** Renders search results as HTML: a sentence and a table, or suggestions instead. */
export function renderSearchResults(text: string, found: PageSearchResult): string {
  const says = `<p role="status">${xml(describeMatches(text, found))}</p>`
  if (found.entries.length > 0) return `${says}\n${table(found.entries.slice(0, MAX_RESULTS), text)}`
  if (found.says !== undefined) return `${says}\n<p>${xml(found.says)}</p>`
  const meant = suggestionList(found.near, ({ handle }) => `/agents/${handle}`)
  return [says, meant === '' ? '' : `<p>Did you mean:</p>\n${meant}`, `<p>${xml(OTHER_WORDS)}</p>`]
    .filter((text) => text !== '')
    .join('\n')
}

const table = (entries: SearchEntry[], text: string): string =>
  `<table class="ranks results">
<thead><tr>${[RANK_COLUMN.title, 'Agent', ...RESULT_COLUMNS.map(({ title }) => title)].map((title) => `<th scope="col">${title}</th>`).join('')}</tr></thead>
<tbody>
${entries.map((entry) => row(entry, text)).join('\n')}
</tbody>
</table>`

function row(entry: SearchEntry, text: string): string {
  const [rank, ...cells] = [RANK_COLUMN, ...RESULT_COLUMNS].map(
    ({ formatCell: says, style }) => `<td class="${style(entry)}">${xml(says(entry))}</td>`,
  )
  return `<tr>${rank}<th scope="row">${agent(entry, text)}</th>${cells.join('')}</tr>`
}

function agent(entry: SearchEntry, text: string): string {
  const { handle, name, flagged } = entry
  const flag = flagged === null ? '' : ` <strong class="flag">${xml(flagged)}</strong>`
  const by = matchReason(entry, text)
  const found = by === null ? '' : ` <span class="soft">${xml(by)}</span>`
  return `<a href="/agents/${xml(handle)}">${xml(name)}</a>${flag}<br><code class="soft">${xml(handle)}</code>${found}`
}
