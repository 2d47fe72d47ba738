import { parseHTML } from 'linkedom'
import { expect, test } from 'vitest'
import { pageBundle } from '../../pipeline/artifacts/hosts/bundle.ts'

type PageDocument = ReturnType<typeof parseHTML>['document']

/** The page as the script sees it, opened with a query. */
async function openPage(query: string): Promise<PageDocument> {
  const { document, HTMLInputElement } =
    parseHTML(`<body><form id="choose-agent" class="waiting"><input id="badge-agent" value="quartz">
    ${['flat', 'flat-square', 'for-the-badge'].map((name) => `<input type="radio" name="style" value="${name}"><i data-style="${name}"></i>`).join('')}</form>
    <div id="badge-maker" data-base="https://assay.example"><img id="badge-preview" src="/embed/quartz.svg">
    <code data-snippet="html"></code></div></body>`)
  const names = ['document', 'location', 'history', 'HTMLInputElement']
  const run = new Function(...names, await pageBundle('site/badge.ts'))
  run(document, { search: query }, { replaceState() {} }, HTMLInputElement)
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

test('each style is shown of the agent that is chosen, and an agent that is suggested leads to its badge', async () => {
  const page = await openPage('?agent=beryl&style=flat-square')
  expect([...page.querySelectorAll('[data-style] img')].map((image) => image.getAttribute('src'))).toEqual([
    '/embed/beryl.svg',
    '/embed/beryl.svg?style=flat-square',
    '/embed/beryl.svg?style=for-the-badge',
  ])
  expect(page.getElementById('badge-agent')?.getAttribute('role')).toBe('combobox')
  expect(page.querySelector('[data-snippet]')?.textContent).toContain('?style=flat-square"')
})
