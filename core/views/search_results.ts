import { xml } from '../domain/text.ts'
import type { SearchEntry } from '../search/entry.ts'
import type { SearchFound } from '../search/search.ts'
import { suggestionList } from './error_page.ts'
import { foundWords, MOST_RESULTS, OTHER_WORDS, RESULT_COLUMNS } from './search_result.ts'

/** What a search found, as HTML: a sentence and a table, or what may be meant instead. */
export function searchResults(text: string, found: SearchFound): string {
  const says = `<p role="status">${xml(foundWords(text, found))}</p>`
  if (found.entries.length > 0) return `${says}\n${table(found.entries.slice(0, MOST_RESULTS))}`
  const meant = suggestionList(found.near, ({ handle }) => `/agents/${handle}`)
  return [says, meant === '' ? '' : `<p>Did you mean:</p>\n${meant}`, `<p>${xml(OTHER_WORDS)}</p>`]
    .filter((one) => one !== '')
    .join('\n')
}

const table = (entries: SearchEntry[]): string =>
  `<div class="wide" tabindex="0" role="region" aria-label="Agents found">
<table>
<thead><tr><th scope="col">Agent</th>${RESULT_COLUMNS.map(({ title }) => `<th scope="col">${title}</th>`).join('')}</tr></thead>
<tbody>
${entries.map(row).join('\n')}
</tbody>
</table>
</div>`

function row(entry: SearchEntry): string {
  const { handle, name, flagged } = entry
  const flag = flagged === null ? '' : ` <strong class="flag">${xml(flagged)}</strong>`
  const cells = RESULT_COLUMNS.map(
    ({ says, style }) => `<td class="${style(entry)}">${xml(says(entry))}</td>`,
  )
  return `<tr><th scope="row"><a href="/agents/${xml(handle)}">${xml(name)}</a>${flag}<br><code class="soft">${xml(handle)}</code></th>${cells.join('')}</tr>`
}
