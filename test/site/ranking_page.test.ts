import { parseHTML } from 'linkedom'
import { beforeAll, expect, test } from 'vitest'
import { pageBundle } from '../../pipeline/artifacts/hosts/bundle.ts'

const row = (name: string, change: string, state: string) =>
  `<tr><th scope="row"><span class="who">${name}</span></th><td class="moved">${change}</td><td><span class="state ${state}"></span></td></tr>`

/** Two pages of a ranking, as they are published. */
const PAGES = [
  [row('Quartz', '+2.0', 'silent'), row('Slate', '·', 'alive')],
  [row('Tide', '-1.0', 'alive'), row('Slate Two', '+0.5', 'alive')],
].map(
  (
    rows,
  ) => `<body><form id="narrow"><input name="q" class="waiting"><a class="chip" data-is="ranked" href="/r">Ranked</a>
<button class="chip waiting" type="button" data-is="alive">Alive only</button></form><p id="narrowed">As it is.</p>
<table id="ranks" data-list="/r" data-pages="2" data-ranked="2"><thead><tr><th class="agent">Agent</th><th class="moved">Change</th></tr></thead>
<tbody>${rows.join('')}</tbody></table><p class="pages-now">Page 1 of 2</p><nav class="pages">1 2</nav></body>`,
)

let script = ''
beforeAll(async () => {
  script = await pageBundle('site/ranking.ts')
})

/** The first page after its script ran, opened with a query. */
function open(search = '') {
  const { document, window } = parseHTML(PAGES[0] ?? '')
  const location = { search, pathname: '/r' }
  const went: string[] = []
  const go = (how: string) => (_: unknown, __: string, address: string) => {
    went.push(`${how} ${address}`)
    location.search = address.slice(location.pathname.length)
  }
  const form = document.querySelector('form') as object
  // This document does not know the fields of a form.
  Object.defineProperty(form, 'elements', { value: { namedItem: () => document.querySelector('input') } })
  const table = document.querySelector('table') as object
  for (const [name, value] of [
    ['tBodies', [...document.querySelectorAll('tbody')]],
    ['tHead', document.querySelector('thead')],
  ] as const)
    Object.defineProperty(table, name, { value })
  // Nor does it adopt nodes.
  const adoptNode = (node: never) => document.importNode(node, true)
  Object.defineProperty(document, 'adoptNode', { value: adoptNode })
  class Asked {
    status = 200
    responseXML: unknown
    onload = () => {}
    open(_: string, address: string) {
      this.responseXML = parseHTML(PAGES[Number(address.split('/').at(-1)) - 1] ?? '').document
    }
    send() {
      queueMicrotask(() => this.onload())
    }
  }
  const back: (() => void)[] = []
  const run = new Function(
    ...['document', 'location', 'history', 'XMLHttpRequest', 'addEventListener', 'HTMLButtonElement'],
    script,
  )
  run(
    ...[document, location, { pushState: go('push'), replaceState: go('replace') }, Asked],
    ...[(_: string, listener: () => void) => back.push(listener), window.HTMLButtonElement],
  )
  const settle = () => new Promise((done) => setTimeout(done, 20))
  return {
    went,
    names: () => [...document.querySelectorAll('.who')].map(({ textContent }) => textContent),
    says: () => document.querySelector('#narrowed')?.textContent,
    isPaged: () => !document.querySelector('nav')?.hasAttribute('hidden'),
    sortedBy: (column: string) => document.querySelector(`th.${column}`)?.getAttribute('aria-sort') ?? null,
    async type(words: string) {
      const field = document.querySelector('input') as unknown as {
        value: string
        dispatchEvent(event: Event): void
      }
      field.value = words
      field.dispatchEvent(new window.Event('input'))
      await settle()
    },
    async press(selector: string) {
      document.querySelector(selector)?.dispatchEvent(new window.Event('click', { bubbles: true }))
      await settle()
    },
    async goBack(query: string) {
      location.search = query
      for (const listener of back) listener()
      await settle()
    },
    settle,
  }
}

test('a filter looks on all pages, hides the pager and is in the address; letters are no step to go back to', async () => {
  const page = open()
  expect([page.isPaged(), page.names()]).toEqual([true, ['Quartz', 'Slate']])
  await page.type('slate')
  expect([page.isPaged(), page.names(), page.says()]).toEqual([
    ...[false, ['Slate', 'Slate Two'], '2 of 4 agents.'],
  ])
  await page.press('[data-is=alive]')
  expect(page.went).toEqual(['replace /r?q=slate', 'push /r?q=slate&alive'])
})

test('back undoes a step, down to the list as it was with its pager', async () => {
  const page = open()
  await page.press('[data-is=alive]')
  expect([page.isPaged(), page.names()]).toEqual([false, ['Slate', 'Tide', 'Slate Two']])
  await page.goBack('')
  expect([page.isPaged(), page.names(), page.says()]).toEqual([true, ['Quartz', 'Slate'], 'As it is.'])
})

test('an address with a state opens in it', async () => {
  const page = open('?q=tide')
  await page.settle()
  expect([page.isPaged(), page.names()]).toEqual([false, ['Tide']])
})

test('the heads of columns sort over all pages, one press after the other, and say so', async () => {
  const page = open()
  await page.press('th.moved button')
  expect([page.names(), page.sortedBy('moved'), page.isPaged()]).toEqual([
    ...[['Quartz', 'Slate Two', 'Slate', 'Tide'], 'descending', false],
  ])
  await page.press('th.moved button')
  expect([page.names(), page.sortedBy('moved')]).toEqual([
    ...[['Tide', 'Slate', 'Slate Two', 'Quartz'], 'ascending'],
  ])
  await page.press('th.moved button')
  expect([page.names(), page.sortedBy('moved'), page.isPaged()]).toEqual([['Quartz', 'Slate'], null, true])
  await page.press('th.agent button')
  expect([page.names(), page.sortedBy('agent')]).toEqual([
    ...[['Quartz', 'Slate', 'Slate Two', 'Tide'], 'ascending'],
  ])
  expect(page.went.at(-1)).toBe('push /r?order=name')
})
