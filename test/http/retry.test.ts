import { setTimeout as wait } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { UpstreamChanged, UpstreamDown } from '../../core/domain/errors.ts'
import { type Handler, NOW, numbered, sendJson, sendStatus, upstream } from './harness.ts'

const URL_A = 'https://api.example/a'

const HALF: Handler = (_, response) => {
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': '9' })
  response.write('{"n":', () => response.destroy())
}

test.each<[string, Handler]>([
  ['status 408', (_, response) => sendStatus(response, 408)],
  ['status 429', (_, response) => sendStatus(response, 429)],
  ['status 500', (_, response) => sendStatus(response, 500)],
  ['status 503', (_, response) => sendStatus(response, 503)],
  ['a refused connection', (_, response) => void response.destroy()],
  ['a body cut half-way', HALF],
  ['JSON cut with a length that fits', (_, response) => void response.end('{"n":')],
  ['a page of HTML', (_, response) => void response.end('<!DOCTYPE html><p>Just a moment')],
  ['an empty body', (_, response) => void response.end()],
])('%s is asked again, and only the answer is recorded', async (_, fault) => {
  const { client, waits, archive } = await upstream((request, response, count) =>
    count <= 3 ? fault(request, response, count) : sendJson(response, { n: 7 }),
  )
  const http = client()
  const answer = await http.json(URL_A, numbered)
  expect(answer.data).toEqual({ n: 7 })
  expect(waits).toEqual([200, 400, 800])
  expect(http.stats()).toMatchObject({ requests: 4, retries: 3 })
  expect(http.responses()).toEqual([
    {
      method: 'GET',
      url: URL_A,
      request: null,
      status: 200,
      sha256: answer.sha256,
      bytes: 7,
      etag: null,
      content_type: 'application/json',
      link: null,
      retrieved_at: '2026-03-24T12:00:00.000Z',
    },
  ])
  expect(archive.readBody(answer.sha256).toString()).toBe('{"n":7}')
})

test('the back-off grows to its cap with full jitter, and after 12 attempts the upstream is down', async () => {
  const { client, waits, seen } = await upstream((_, response) => sendStatus(response, 502))
  const http = client({ random: () => 0.5 })
  await expect(http.json(URL_A, numbered)).rejects.toThrow(
    new UpstreamDown(URL_A, 'status 502 (12 attempts)'),
  )
  expect(waits).toEqual([100, 200, 400, 800, 1600, 2500, 2500, 2500, 2500, 2500, 2500])
  expect(seen).toHaveLength(12)
  expect(http.responses()).toEqual([])
})

test('what somebody else can be asked for is tried as often as the source says', async () => {
  const { client, waits, seen } = await upstream((_, response) =>
    sendStatus(response, 429, { 'retry-after': '7' }),
  )
  const http = client({ monotonic: () => 0 })
  await expect(http.bytes(URL_A, { attempts: 2 })).rejects.toThrow(
    new UpstreamDown(URL_A, 'status 429 (2 attempts)'),
  )
  expect(waits).toEqual([7000])
  expect(seen).toHaveLength(2)
})

test('what never becomes JSON has changed rather than failed', async () => {
  const { client, seen } = await upstream((_, response) => void response.end('<html>'))
  const error = await client()
    .json(URL_A, numbered)
    .catch((caught) => caught)
  expect(error).toBeInstanceOf(UpstreamChanged)
  expect(error.message).toContain('the body is not JSON')
  expect(seen).toHaveLength(12)
})

test.each([400, 401, 403, 404, 410, 422, 201, 304])(
  'status %i is a change, and is not asked again',
  async (status) => {
    const { client, seen } = await upstream((_, response) => sendStatus(response, status))
    const error = await client()
      .json(URL_A, numbered)
      .catch((caught) => caught)
    expect(error).toBeInstanceOf(UpstreamChanged)
    expect(error).toMatchObject({ address: URL_A, message: expect.stringContaining(`status ${status}`) })
    expect(seen).toHaveLength(1)
  },
)

test.each([
  [429, '2', 2000],
  [503, '3', 3000],
  [403, '4', 4000],
  [429, '3600', 60_000],
  [429, new Date(NOW + 9000).toUTCString(), 9000],
  [429, new Date(NOW - 9000).toUTCString(), 200],
  [429, 'soon', 200],
  [500, '2', 200],
])('status %i with Retry-After %s waits %i ms', async (status, value, expected) => {
  const { client, waits } = await upstream((_, response, count) => {
    response.sendDate = false
    if (count === 1) sendStatus(response, status, { 'retry-after': value })
    else sendJson(response, { n: 1 })
  })
  await client().json(URL_A, numbered)
  expect(waits).toEqual([expected])
})

test('a Retry-After date is read by the clock of its sender', async () => {
  const { client, waits } = await upstream((_, response, count) => {
    const headers = { date: new Date(0).toUTCString(), 'retry-after': new Date(5000).toUTCString() }
    if (count === 1) sendStatus(response, 429, headers)
    else sendJson(response, { n: 1 })
  })
  await client().json(URL_A, numbered)
  expect(waits).toEqual([5000])
})

test('a spent rate limit is reported at once', async () => {
  const { client, seen } = await upstream((_, response) =>
    sendStatus(response, 403, { 'x-ratelimit-remaining': '0' }),
  )
  const http = client()
  await expect(http.json(URL_A, numbered)).rejects.toThrow(UpstreamDown)
  expect(seen).toHaveLength(1)
  expect(http.remaining('https://api.example/other')).toBe(0)
  expect(http.remaining('https://other.example/')).toBeNull()
})

test('a retry holds its slot: a host in trouble is not asked by those who wait', async () => {
  const order: string[] = []
  const { client } = await upstream((request, response, count) => {
    order.push(String(request.url?.slice(-1)))
    if (count <= 2) sendStatus(response, 500)
    else sendJson(response, { n: 1 })
  })
  const http = client({ limits: { 'api.example': { concurrency: 1, perSecond: Number.POSITIVE_INFINITY } } })
  await Promise.all(['a', 'b'].map((path) => http.json(`https://api.example/${path}`, numbered)))
  expect(order).toEqual(['a', 'a', 'a', 'b'])
})

test('when the time budget is spent, what runs and what waits ends, and says so', async () => {
  let clock = 0
  const slept: number[] = []
  const { client, seen } = await upstream((request, response) => {
    if (request.url?.endsWith('/0')) sendStatus(response, 503, { 'retry-after': '50' })
    else if (!request.url?.endsWith('/1')) sendJson(response, { n: 1 })
  })
  const http = client({
    budgetMs: 120_000,
    monotonic: () => clock,
    limits: { '*': { concurrency: 2, perSecond: Number.POSITIVE_INFINITY } },
    sleep: async (ms) => {
      slept.push(ms)
      clock += ms
      await wait(5)
    },
  })
  const asked = Array.from({ length: 50 }, (_, index) => http.json(`https://api.example/${index}`, numbered))
  const settled = await Promise.allSettled(asked)
  const reasons = settled.map((result) => (result.status === 'rejected' ? result.reason : null))
  expect(reasons.every((reason) => reason instanceof UpstreamDown)).toBe(true)
  expect(reasons[0].message).toBe(
    'https://api.example/0: time budget of 120 s spent; last failure: status 503',
  )
  expect(reasons[49].message).toBe('https://api.example/49: time budget of 120 s spent')
  await expect(http.json(URL_A, numbered)).rejects.toThrow('time budget of 120 s spent')
  expect(seen).toHaveLength(4)
  // A third wait would have exceeded the budget, so it was not begun.
  expect(slept).toEqual([50_000, 50_000])
})

test('a budget that slow answers have spent begins no further request', async () => {
  let clock = 0
  const { client, seen } = await upstream((_, response) => {
    clock += 70_000
    sendJson(response, { n: 1 })
  })
  const limits = { '*': { concurrency: 1, perSecond: Number.POSITIVE_INFINITY } }
  const http = client({ budgetMs: 120_000, monotonic: () => clock, limits })
  const asked = ['a', 'b', 'c', 'd'].map((path) => http.json(`https://api.example/${path}`, numbered))
  const settled = await Promise.allSettled(asked)
  expect(settled.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected', 'rejected'])
  expect(seen).toHaveLength(2)
})

const timers = () => process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length

test('closing ends what runs, waits for its turn, or waits to retry, and leaves no timer behind', async () => {
  const before = timers()
  let broken = 0
  let isWaiting = false
  const { client, seen } = await upstream((request, response) => {
    response.on('close', () => broken++)
    if (request.url?.endsWith('/0')) sendStatus(response, 503, { 'retry-after': '60' })
  })
  const http = client({
    limits: { '*': { perSecond: 3 } },
    sleep: (ms, signal) => {
      isWaiting = true
      return wait(ms, undefined, { signal })
    },
  })
  const asked = Promise.allSettled(
    Array.from({ length: 20 }, (_, index) => http.json(`https://api.example/${index}`, numbered)),
  )
  while (seen.length < 3 || !isWaiting) await wait(5)
  const closedAt = performance.now()
  http.close()
  for (const result of await asked) expect(result).toMatchObject({ reason: expect.any(UpstreamDown) })
  expect(performance.now() - closedAt).toBeLessThan(500)
  while (broken < 3) await wait(5)
  expect(timers()).toBeLessThanOrEqual(before)
  expect(seen).toHaveLength(3)
  expect(http.responses()).toEqual([])
})

test('an answered request leaves no timer that would keep the process', async () => {
  const { client } = await upstream((_, response) => sendJson(response, { n: 1 }))
  const before = timers()
  await client().json(URL_A, numbered)
  expect(timers()).toBeLessThanOrEqual(before)
})

test('no more than the permitted number of requests runs at once, or begins in a second', async () => {
  let running = 0
  let maxConcurrent = 0
  const { client } = await upstream((_, response) => {
    maxConcurrent = Math.max(maxConcurrent, ++running)
    setTimeout(() => {
      running--
      sendJson(response, { n: 1 })
    }, 10)
  })
  const ask = (http: ReturnType<typeof client>, count: number) =>
    Promise.all(
      Array.from({ length: count }, (_, index) => http.json(`https://api.example/${index}`, numbered)),
    )
  await ask(client(), 40)
  expect(maxConcurrent).toBe(8)
  const started = performance.now()
  await ask(client({ limits: { 'api.example': { perSecond: 10 } } }), 11)
  expect(performance.now() - started).toBeGreaterThan(950)
  const again = performance.now()
  await ask(client({ limits: { 'api.example': { perSecond: 12.5 } } }), 11)
  expect(performance.now() - again).toBeGreaterThan(750)
})
