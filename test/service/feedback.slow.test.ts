import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Reply } from '../../core/interface/reply.ts'
import { feedbackResponse } from '../../core/resources/feedback.schema.ts'
import { createHandler } from '../../serving/handler/handler.ts'
import type { HttpCall } from '../../serving/handler/http_call.ts'
import type { ServedRelease } from '../../serving/handler/served_release.ts'
import type { StatefulHandler } from '../../serving/handler/stateful_handler.ts'
import { createFeedbackHandler, MAX_OPEN_REPORTS } from '../../serving/service/feedback/feedback_handler.ts'
import { FeedbackStore } from '../../serving/service/feedback/feedback_store.ts'
import { RateLimits } from '../../serving/service/limits/limits.ts'
import { createServiceHandler } from '../../serving/service/service_handler.ts'
import { type StateDatabase, StoreUnavailable } from '../../serving/service/store/database.ts'
import { STORES, type TestStore } from './store/stores.ts'

const START = Date.parse('2026-04-01T00:00:00Z')
const UNPAID_HANDLER: StatefulHandler = { reply: () => Promise.reject(new Error('nothing here is paid')) }
const REPORT = { feedback_type: 'wrong_data', message: 'Its website is another one.', agent_handle: 'alder' }

/** The handler with the stateful handler over a database, a fixed clock, and its logged errors. */
function serviceOver(db: StateDatabase) {
  const clock = { now: START }
  const now = () => clock.now
  const logged: unknown[] = []
  const log = (error: unknown) => logged.push(error)
  const feedback = createFeedbackHandler({
    ...{ db, limits: new RateLimits(db, { now }), now, newId: randomUUID },
    origins: ['https://console.example'],
  })
  const reader = { about: { base_url: 'https://assay.example' } }
  const release = { id: 'release-1', reader } as ServedRelease
  const handler = createHandler({
    ...{ current: async () => release, now: () => new Date(clock.now), log },
    stateful: createServiceHandler({ paid: UNPAID_HANDLER, free: { feedback }, log }),
  })
  const post = async (body: unknown, address?: string, headers: Headers = JSON_ALONE) => {
    const bytes = body instanceof Uint8Array ? body : new TextEncoder().encode(JSON.stringify(body))
    return toAnswer(await handler.reply(createCall(bytes, address, headers)))
  }
  return { clock, logged, post }
}

type Headers = Readonly<Record<string, string>>
const JSON_ALONE = { 'content-type': 'application/json' }

const createCall = (bytes: Uint8Array, address: string | undefined, headers: Headers): HttpCall => ({
  ...{ method: 'POST', url: 'http://localhost/api/agent-feedback' },
  header: (name) => headers[name] ?? null,
  ...(address === undefined ? {} : { address }),
  body: async () => bytes,
})

const toAnswer = ({ status, headers, body }: Reply) => ({
  status,
  headers,
  json: JSON.parse(new TextDecoder().decode(body ?? new Uint8Array())),
})

describe.each(STORES)('feedback on %s', (_name, makeStore) => {
  let store: TestStore | null
  let db: StateDatabase
  beforeAll(async () => {
    store = await makeStore()
    if (store !== null) db = await store.open()
  }, 60_000)
  afterAll(async () => {
    await store?.remove()
  })
  /** A service over an empty store. */
  const fresh = async () => {
    await db.run('delete from feedback')
    await db.run('delete from rate_windows')
    return { ...serviceOver(db), reports: new FeedbackStore(db) }
  }

  test('a report is stored as it was sent, and answered with its id', async ({ skip }) => {
    if (store === null) return skip()
    const { post, reports } = await fresh()
    const sent = { ...REPORT, category: 'service', query_attempted: 'q\u202e', contact: '=1+1', extra: 1 }
    const { status, headers, json } = await post({ ...sent, client_identifier: 'bot/1' }, '192.0.2.1')
    expect(status).toBe(201)
    expect(headers).toMatchObject({ 'cache-control': 'no-store', 'x-release': 'release-1' })
    expect(headers).not.toHaveProperty('etag')
    const { feedback_id } = feedbackResponse.strict().parse(json)
    const { extra, ...kept } = sent
    expect(await reports.list(null)).toEqual([
      {
        ...kept,
        ...{ client_identifier: 'bot/1', id: feedback_id, received_at: START },
        ...{ state: 'open', note: null, resolved_at: null },
      },
    ])
  })

  test('the same report has the same id, by its client where one is named, else by the address', async ({
    skip,
  }) => {
    if (store === null) return skip()
    const { post, reports } = await fresh()
    const postForId = async (changes: object, address: string): Promise<string> =>
      (await post({ ...REPORT, ...changes }, address)).json.feedback_id
    const named = { client_identifier: 'bot/1' }
    const first = await postForId(named, '192.0.2.1')
    expect(await postForId({ ...named, contact: 'me' }, '192.0.2.2')).toBe(first)
    const anonymous = await postForId({}, '192.0.2.1')
    expect(await postForId({ client_identifier: '' }, '192.0.2.1')).toBe(anonymous)
    const others = [
      await postForId({}, '192.0.2.2'),
      await postForId({ client_identifier: 'bot/2' }, '192.0.2.1'),
      await postForId({ client_identifier: '192.0.2.1' }, '192.0.2.1'),
      await postForId({ ...named, message: 'Another.' }, '192.0.2.1'),
      await postForId({ ...named, feedback_type: 'other' }, '192.0.2.1'),
      await postForId({ ...named, agent_handle: undefined, query_attempted: 'alder' }, '192.0.2.1'),
      await postForId({ ...named, query_attempted: 'alder' }, '192.0.2.3'),
      await postForId({ ...named, category: 'service' }, '192.0.2.3'),
    ]
    expect(new Set([first, anonymous, ...others]).size).toBe(10)
    expect(await reports.list('open')).toHaveLength(10)
  })

  test('the store has no address, nor anything that others could derive one from', async ({ skip }) => {
    if (store === null) return skip()
    const { post } = await fresh()
    const postReport = async (): Promise<string> => (await post(REPORT, '192.0.2.1')).json.feedback_id
    const id = await postReport()
    const stored = JSON.stringify(await db.all('select * from feedback'))
    expect(stored).toContain(id)
    expect(stored).not.toContain('192.0.2.1')
    await db.run("delete from secrets where name = 'feedback'")
    const restarted = serviceOver(await store.open())
    expect((await restarted.post(REPORT, '192.0.2.1')).json.feedback_id).not.toBe(id)
  })

  test('of 40 equal reports at once to two instances one is stored, and all have its id', async ({
    skip,
  }) => {
    if (store === null) return skip()
    const { post, reports } = await fresh()
    const other = serviceOver(await store.open())
    const body = { ...REPORT, client_identifier: 'bot/1' }
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, index) =>
        (index % 2 === 0 ? post : other.post)(body, `192.0.2.${index}`),
      ),
    )
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 201))
    const [kept, ...rest] = await reports.list(null)
    expect(rest).toEqual([])
    expect(new Set(answers.map(({ json }) => json.feedback_id))).toEqual(new Set([kept?.id]))
  })

  /** As many reports as may wait, of which each of the addresses has equally many. */
  const flood = (addresses: number, perProvider = 1) =>
    db.run(
      `insert into feedback (id, fingerprint, received_at, feedback_type, message, sender, site, provider)
       with recursive n(n) as (select 0 union all select n + 1 from n where n < ${MAX_OPEN_REPORTS - 1})
       select 'id-' || n, 'print-' || n, ${START}, 'other', 'x', 'sender-' || (n % ${addresses}),
         'site-' || (n % ${addresses}), 'provider-' || (n % ${addresses} / ${perProvider}) from n`,
    )

  test.each([
    ['400 addresses that send 50 each', 400, 1],
    ['10,000 networks of one provider', 10_000, 10_000],
    ['20,000 networks of 400 providers', 20_000, 50],
  ])('a flood of reports from %s keeps no other out', async (_, addresses, perProvider) => {
    if (store === null) return
    const { post, reports } = await fresh()
    const early = await post(REPORT, '198.51.100.1')
    await flood(addresses, perProvider)
    const late = await Promise.all(
      Array.from({ length: 20 }, (_, at) => post({ ...REPORT, message: `late ${at}` }, `203.0.${at}.1`)),
    )
    expect(late.map(({ status }) => status)).toEqual(late.map(() => 201))
    for (const { json } of [early, ...late]) expect(await reports.find(json.feedback_id)).not.toBeNull()
    expect(await reports.openCount()).toBe(MAX_OPEN_REPORTS)
  })

  test('when too many wait, the newest report of the most frequent sender is removed, or refused with an error', async ({
    skip,
  }) => {
    if (store === null) return skip()
    const { post, clock, reports } = await fresh()
    const send = async (message: string, address: string) => {
      clock.now += 1
      const { status, json } = await post({ ...REPORT, message }, address)
      return status === 201 ? (await reports.find(json.feedback_id))?.message : json.error
    }
    const messages = async () => (await reports.list('open')).map(({ message }) => message)
    // Two /64 of one /48, and one of another /48 of the same provider.
    await send('a1', '2001:db8:1:1::1')
    await send('a2', '2001:db8:1:1::2')
    await send('b1', '2001:db8:1:2::1')
    await send('c1', '2001:db8:2:1::1')
    await send('d1', '192.0.2.1')
    expect([await reports.makeRoom(5), await reports.makeRoom(4)]).toEqual([[], [expect.any(String)]])
    expect(await messages()).toEqual(['a1', 'b1', 'c1', 'd1'])
    await reports.makeRoom(3)
    expect(await messages()).toEqual(['a1', 'c1', 'd1'])
    await reports.makeRoom(2)
    expect(await messages()).toEqual(['a1', 'd1'])

    await flood(MAX_OPEN_REPORTS)
    await reports.makeRoom(MAX_OPEN_REPORTS)
    // Each has one: the newest is removed, and the second one of an address is next.
    expect(await send('new', '203.0.113.1')).toBe('feedback_full')
    await reports.resolve('id-1', 'declined', 'spam', 1)
    expect(await send('new', '203.0.113.1')).toBe('new')
    expect(await send('newer', '203.0.113.1')).toBe('feedback_full')
    expect(await send('new', '203.0.113.1')).toBe('new')
    expect(await reports.openCount()).toBe(MAX_OPEN_REPORTS)
  })

  test('an address has 10 reports a minute and 50 a day; a wrong one is not counted', async ({ skip }) => {
    if (store === null) return skip()
    const { post, clock, reports } = await fresh()
    const send = async (count: number, address: string) => {
      const statuses: number[] = []
      for (let index = 0; index < count; index += 1)
        statuses.push((await post({ ...REPORT, message: `${clock.now} ${index}` }, address)).status)
      return statuses.filter((status) => status === 201).length
    }
    expect((await post({}, '192.0.2.1')).status).toBe(400)
    expect(await send(12, '192.0.2.1')).toBe(10)
    const refused = await post(REPORT, '192.0.2.1')
    expect(refused.status).toBe(429)
    expect(refused.json).toMatchObject({ error: 'rate_limit_exceeded', source_urls: [] })
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
    expect(Number(refused.headers['retry-after'])).toBeLessThanOrEqual(60)
    expect(await send(1, '192.0.2.2')).toBe(1)
    for (let minute = 1; minute <= 5; minute += 1) {
      clock.now = START + minute * 61_000
      await send(10, '192.0.2.1')
    }
    expect(await reports.list(null)).toHaveLength(51)
    const tomorrow = await post(REPORT, '192.0.2.1')
    expect(Number(tomorrow.headers['retry-after'])).toBeGreaterThan(3_600)
    clock.now = START + 2 * 86_400_000
    expect(await send(1, '192.0.2.1')).toBe(1)
  })

  test('a report is closed once', async ({ skip }) => {
    if (store === null) return skip()
    const { post, reports } = await fresh()
    const { json } = await post(REPORT)
    const close = (state: 'accepted' | 'declined') =>
      reports.resolve(json.feedback_id, state, 'It is so.', START + 1)
    const done = await Promise.all([close('accepted'), close('declined'), close('accepted')])
    expect(done.filter(Boolean)).toHaveLength(1)
    expect(await reports.list('open')).toEqual([])
    expect(await reports.find(json.feedback_id)).toMatchObject({ note: 'It is so.', resolved_at: START + 1 })
    expect(await reports.resolve(randomUUID(), 'accepted', 'x', START)).toBe(false)
  })
})

const LONG = '\u{1F600}'.repeat(2000)
const WRONG: [name: string, body: unknown, says: string[]][] = [
  ['no object', [], ['The body must be a JSON object']],
  ['null', null, ['The body must be a JSON object']],
  ['nothing', {}, ['feedback_type must be one of missing_data', 'message must be a text of 1 to 2000']],
  ['an unknown type', { ...REPORT, feedback_type: 'praise' }, ['feature_request, other']],
  ['an empty message', { ...REPORT, message: '' }, ['message must be a text of 1 to 2000 characters']],
  ['a long message', { ...REPORT, message: `${LONG}x` }, ['message must be a text of 1 to 2000 characters']],
  ['a NUL', { ...REPORT, message: 'a\0b' }, ['without NUL']],
  ['half a character', { ...REPORT, contact: '\ud83d' }, ['contact must be', 'surrogates']],
  ['no handle', { ...REPORT, agent_handle: 'a b' }, ['agent_handle must be a handle: 1 to 64']],
  ['no category', { ...REPORT, category: 'bots' }, ['category must be one of model_family']],
  ['a long query', { ...REPORT, query_attempted: 'x'.repeat(501) }, ['query_attempted', '0 to 500']],
  ['a long client', { ...REPORT, client_identifier: 'x'.repeat(101) }, ['client_identifier', '0 to 100']],
  ['a long contact', { ...REPORT, contact: 'x'.repeat(201) }, ['contact', '0 to 200']],
  ['a number', { ...REPORT, contact: 1 }, ['contact must be a text']],
]

/** A database that must not be asked. */
const UNTOUCHED: StateDatabase = {
  all: () => Promise.reject(new Error('asked')),
  run: () => Promise.reject(new Error('asked')),
  close: async () => {},
}

test.each(WRONG)('%s is refused before anything is asked of the store', async (_name, body, says) => {
  const { post, logged } = serviceOver(UNTOUCHED)
  const { status, json } = await post(body)
  expect(status).toBe(400)
  expect(json).toMatchObject({ error: 'invalid_body', source_urls: [] })
  for (const words of says) expect(json.message).toContain(words)
  expect(logged).toEqual([])
})

const FORM = 'application/x-www-form-urlencoded'

test.each([
  ['a plain text', { 'content-type': 'text/plain' }],
  ['a plain text that names JSON', { 'content-type': 'text/plain; application/json' }],
  ['a form', { 'content-type': FORM }],
  ['a form of parts', { 'content-type': 'multipart/form-data; boundary=x' }],
  ['a body of no type', {}],
  ['an empty type', { 'content-type': '' }],
  ['two types', { 'content-type': 'text/plain, application/json' }],
])('%s, which a browser sends for any page, is refused before anything is asked', async (_name, headers) => {
  const { post, logged } = serviceOver(UNTOUCHED)
  const { status, json } = await post(REPORT, '192.0.2.1', headers)
  expect([status, json.error]).toEqual([400, 'unsupported_media_type'])
  expect(json.message).toContain("curl -H 'Content-Type: application/json'")
  expect(logged).toEqual([])
})

test.each([
  ['of another site', { origin: 'https://evil.example' }],
  ['of a site that begins so', { origin: 'https://assay.example.evil.example' }],
  ['of no origin', { origin: 'null' }],
  ['of our host by http', { origin: 'http://assay.example' }],
  ['that hides its origin', { 'sec-fetch-site': 'cross-site' }],
])('a report of a page %s is refused before anything is asked', async (_name, headers) => {
  const { post } = serviceOver(UNTOUCHED)
  const { status, json } = await post(REPORT, '192.0.2.1', { ...JSON_ALONE, ...headers })
  expect([status, json.error]).toEqual([403, 'foreign_page'])
  expect(json.message).toMatch(/ALLOWED_ORIGINS/)
})

test.each([
  ['our own page', { origin: 'https://assay.example', 'sec-fetch-site': 'same-origin' }],
  ['a page that is allowed', { origin: 'https://console.example', 'sec-fetch-site': 'cross-site' }],
  ['a page of the machine', { origin: 'http://localhost:3000', 'sec-fetch-site': 'cross-site' }],
  ['a program', {}],
  ['a program with a charset', { 'content-type': 'Application/JSON; charset=utf-8' }],
  ['a program with a type of its own', { 'content-type': 'application/vnd.report+json' }],
])('a report of %s reaches the store', async (_name, headers) => {
  const { post } = serviceOver(UNTOUCHED)
  expect((await post(REPORT, '192.0.2.1', { ...JSON_ALONE, ...headers })).status).toBe(500)
})

test('a body that is no JSON in UTF-8 is refused', async () => {
  const { post } = serviceOver(UNTOUCHED)
  for (const bytes of [Uint8Array.of(), Uint8Array.of(0xff, 0xfe), new TextEncoder().encode('{"a":')])
    expect((await post(bytes)).json.error).toBe('invalid_json')
})

test('a store that does not answer is 503 with a time to try again, and nothing of it is told', async () => {
  const away = () => Promise.reject(new StoreUnavailable('postgres://secret@db away'))
  const { post } = serviceOver({ ...UNTOUCHED, all: away, run: away })
  const { status, headers, json } = await post({ ...REPORT, message: LONG })
  expect(status).toBe(503)
  expect(Number(headers['retry-after'])).toBeGreaterThan(0)
  expect(JSON.stringify(json)).not.toContain('secret')
})
