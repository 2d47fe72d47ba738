import { expect, test } from 'vitest'
import { addBasePath, basePath } from '../../core/pages/base_path.ts'
import { BARE_SHELL, errorPage } from '../../core/views/error_page.ts'
import { pageRenderer } from '../../pipeline/render/pages.ts'

const SUBFOLDER = 'https://owner.example/index'
const ROOT_LINK = /\b(?:href|src|action)="\/(?!index\/)[^"]*/g

const fillError = (base_url: string) =>
  pageRenderer().fill('error', {
    ...{
      title: 'Error',
      description: 'Nothing is here.',
      path: '/',
      neighbours: [],
      base_url,
      world: 'live',
    },
    ...{ date: '2026-03-20', limitations: [], scripts: ['/assets/status.js'], twin: '/agents/alder.md' },
    ...{ card: null, alternates: [], json_ld: null },
  })

test('the path of an index is that of its address', () => {
  expect(['https://a.example', 'https://a.example/', SUBFOLDER, `${SUBFOLDER}/deep/`].map(basePath)).toEqual([
    '',
    '',
    '/index',
    '/index/deep',
  ])
})

test('in a subfolder every link, script, style and form of a page starts there', () => {
  const page = fillError(SUBFOLDER)
  expect(page.match(ROOT_LINK)).toBeNull()
  for (const part of ['/index/assets/site.js', '/index/assets/status.js', 'action="/index/search"'])
    expect(page).toContain(part)
  expect(page).toContain('<html lang="en" data-base="/index">')
  expect(page).toContain('<link rel="canonical" href="https://owner.example/index/">')
})

test('at the root of a host nothing is added', () => {
  const page = fillError('https://a.example')
  expect(page).toContain('<html lang="en">')
  expect(page).toContain('src="/assets/site.js"')
})

test('other sites, and text that looks like a link, are left alone', () => {
  const html =
    '<a href="//other.example/">1</a> <a href="https://b.example/x">2</a> href=&quot;/y&quot; <a href="#z">3</a>'
  expect(addBasePath(html, '/index')).toBe(html)
})

test('agents that an error page suggests are under the path of its frame', () => {
  const view = {
    heading: 'None',
    message: 'None.',
    suggestions: [{ handle: 'alder', name: 'Alder', flagged: null }],
  }
  expect(errorPage(fillError(SUBFOLDER), view)).toContain('<a href="/index/agents/alder">')
  expect(errorPage(BARE_SHELL, view)).toContain('<h1>None</h1>')
})
