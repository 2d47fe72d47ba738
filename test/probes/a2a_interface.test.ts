import { expect, test } from 'vitest'
import { CARD, CARD_URL, HOST, INTERFACE, probe, reply, speak, toNewCard } from './a2a_fakes.ts'
import { emptyPage, fail, from, html, json, text } from './fake_site.ts'

const GET = `GET ${CARD_URL}`
const POST = `POST ${INTERFACE}`
const SENDS = /message|send|stream|tools\/call/i

test('the question is for a task that cannot exist, and sends no message', async () => {
  const { posts, requests } = await probe({ [POST]: speak })
  expect(posts).toEqual([
    expect.objectContaining({
      ...{ version: '0.3', jsonrpc: '2.0', id: 1, method: 'tasks/get' },
      params: { id: '00000000-0000-0000-0000-000000000000' },
    }),
  ])
  expect(requests.some(({ body = '' }) => SENDS.test(body))).toBe(false)
})

test('version 1.0 has another method, and a tenant', async () => {
  const tenant = { url: INTERFACE, protocolBinding: 'JSONRPC', protocolVersion: '1.0', tenant: 'north' }
  const { posts } = await probe({ [GET]: () => json(toNewCard(tenant)), [POST]: speak })
  expect(posts).toMatchObject([{ version: '1.0', method: 'GetTask', params: { tenant: 'north' } }])
})

test.each([
  ['an unknown task', () => json(reply(-32001)), 'answers', 'answers'],
  ['an unknown method', () => json(reply(-32601)), 'answers', 'answers'],
  ['an error under 400', () => json(reply(-32602), 400), 'answers', 'answers'],
  ['an error under 500', () => json(reply(-32603), 500), 'answers', 'answers'],
  ['an error without an id', () => json({ ...reply(-32700), id: null }), 'answers', 'answers'],
  ['a task', () => json({ jsonrpc: '2.0', id: 1, result: { id: 'x' } }), 'answers', 'answers'],
  [
    'an event stream',
    () => text(`data: ${JSON.stringify(reply(-32001))}\n\n`, 200, 'text/event-stream'),
    'answers',
    'answers',
  ],
  ['401', () => json({ error: 'unauthorized' }, 401), 'gated', 'gated'],
  ['403 in JSON-RPC', () => json(reply(-32000), 403), 'gated', 'gated'],
  ['a token that is missing', () => json({ error: 'Bearer token is required' }, 400), 'gated', 'gated'],
  ['a page', emptyPage, 'card_only', 'wrong_protocol'],
  ['other JSON', () => json({ status: 'ok' }), 'card_only', 'wrong_protocol'],
  ['404', () => json({}, 404), 'card_only', 'not_found'],
  ['a fault', () => html('Bad Gateway', 502), 'card_only', 'server_error'],
  ['no answer', () => fail('timeout'), 'card_only', 'timeout'],
  ['an address that is unsafe', () => fail('unsafe'), 'card_only', 'unsafe'],
  ['another host', () => from('https://x.other.example/', speak()), 'card_only', 'wrong_protocol'],
  ['too many requests', () => json(reply(-32000), 429), 'rate_limited', 'rate_limited'],
  ['a bot check', () => text('', 403, 'text/html', { 'cf-mitigated': 'challenge' }), 'blocked', 'blocked'],
])('an interface that answers %s', async (_name, answer, outcome, seen) => {
  const { result } = await probe({ [POST]: answer })
  expect(result).toMatchObject({ outcome, details: { interface: { outcome, seen } } })
})

test('an interface that may not be asked is not probed', async () => {
  const refused = probe({ [POST]: () => fail('not_probed') })
  await expect(refused).rejects.toMatchObject({ outcome: 'not_probed' })
})

const on = (url: string, protocolBinding = 'JSONRPC') => ({ url, protocolBinding, protocolVersion: '1.0' })

test.each([
  ['another host', 'https://victim.example/a2a'],
  ['a host that only ends alike', 'https://notagent.example/a2a'],
  ['an IP address', 'https://203.0.113.9/a2a'],
  ['a template', `${HOST}/{tenant}/a2a`],
])('%s is never asked', async (_name, url) => {
  for (const card of [{ ...CARD, url }, toNewCard(on(url))]) {
    const { result, posts } = await probe({ [GET]: () => json(card), [POST]: speak })
    expect(posts).toEqual([])
    expect(result).toMatchObject({ outcome: 'card_only', details: { interface: null } })
  }
})

test.each([
  ['https://app.vercel.app', 'https://other.vercel.app/a2a', false],
  ['https://app.vercel.app', 'https://vercel.app/a2a', false],
  ['https://app.vercel.app', 'https://app.vercel.app/a2a', true],
  ['https://app.vercel.app', 'https://api.app.vercel.app/a2a', true],
  ['https://me.github.io', 'https://you.github.io/a2a', false],
  ['https://cards.shop.co.uk', 'https://api.shop.co.uk/a2a', true],
  ['https://shop.co.uk', 'https://bank.co.uk/a2a', false],
])('a card at %s may name %s: %s', async (host, url, isAsked) => {
  const answers = {
    [`GET ${host}/.well-known/agent-card.json`]: () => json({ ...CARD, url }),
    [`POST ${url}`]: speak,
  }
  const { result, sent } = await probe(answers, `${host}/.well-known/agent-card.json`)
  expect(result.outcome).toBe(isAsked ? 'answers' : 'card_only')
  expect(sent.includes(`POST ${url}`)).toBe(isAsked)
})

test('of several interfaces the first for JSON-RPC on the own site is asked', async () => {
  const interfaces = [on(`${HOST}/grpc`, 'GRPC'), on('https://victim.example/a2a'), on(INTERFACE)]
  const { result, posts } = await probe({
    [GET]: () => json(toNewCard(...interfaces)),
    [POST]: speak,
  })
  expect(result).toMatchObject({ outcome: 'answers', details: { interface: { url: INTERFACE } } })
  expect(posts).toHaveLength(1)
})

test('a card of 0.3 may prefer another transport, and name JSON-RPC besides', async () => {
  const card = { ...CARD, url: `${HOST}/rest`, preferredTransport: 'HTTP+JSON' }
  const without = await probe({ [GET]: () => json(card) })
  expect(without.result).toMatchObject({ outcome: 'card_only', details: { interface: null } })
  const more = { ...card, additionalInterfaces: [{ url: INTERFACE, transport: 'JSONRPC' }] }
  const { result } = await probe({ [GET]: () => json(more), [POST]: speak })
  expect(result.outcome).toBe('answers')
})
