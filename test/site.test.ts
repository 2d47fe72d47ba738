import { beforeAll, expect, test } from 'vitest'
import { type Crawl, crawl } from '../lab/e2e/browser/crawl.ts'
import { assertNested } from './render/html.ts'
import { type SampleHandler, sampleHandler } from './sample_handler.ts'
import { SAMPLE_BASE_URL } from './sample_output.ts'

let sample: SampleHandler
let site: Crawl
const titles = new Map<string, string[]>()
const problems: string[] = []

beforeAll(async () => {
  sample = await sampleHandler()
  site = await crawl(async (target) => {
    const response = await sample.ask(target, { headers: { accept: 'text/html' } })
    const text = await response.text()
    if (!response.headers.get('content-type')?.startsWith('text/html'))
      return { status: response.status, html: null }
    examine(target, text)
    return { status: response.status, html: text }
  }, SAMPLE_BASE_URL)
}, 240_000)

/** Requires what every page needs for screen readers and for search engines. */
function examine(target: string, html: string): void {
  assertNested(html)
  const single = (what: string, pattern: RegExp): string => {
    const found = [...html.matchAll(pattern)]
    if (found.length !== 1) problems.push(`${target}: ${found.length} of ${what}`)
    return found[0]?.[1] ?? ''
  }
  single('main', /<main id="content">/g)
  single('h1', /<h1[ >]/g)
  single('description', /<meta name="description" content="([^"]{20,})">/g)
  // One that search engines leave out needs no address of its own.
  const canonical = html.includes('content="noindex')
    ? target
    : single('canonical', /<link rel="canonical" href="([^"]*)">/g)
  const title = single('title', /<title>([^<]{5,})<\/title>\n<meta/g)
  titles.set(title, [...new Set([...(titles.get(title) ?? []), canonical])])
  if (html.includes('since unknown')) problems.push(`${target}: since unknown`)
  if (/ (?:href|src)="data:/.test(html)) problems.push(`${target}: a data: address, which the policy forbids`)
}

test('every agent is reached from the home page by links, departed ones too', () => {
  const index = sample.release.file('private', 'agents-index.json')?.read().toString() ?? '[]'
  const handles = (JSON.parse(index) as [handle: string][]).map(([handle]) => handle)
  expect(handles.length).toBeGreaterThan(340)
  expect(handles.filter((handle) => !site.reached.has(`/agents/${handle}`))).toEqual([])
})

test('no link of the site is broken', () => {
  expect(site.broken).toEqual([])
  expect(site.reached.size).toBeGreaterThan(3_000)
})

test('every page has one heading, a description and a title of its own', () => {
  expect(problems).toEqual([])
  expect([...titles].filter(([, pages]) => pages.length > 1)).toEqual([])
})

test('every page of the sitemap is reached too', async () => {
  const xml = await (await sample.ask('/sitemap.xml')).text()
  const pages = [...xml.matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, url = '']) =>
    url.slice(SAMPLE_BASE_URL.length),
  )
  expect(pages.length).toBeGreaterThan(350)
  expect(pages.filter((path) => !site.reached.has(path))).toEqual([])
})

test('a page of a list names its neighbours, and every category has its list', async () => {
  for (const category of ['model_family', 'tokenized', 'service', 'developer', 'mcp_server'])
    expect(site.reached.has(`/rankings/${category}`), category).toBe(true)
  const second = await (await sample.ask('/rankings/mcp_server/2')).text()
  expect(second).toContain('<link rel="prev" href="/rankings/mcp_server">')
  const first = await (await sample.ask('/rankings/mcp_server')).text()
  expect(first).toContain('<link rel="next" href="/rankings/mcp_server/2">')
  expect(await (await sample.ask('/rankings/mcp_server/1')).text()).toBe(first)
})
