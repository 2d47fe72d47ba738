import { join } from 'node:path'
import { build } from 'esbuild'
import { parseHTML } from 'linkedom'
import { beforeAll, expect, test } from 'vitest'
import { ROOT } from '../pages.ts'

const SELLERS = `<body><form class="waiting" data-beside="lists">
<input name="q" class="waiting" data-filters="lists" data-parts="tbody > tr"><input type="radio" id="choice">
</form><p id="lists-says"></p><div id="lists"><table><tbody>
<tr><th>Tide Desk <code title="0xAAAA1111">0xAA…11</code></th></tr>
<tr><th>no known agent <code title="0xBBBB2222">0xBB…22</code></th></tr>
<tr><th>Tide House <code title="0xCCCC3333">0xCC…33</code></th></tr>
</tbody></table></div></body>`

const TABLES = `<body><form class="waiting"><input data-filters="tables"></form><p id="tables-says"></p>
<div id="tables"><section id="who"><details>agents</details></section><section id="money"><details>x402 days</details>
<details>x402 demand</details></section></div></body>`

const FILTER = `import { filterParts } from './filter_parts.ts'
filterParts(document)`
let script = ''

beforeAll(async () => {
  const stdin = { contents: FILTER, resolveDir: join(ROOT, 'site/parts') }
  const { outputFiles } = await build({ stdin, bundle: true, write: false, format: 'esm', target: 'es2022' })
  script = outputFiles[0]?.text ?? ''
})

/** The page after its scripts have run, and what was taken into the address. */
function open(html: string, search = '') {
  const { document } = parseHTML(html)
  const addresses: unknown[] = []
  // A browser knows what its style sheet hides; here nothing is but by the attribute.
  for (const part of document.querySelectorAll('tr, details'))
    Object.assign(part, { checkVisibility: () => !part.hasAttribute('data-styled-away') })
  const history = { replaceState: (_: unknown, __: string, url: string) => addresses.push(url) }
  const run = new Function('document', 'location', 'history', script)
  run(document, { search, pathname: '/x402' }, history)
  const field = document.querySelector('input') as unknown as {
    value: string
    dispatchEvent(event: Event): void
  }
  return {
    document,
    field,
    addresses,
    type(words: string) {
      field.value = words
      field.dispatchEvent(new document.defaultView.Event('input'))
    },
    shown: (selector: string) =>
      [...document.querySelectorAll(selector)].filter((part) => !part.hasAttribute('hidden')).length,
    says: () => document.querySelector('p')?.textContent,
  }
}

test('rows are narrowed by every word, and by an address that is shown shortened', () => {
  const { type, shown, says } = open(SELLERS)
  expect(shown('tbody tr')).toBe(3)
  for (const [words, count] of [
    ['tide', 2],
    ['house TIDE', 1],
    ['0xbbbb2222', 1],
    ['nobody', 0],
  ] as const) {
    type(words)
    expect([shown('tbody tr'), says()], words).toEqual([count, `${count} found`])
  }
  type(' ')
  expect([shown('tbody tr'), says()]).toEqual([3, ''])
})

test('words are in the address, and an address with words opens narrowed', () => {
  const { type, addresses } = open(SELLERS)
  type(' tide & co ')
  type('')
  expect(addresses).toEqual(['/x402?q=tide%20%26%20co', '/x402'])
  const again = open(SELLERS, '?q=house')
  expect([again.field.value, again.shown('tbody tr'), again.says()]).toEqual(['house', 1, '1 found'])
  expect(again.document.querySelectorAll('.waiting')).toHaveLength(0)
})

test('a choice beside the field changes the number of those found', () => {
  const { document, type, says } = open(SELLERS)
  type('tide')
  document.querySelector('tr')?.setAttribute('data-styled-away', '')
  document.querySelector('#choice')?.dispatchEvent(new document.defaultView.Event('input'))
  expect(says()).toBe('1 found')
})

test('tables are narrowed with their groups, and a field without a name leaves the address alone', () => {
  const { type, shown, says, addresses } = open(TABLES, '?q=agents')
  expect([shown('details'), says()]).toEqual([3, ''])
  type('x402')
  expect([shown('details'), shown('section'), says(), addresses]).toEqual([2, 1, '2 found', []])
})
