import { expect, test } from 'vitest'
import type { ProtocolKind } from '../../pipeline/probes/protocol.ts'
import page from '../../pipeline/probes/protocols/page.ts'
import { emptyPage, from, html, json, serveSite, target, text } from './fake_site.ts'

const URL = 'https://agent.example/about'
const RECORD = { name: 'Weather', schema_version: '0.8.0', skills: [{ id: 1, name: 'forecast' }] }
const probe = async (kind: ProtocolKind, answer: () => Response) => {
  const result = await page.probe(target(kind, URL), serveSite({ [`GET ${URL}`]: answer }).fetch)
  return result.outcome
}
const content = () => html('<main><h1>Weather</h1><p>Forecasts for every city of the world.</p></main>')

test.each<[string, () => Response, string, string, string]>([
  ['a page', content, 'answers', 'wrong_protocol', 'answers'],
  ["an application's empty page", emptyPage, 'answers', 'wrong_protocol', 'wrong_protocol'],
  [
    'one that is loading',
    () => html('<noscript>You need to enable JavaScript.</noscript><p>Loading…</p><script></script>'),
    'answers',
    'wrong_protocol',
    'wrong_protocol',
  ],
  [
    'an empty page with a long head',
    () => html(`<style>${'a{b:c}'.repeat(800)}</style>`),
    'answers',
    'wrong_protocol',
    'answers',
  ],
  ['a record', () => json(RECORD), 'wrong_protocol', 'answers', 'answers'],
  [
    'a record as text',
    () => text(JSON.stringify(RECORD), 200, 'text/plain'),
    'wrong_protocol',
    'wrong_protocol',
    'wrong_protocol',
  ],
  [
    'a record as a page',
    () => text(JSON.stringify(RECORD), 200, 'text/html'),
    'wrong_protocol',
    'wrong_protocol',
    'wrong_protocol',
  ],
  ['a record cut off', () => text('{"name":"Weather","skills":['), 'malformed', 'malformed', 'malformed'],
  ['a registrar', () => html('<p>Buy this domain</p>'), 'parked', 'parked', 'parked'],
  ['a refusal', () => html('Unauthorized', 401), 'gated', 'gated', 'gated'],
  ['a fault', () => html('Error', 502), 'server_error', 'server_error', 'server_error'],
  ['nothing', () => text('', 200, 'text/html'), 'wrong_protocol', 'wrong_protocol', 'wrong_protocol'],
])('%s', async (_name, answer, web, oasf, other) => {
  const outcomes = [await probe('web', answer), await probe('oasf', answer), await probe('other', answer)]
  expect(outcomes).toEqual([web, oasf, other])
})

test.each([
  [{}],
  [[]],
  [{ hello: 'world' }],
  [{ ok: true, uptime: 12, region: 'eu' }],
  [{ service: 'agent', version: '2.0.0', docs: '/docs' }],
  [{ success: false, error: 'unknown route', path: '/about', method: 'GET' }],
])('%j is a placeholder, for all kinds', async (body) => {
  for (const kind of ['web', 'oasf', 'other'] as const)
    expect(await probe(kind, () => json(body))).toBe('wrong_protocol')
})

test('a redirect to another host is not followed in what it says, one to www is', async () => {
  expect(await probe('web', () => from('https://shop.example/', content()))).toBe('wrong_protocol')
  expect(await probe('web', () => from('https://www.agent.example/about', content()))).toBe('answers')
  const moved = () => new Response(null, { status: 302, headers: { location: 'https://shop.example/' } })
  expect(await probe('web', moved)).toBe('wrong_protocol')
})

test('an error whose body does not end is what its status says, a page is malformed', async () => {
  const endless = () => new ReadableStream({ pull: (to) => to.enqueue(new Uint8Array(65_536).fill(0x20)) })
  const answer = (status: number) => () =>
    new Response(endless(), { status, headers: { 'content-type': 'text/html' } })
  expect(await probe('web', answer(404))).toBe('not_found')
  await expect(probe('web', answer(200))).rejects.toMatchObject({ outcome: 'malformed' })
})
