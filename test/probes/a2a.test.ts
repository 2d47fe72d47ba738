import { expect, test } from 'vitest'
import { CARD, CARD_URL, HOST, INTERFACE, OLD_CARD_URL, probe, speak, toNewCard } from './a2a_fakes.ts'
import { emptyPage, fail, from, html, json, text } from './fake_site.ts'

const GET = `GET ${CARD_URL}`
const GET_OLD = `GET ${OLD_CARD_URL}`
const POST = `POST ${INTERFACE}`

test('a card whose interface speaks answers, with what the card says', async () => {
  const { result, sent } = await probe({ [POST]: speak })
  expect(sent).toEqual([GET, POST])
  expect(result).toMatchObject({
    ...{ outcome: 'answers', status: 200, finalUrl: CARD_URL, protocolVersion: '0.3.0' },
    ...{ serverName: 'Weather agent', serverVersion: '1.4.0' },
  })
  expect(result.details).toMatchObject({
    card: {
      name: 'Weather agent',
      provider: 'Weather Inc.',
      skills: [{ id: 'forecast', tags: ['weather'] }],
    },
    cardUrl: CARD_URL,
    interface: { url: INTERFACE, seen: 'answers', code: -32001 },
    signatures: [],
  })
})

test.each([
  ['not found', () => json({}, 404), 'not_found'],
  ['gone', () => html('Gone', 410), 'not_found'],
  ['a page', emptyPage, 'wrong_protocol'],
  ['a placeholder', () => json({ name: 'my-agent', version: '0.0.1', url: HOST }), 'wrong_protocol'],
  ['a manifest of something else', () => json({ name: 'x', capabilities: {} }), 'wrong_protocol'],
  ['a card as text', () => text(JSON.stringify(CARD), 200, 'text/plain'), 'wrong_protocol'],
  ['a card of another host', () => from('https://other.example/x', json(CARD)), 'wrong_protocol'],
  ['a card cut off', () => text(JSON.stringify(CARD).slice(0, -9)), 'malformed'],
  ['a refusal', () => json({ error: 'unauthorized' }, 401), 'gated'],
  ['a registrar', () => html('<p>Buy this domain</p>'), 'parked'],
  ['a fault', () => html('Bad Gateway', 502), 'server_error'],
])('%s is no card', async (_name, answer, outcome) => {
  const { result, posts } = await probe({ [GET]: answer, [POST]: speak })
  expect(result).toMatchObject({ outcome, details: null })
  expect(posts).toEqual([])
})

test('the older path has the card where the newer one has none', async () => {
  const { result, sent } = await probe({ [GET]: emptyPage, [GET_OLD]: () => json(CARD), [POST]: speak })
  expect(result).toMatchObject({ outcome: 'answers', details: { cardUrl: OLD_CARD_URL } })
  expect(sent).toEqual([GET, GET_OLD, POST])
})

test('a refusal at the declared address is the result, without further requests', async () => {
  const { sent } = await probe({ [GET]: () => json({}, 401), [GET_OLD]: () => json(CARD) })
  expect(sent).toEqual([GET])
})

test('not let in at the other path, the prober does not know that there is no card', async () => {
  const limited = await probe({ [GET]: emptyPage, [GET_OLD]: () => json({}, 429) })
  expect(limited.result.outcome).toBe('rate_limited')
  const silent = await probe({ [GET]: emptyPage, [GET_OLD]: () => fail('timeout') })
  expect(silent.result.outcome).toBe('wrong_protocol')
})

test('the card of a host is that of an agent at its root', async () => {
  const { result, sent } = await probe({ [`GET ${HOST}/`]: emptyPage, [POST]: speak }, `${HOST}/`)
  expect(result).toMatchObject({ outcome: 'answers', details: { cardUrl: CARD_URL } })
  expect(sent).toEqual([`GET ${HOST}/`, GET, POST])
})

test('and of an agent at a path only if it names that path', async () => {
  const named = await probe({ [POST]: speak }, INTERFACE)
  expect(named.result).toMatchObject({ outcome: 'answers', details: { cardUrl: CARD_URL } })
  const other = await probe({ [POST]: speak }, `${HOST}/agents/7`)
  expect(other.result.outcome).toBe('not_found')
  expect(other.sent).toEqual([
    `GET ${HOST}/agents/7`,
    `GET ${HOST}/agents/7/.well-known/agent-card.json`,
    GET,
    GET_OLD,
  ])
  const own = `GET ${HOST}/agents/7/.well-known/agent-card.json`
  const nested = await probe({ [own]: () => json(CARD), [POST]: speak }, `${HOST}/agents/7`)
  expect(nested.result.outcome).toBe('answers')
})

test('a file at another path is the only card of its agent', async () => {
  const { result, sent } = await probe({}, `${HOST}/cards/trader.json`)
  expect(result.outcome).toBe('not_found')
  expect(sent).toEqual([`GET ${HOST}/cards/trader.json`])
})

test('long texts of a card are capped', async () => {
  const card = { ...CARD, name: 'n'.repeat(9_000), skills: Array(90).fill({ id: 'i'.repeat(9_000) }) }
  const { result } = await probe({ [GET]: () => json(card), [POST]: speak })
  expect(result.serverName).toHaveLength(300)
  expect(JSON.stringify(result.details).length).toBeLessThan(20_000)
})

test('a card of 1.0 is read', async () => {
  const card = toNewCard({ url: INTERFACE, protocolBinding: 'JSONRPC', protocolVersion: '1.0' })
  const { result } = await probe({ [GET]: () => json(card), [POST]: speak })
  expect(result).toMatchObject({
    outcome: 'answers',
    protocolVersion: '1.0',
    details: { cardVersion: '1.0' },
  })
})
