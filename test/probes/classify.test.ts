import { expect, test } from 'vitest'
import { classifyAnswer, readText } from '../../pipeline/probes/classify.ts'
import { ProbeFailure } from '../../pipeline/probes/protocol.ts'

const HTML = { 'content-type': 'text/html; charset=utf-8' }
const page = (title: string, body = ''): string =>
  `<!DOCTYPE html>\n<html><head><title>${title}</title></head><body>${body}</body></html>`
const classify = (status: number, body: string, headers: Record<string, string> = HTML) =>
  classifyAnswer(new Response(body, { status, headers }), body)

test.each([
  [404, 'not_found'],
  [410, 'not_found'],
  [429, 'rate_limited'],
  [451, 'blocked'],
  [500, 'server_error'],
  [503, 'server_error'],
  [530, 'server_error'],
  [200, null],
  [400, null],
  [401, null],
  [402, null],
  [403, null],
  [405, null],
])('%i is %s', (status, outcome) => {
  expect(classify(status, page('Some page'))).toBe(outcome)
})

test.each([
  ['a header of Cloudflare', 403, page('x'), { ...HTML, 'cf-mitigated': 'challenge' }],
  ['its page under 503', 503, page('Just a moment...'), HTML],
  ['its form', 503, page('x', '<form id="challenge-form" method="post"></form>'), HTML],
  ['its page under 200', 200, page('Just a moment...'), HTML],
  ['its firewall', 403, 'error code: 1020', { 'content-type': 'text/plain' }],
  ['its refusal', 403, page('Attention Required! | Cloudflare'), HTML],
  ['a check of Vercel', 403, page('Vercel Security Checkpoint'), HTML],
  ['a firewall of AWS', 202, page(''), { ...HTML, 'x-amzn-waf-action': 'challenge' }],
  ['Imperva', 403, page('', '<iframe src="/_Incapsula_Resource?x=1"></iframe>'), HTML],
])('%s is blocked', (_name, status, body, headers) => {
  expect(classify(status, body, headers)).toBe('blocked')
})

test('words about a bot check in an answer or an article do not block', () => {
  const json = { 'content-type': 'application/json' }
  expect(classify(200, '{"text":"<title>Just a moment...</title> /cdn-cgi/challenge-platform/"}', json)).toBe(
    null,
  )
  expect(classify(200, page('Docs', 'See /cdn-cgi/challenge-platform/ for more'))).toBe(null)
  expect(classify(200, '{}', { ...json, 'x-datadome': 'protected' })).toBe(null)
})

test.each([
  ['a server of a registrar', '{}', { 'content-type': 'application/json', server: 'Parking/1.0' }],
  ['nginx', page('Welcome to nginx!'), HTML],
  ['Apache', page('Apache2 Ubuntu Default Page: It works'), HTML],
  ['a registered domain', page('Domain parked', 'Renew it.'), HTML],
  ['an offer', page('offers', '<p>This domain may be for sale.</p>'), HTML],
  ['advertisements', page('host.example', '<script>window.park="e30="</script>'), HTML],
  ['a page of GoDaddy', page('', '<script>window.location.href="/lander"</script>'), HTML],
])('%s is parked', (_name, body, headers) => {
  expect(classify(200, body, headers)).toBe('parked')
})

test('a title that offers its own host is parked, one that offers something else is not', () => {
  const sale = page('shop.example is for sale')
  const response = new Response(sale, { headers: HTML })
  Object.defineProperty(response, 'url', { value: 'https://www.shop.example/mcp' })
  expect(classifyAnswer(response, sale)).toBe('parked')
  expect(classify(200, page('The blue bicycle is for sale'))).toBe(null)
})

test('a long article about domains is not parked', () => {
  const words = 'How to sell a name. '.repeat(1_000)
  expect(classify(200, page('Guide', `${words} <p>Buy this domain, it said.</p>`))).toBe(null)
})

const stream = (chunks: (string | Error)[]): Response => {
  const left = [...chunks]
  const pull = (controller: ReadableStreamDefaultController) => {
    const next = left.shift()
    if (next === undefined) controller.close()
    else if (next instanceof Error) controller.error(next)
    else controller.enqueue(new TextEncoder().encode(next))
  }
  return new Response(new ReadableStream({ pull }))
}

test('a body is read to its end, and characters that chunks divide are whole', async () => {
  const euro = new Uint8Array([0xe2, 0x82, 0xac])
  const body = new ReadableStream({
    start(controller) {
      controller.enqueue(euro.slice(0, 2))
      controller.enqueue(euro.slice(2))
      controller.close()
    },
  })
  expect(await readText(new Response(body), 3)).toBe('€')
  expect(await readText(new Response(null), 3)).toBe('')
})

test('a body over the bound, or one that breaks, is malformed', async () => {
  const malformed = { outcome: 'malformed' }
  await expect(readText(stream(['12', '34']), 3)).rejects.toMatchObject(malformed)
  await expect(readText(stream(['1', new Error('reset')]), 3)).rejects.toMatchObject(malformed)
  const timeout = readText(stream(['1', new ProbeFailure('timeout')]), 3)
  await expect(timeout).rejects.toMatchObject({ outcome: 'timeout' })
})

test.each([
  ['https://host.example/mcp', 'redirects'],
  ['/mcp', 'redirects'],
  ['http://169.254.169.254/latest/', 'unsafe'],
  ['https://other.example/', null],
])('a redirect to %s that was not followed is %s', (location, outcome) => {
  const response = new Response(null, { status: 302, headers: { location } })
  Object.defineProperty(response, 'url', { value: 'https://host.example/mcp' })
  expect(classifyAnswer(response, '')).toBe(outcome)
})
