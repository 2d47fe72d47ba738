import { expect, test } from 'vitest'
import { errorPage, suggestionList } from '../../core/views/error_page.ts'

const SHELL = `<title>Error</title><link rel="canonical" href="https://index.example/">
<h1><!-- heading --></h1>
<!-- message -->`

test('a page of an error has its words in the marks of the shell, escaped, and is not for search engines', () => {
  expect(errorPage(SHELL, { heading: 'No <such> $& page', message: 'Nothing & $& here.' })).toBe(
    `<title>No &lt;such&gt; $&amp; page: Assay</title><meta name="robots" content="noindex">
<h1>No &lt;such&gt; $&amp; page</h1>
<p>Nothing &amp; $&amp; here.</p>`,
  )
})

test('agents that may have been meant are links, with their flags beside', () => {
  const suggestions = [
    { handle: 'alder', name: '<Alder>', flagged: null },
    { handle: 'ash', name: 'Ash', flagged: 'flagged: hostile name' },
  ]
  const items = [
    '<li><a href="/agents/alder">&lt;Alder&gt;</a> <code class="soft">alder</code></li>',
    '<li><a href="/agents/ash">Ash</a> <strong class="flag">flagged: hostile name</strong> <code class="soft">ash</code></li>',
  ]
  const page = errorPage(SHELL, { heading: 'Not found', message: 'No such agent.', suggestions })
  expect(page.slice(page.indexOf('<p>'))).toBe(
    `<p>No such agent.</p>\n<p>Did you mean:</p>\n<ul>\n${items.join('\n')}\n</ul>`,
  )
  expect(suggestionList(suggestions.slice(0, 1), ({ handle }) => `/?a=1&b=${handle}`)).toContain(
    '<a href="/?a=1&amp;b=alder">',
  )
  expect(suggestionList([], () => '')).toBe('')
})
