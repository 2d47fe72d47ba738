import { parseHTML } from 'linkedom'
import { expect, test } from 'vitest'
import { pageBundle } from '../../pipeline/artifacts/hosts/bundle.ts'

type PageDocument = ReturnType<typeof parseHTML>['document']

/** The page as the script sees it, opened with a query. */
async function openPage(query: string): Promise<PageDocument> {
  const { document, HTMLInputElement, HTMLSelectElement } =
    parseHTML(`<body><form id="choose-agent" class="waiting"><input id="badge-agent" value="quartz">
    <select id="badge-style"></select></form>
    <div id="badge-maker" data-base="https://assay.example"><img id="badge-preview" src="/embed/quartz.svg">
    <code data-snippet="html"></code></div></body>`)
  // This document does not know what is selected.
  Object.defineProperty(document.getElementById('badge-style'), 'value', { value: 'flat', writable: true })
  const names = ['document', 'location', 'history', 'HTMLInputElement', 'HTMLSelectElement']
  const run = new Function(...names, await pageBundle('site/badge.ts'))
  run(document, { search: query }, { replaceState() {} }, HTMLInputElement, HTMLSelectElement)
  return document
}

const preview = (document: PageDocument) => document.getElementById('badge-preview')?.getAttribute('src')

test('the page of badges begins with the agent and the style of its address', async () => {
  const page = await openPage('?agent=beryl&style=for-the-badge')
  expect(preview(page)).toBe('/embed/beryl.svg?style=for-the-badge')
  expect(page.querySelector('[data-snippet]')?.textContent).toContain(
    'https://assay.example/embed/beryl.svg?style=for-the-badge',
  )
  expect(page.getElementById('choose-agent')?.className).toBe('')
})

test('what is no agent and no style is left', async () => {
  expect(preview(await openPage('?agent=a%2Fb&style=%3Cscript%3E'))).toBe('/embed/quartz.svg')
  expect(preview(await openPage('?agent=beryl&style=plastic'))).toBe('/embed/beryl.svg')
})
