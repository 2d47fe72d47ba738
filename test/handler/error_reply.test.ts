import { expect, test } from 'vitest'
import { prefersHtml } from '../../serving/handler/error_reply.ts'
import { createHandler } from '../../serving/handler/handler.ts'
import { assertNested } from '../render/html.ts'
import { sampleHandler } from '../sample_handler.ts'

const BROWSER = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8'
const POLICY = /default-src 'none'; style-src 'self'/

const sample = await sampleHandler()
const ask = (target: string, accept: string | null, method = 'GET') =>
  sample.ask(target, { method, headers: accept === null ? {} : { accept } })

test.each([
  [BROWSER, true],
  ['text/html', true],
  ['application/xhtml+xml', true],
  ['text/html, application/json', true],
  ['text/html;q=0.5, application/json;q=0.5', true],
  ['application/json, text/html;q=0.9', false],
  ['text/html;q=0', false],
  ['*/*', false],
  ['text/*', false],
  ['application/json', false],
  ['', false],
  [null, false],
])('Accept %j prefers HTML: %s', (accept, expected) => {
  expect(prefersHtml(accept)).toBe(expected)
})

test.each([
  ['/agents/no-such-agent', 404, 'Agent not found'],
  ['/agents/weather-tool', 404, 'Agent not found'],
  ['/nowhere', 404, 'Page not found'],
  ['/%', 404, 'Page not found'],
  ['/rankings/service/999', 404, 'Page not found'],
  ['/rankings/nothing', 400, 'This request cannot be answered'],
  ['/methodology/nothing', 400, 'This request cannot be answered'],
  ['/compare?agents=', 400, 'This request cannot be answered'],
])('%s is a page for browsers and the error body for programs', async (target, status, heading) => {
  const page = await ask(target, BROWSER)
  const html = await page.text()
  expect([page.status, page.headers.get('content-type')]).toEqual([status, 'text/html; charset=utf-8'])
  expect(page.headers.get('content-security-policy')).toMatch(POLICY)
  expect(page.headers.get('content-length')).toBe(String(Buffer.byteLength(html)))
  assertNested(html)
  expect(html).toContain(`<h1>${heading}</h1>`)
  expect(html).toContain(`<title>${heading}: Assay</title>`)
  expect(html).toContain('<meta name="robots" content="noindex">')
  for (const accept of ['*/*', 'application/json', null]) {
    const plain = await ask(target, accept)
    expect([plain.status, plain.headers.get('content-type')]).toEqual([
      status,
      'application/json; charset=utf-8',
    ])
    expect(await plain.json()).toHaveProperty('error')
    expect(plain.headers.get('vary')).toBe('Accept')
  }
  expect(page.headers.get('vary')).toBe('Accept')
})

test('a page about an agent that is not there suggests those that the error body does, with their flags', async () => {
  const html = await (await ask('/agents/weather-tool', BROWSER)).text()
  const { suggestions } = await sample.json<{ suggestions: { handle: string }[] }>('/agents/weather-tool')
  const links = [...html.matchAll(/<li><a href="\/agents\/([\w-]+)">/g)].map(([, handle]) => handle)
  expect(links).toEqual(suggestions.map(({ handle }) => handle))
  expect(html).toMatch(/flagged: hostile name<\/strong> <code class="soft">zero-width</)
})

test('addresses of programs answer the error body whatever the caller accepts', async () => {
  for (const target of ['/api/agent/nobody/llm-summary', '/api/nothing', '/.well-known/nothing']) {
    const response = await ask(target, BROWSER)
    expect([response.status, response.headers.get('content-type'), response.headers.get('vary')]).toEqual([
      404,
      'application/json; charset=utf-8',
      null,
    ])
  }
})

test('HEAD has the headers of the page and no body', async () => {
  const head = await ask('/nowhere', BROWSER, 'HEAD')
  expect([head.status, head.headers.get('content-type'), await head.text()]).toEqual([
    404,
    'text/html; charset=utf-8',
    '',
  ])
})

test('a caller’s input is text in a page', async () => {
  const html = await (await ask('/agents/%3Cscript%3Ealert(1)%3C%2Fscript%3E', BROWSER)).text()
  expect(html).not.toMatch(/<script(?! type="module" src="\/assets)/)
})

test('without a release a browser gets a plain page, and so it does when the release cannot be read', async () => {
  const broken = { id: 'broken', content: () => Promise.reject(new Error('gone')) }
  for (const release of [null, broken]) {
    const handler = createHandler({
      current: async () => release as never,
      now: () => new Date(0),
      log: () => undefined,
    })
    const response = await handler.answer(new Request('http://localhost/', { headers: { accept: BROWSER } }))
    expect([response.status, response.headers.get('cache-control')]).toEqual([
      release === null ? 503 : 500,
      'no-store',
    ])
    expect(await response.text()).toMatch(/<h1>(?:Not available at the moment|Internal error)<\/h1>/)
  }
})
