import { afterEach, expect, test, vi } from 'vitest'
import { HOST_LIMITS } from '../../pipeline/http/host_limits.ts'
import { HostQueues } from '../../pipeline/http/host_queue.ts'
import { NOW, numbered, sendJson, sendStatus, upstream } from './harness.ts'

const HOST = 'api.example'
const never = new AbortController().signal

afterEach(() => vi.useRealTimers())

/** Queues on a clock that advances only while a task sleeps. */
function onFakeClock(limits: HostQueues['limits'] = { '*': { perSecond: Number.POSITIVE_INFINITY } }) {
  let now = 0
  const sleeping: { until: number; wake: () => void }[] = []
  const sleep = (ms: number) =>
    new Promise<void>((resolve) => void sleeping.push({ until: now + ms, wake: resolve }))
  /** Wakes the tasks that are due by then, one after another. */
  const goTo = async (time: number) => {
    for (;;) {
      await settle()
      const next = sleeping.filter(({ until }) => until <= time).sort((a, b) => a.until - b.until)[0]
      if (!next) break
      sleeping.splice(sleeping.indexOf(next), 1)
      now = Math.max(now, next.until)
      next.wake()
    }
    now = time
  }
  const asleep = () => sleeping.length
  return { queues: new HostQueues(limits, sleep, () => now), goTo, asleep, now: () => now }
}

const settle = () => new Promise((resolve) => setImmediate(resolve))

test('after a host has told one client to wait, no client calls it before that time, and all do then', async () => {
  const { queues, goTo, now } = onFakeClock()
  const begun: [string, number][] = []
  const ask = (name: string) => queues.of(HOST).add(async () => void begun.push([name, now()]), never)
  await ask('before')
  queues.of(HOST).block(7000)
  const waiting = [ask('a'), ask('b')]
  await goTo(6999)
  expect(begun).toEqual([['before', 0]])
  await goTo(7000)
  await Promise.all(waiting)
  expect(begun.slice(1)).toEqual([
    ['a', 7000],
    ['b', 7000],
  ])
})

test('a longer wait that is named meanwhile counts, a shorter one takes nothing from it', async () => {
  const { queues, goTo, now } = onFakeClock()
  const begun: number[] = []
  queues.of(HOST).block(5000)
  const waiting = queues.of(HOST).add(async () => void begun.push(now()), never)
  await goTo(2000)
  queues.of(HOST).block(8000)
  queues.of(HOST).block(1000)
  queues.of(HOST).block(0)
  await goTo(9999)
  expect(begun).toEqual([])
  await goTo(10_000)
  await waiting
  expect(begun).toEqual([10_000])
})

test('another host is called meanwhile', async () => {
  const { queues, now } = onFakeClock()
  queues.of(HOST).block(60_000)
  expect(await queues.of('other.example').add(async () => now(), never)).toBe(0)
})

test('a request that is aborted while its host waits is not sent', async () => {
  const controller = new AbortController()
  const queues = new HostQueues({}, (_, signal) => {
    return new Promise((_resolve, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason))
    })
  })
  queues.of(HOST).block(60_000)
  let isRequested = false
  const waiting = queues.of(HOST).add(async () => {
    isRequested = true
  }, controller.signal)
  const failed = expect(waiting).rejects.toThrow('called off')
  await settle()
  controller.abort(new Error('called off'))
  await failed
  expect(isRequested).toBe(false)
})

test('no more than a host’s own limit are begun in a second, whoever asks', async () => {
  const queues = new HostQueues(
    { '*': { perSecond: Number.POSITIVE_INFINITY }, [HOST]: { concurrency: 1 } },
    async () => {},
  )
  let atOnce = 0
  let maxConcurrent = 0
  const ask = () =>
    queues.of(HOST).add(async () => {
      maxConcurrent = Math.max(maxConcurrent, ++atOnce)
      await settle()
      atOnce--
    }, never)
  await Promise.all([ask(), ask(), ask()])
  expect(maxConcurrent).toBe(1)
})

test('a Retry-After that one client is given holds the other client of the run too', async () => {
  const asked: [string, number][] = []
  const { queues, goTo, asleep, now } = onFakeClock()
  const { client } = await upstream((request, response, count) => {
    asked.push([String(request.url), now()])
    if (count === 1) sendStatus(response, 429, { 'retry-after': '30', date: new Date(NOW).toUTCString() })
    else sendJson(response, { n: count })
  })
  const sleep = queues.sleep
  const [first, second] = [client({ queues, sleep, random: () => 0 }), client({ queues, sleep })]
  const answers = [first.json(`https://${HOST}/first`, numbered)]
  while (asleep() < 1) await settle()
  answers.push(second.json(`https://${HOST}/second`, numbered))
  await goTo(29_999)
  expect(asked).toEqual([['/api.example/first', 0]])
  await goTo(30_000)
  await Promise.all(answers)
  expect(asked.map(([, time]) => time)).toEqual([0, 30_000, 30_000])
  expect(asked.map(([url]) => url).sort()).toEqual([
    ...['/api.example/first', '/api.example/first', '/api.example/second'],
  ])
})

test('nor does a request that fails in another way meanwhile come back before that time', async () => {
  const asked: [string, number][] = []
  const { queues, goTo, asleep, now } = onFakeClock()
  const { client } = await upstream((request, response) => {
    const isFirst = !asked.some(([url]) => url === request.url)
    asked.push([String(request.url), now()])
    if (!isFirst) sendJson(response, { n: 1 })
    else if (request.url?.endsWith('/busy')) sendStatus(response, 429, { 'retry-after': '30' })
    else sendStatus(response, 500)
  })
  const http = client({ queues, sleep: queues.sleep, random: () => 1 })
  const answers = ['broken', 'busy'].map((path) => http.json(`https://${HOST}/${path}`, numbered))
  while (asleep() < 2) await settle()
  await goTo(29_999)
  expect(asked.map(([, time]) => time)).toEqual([0, 0])
  await goTo(30_000)
  await Promise.all(answers)
  expect(asked.slice(2).map(([, time]) => time)).toEqual([30_000, 30_000])
})

const MINUTE_S = 60

/** The seconds at which requests to a host start within two hours, of as many as there are. */
async function listStarts(host: string): Promise<number[]> {
  vi.useFakeTimers()
  const queues = new HostQueues(HOST_LIMITS, async () => {}, Date.now)
  const begin = Date.now()
  const starts: number[] = []
  for (let request = 0; request < 3_000; request++)
    void queues.of(host).add(async () => void starts.push((Date.now() - begin) / 1000), never)
  await vi.advanceTimersByTimeAsync(2 * 3_600_000 - 1)
  return starts
}

/** The most requests that start within any period of so many seconds. */
const countBusiest = (starts: number[], seconds: number): number =>
  Math.max(...starts.map((from) => starts.filter((time) => time >= from && time < from + seconds).length))

test('npm gets thirty requests in a row and then a pause, about 700 an hour', async () => {
  const starts = await listStarts('api.npmjs.org')
  expect(countBusiest(starts, 2 * MINUTE_S)).toBe(30)
  expect(starts.length / 2).toBeGreaterThan(650)
  expect(starts.length / 2).toBeLessThan(750)
})

test('ClickHouse gets no more than sixty queries in any hour, and those of a day at once', async () => {
  const starts = await listStarts('sql-clickhouse.clickhouse.com')
  expect(countBusiest(starts, 60 * MINUTE_S)).toBe(60)
  expect(starts[47]).toBeLessThan(1)
})
