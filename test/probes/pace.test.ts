import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ProbePace, RequestNotMade } from '../../pipeline/probes/pace.ts'
import type { Place } from '../../pipeline/probes/pace_limit.ts'
import { randomFrom } from '../kit/random.ts'
import { measurePeaks, type Span } from './measure_peaks.ts'
import { SimulatedClock } from './simulated_clock.ts'

const SECOND = 1_000
const DAY_MS = 45 * 60 * SECOND

/** A probe: where it goes, and how long each of its requests takes. */
interface Plan {
  place: Place
  requests: number[]
}

const placeAt = (host: string, platform = host, server: string | null = null): Place => ({
  host,
  platform,
  server,
})

/** Runs probes on a simulated clock; returns when each request was under way. */
async function simulate(plans: Plan[], { endsAt = DAY_MS, maxProbes = 1_024 } = {}) {
  const clock = new SimulatedClock()
  const spans: Span[] = []
  const pace = new ProbePace<Plan>({
    ...{ clock, endsAt, maxProbes },
    async probe({ place, requests }) {
      for (const ms of requests) {
        const end = await pace.begin(place).catch((error) => {
          if (error instanceof RequestNotMade) return null
          throw error
        })
        if (end === null) return
        const from = clock.now()
        await clock.sleep(ms)
        spans.push({ place, from, to: clock.now() })
        end()
      }
    },
  })
  for (const [order, plan] of plans.entries()) pace.add(plan, plan.place, order)
  const left = await clock.run(pace.finish())
  return { spans, left, endedAt: clock.now() }
}

function expectPace(spans: Span[]) {
  const byHost = measurePeaks(spans, ({ place }) => place.host)
  expect(byHost.atOnce).toBeLessThanOrEqual(1)
  expect(byHost.started).toBeLessThanOrEqual(1)
  for (const keyed of [({ place }: Span) => place.platform, ({ place }: Span) => place.server]) {
    const shared = measurePeaks(spans, keyed)
    expect(shared.atOnce).toBeLessThanOrEqual(64)
    expect(shared.started).toBeLessThanOrEqual(50)
  }
}

test('8,000 hosts that hang hold up neither the pace nor the rest', async () => {
  const random = randomFrom(1)
  const hanging = Array.from({ length: 8_000 }, (_, n) => ({
    place: placeAt(`hangs${n}.example${n % 4_000}.com`, `example${n % 4_000}.com`, `10.0.${n % 200}.1`),
    requests: [15 * SECOND],
  }))
  const answering = Array.from({ length: 6_000 }, (_, n) => ({
    place: placeAt(`host${n % 3_000}.app`, n < 3_000 ? 'host.app' : `own${n}.com`, n % 3 ? '10.1.1.1' : null),
    requests: [100, 50 + random() * 2_000, 20],
  }))
  const { spans, left, endedAt } = await simulate([...hanging, ...answering])
  expect(left).toEqual([])
  expect(spans).toHaveLength(8_000 + 18_000)
  expectPace(spans)
  // 8,000 of 15 s in 1,024 places take two minutes; 13,000 requests at one server's 50 a second more than four.
  expect(endedAt).toBeLessThan(9 * 60 * SECOND)
  const platform = spans.filter(({ place }) => place.platform === 'host.app')
  expect(measurePeaks(platform, ({ place }) => place.platform).started).toBeGreaterThan(40)
})

test('the platform that is full holds up no other', async () => {
  const tenants = Array.from({ length: 5_000 }, (_, n) => ({
    place: placeAt(`t${n}.vercel.app`, 'vercel.app'),
    requests: [10 * SECOND],
  }))
  const others = Array.from({ length: 500 }, (_, n) => ({ place: placeAt(`h${n}.com`), requests: [200] }))
  const { spans, left } = await simulate([...tenants, ...others], { endsAt: 60 * SECOND })
  const last = Math.max(...spans.filter(({ place }) => place.platform !== 'vercel.app').map(({ to }) => to))
  expect(last).toBeLessThan(5 * SECOND)
  expectPace(spans)
  expect(spans.length + left.length).toBeLessThanOrEqual(5_500)
  expect(new Set(left.map(({ reason }) => reason))).toEqual(new Set(['time']))
})

test('a platform is not held up by those that wait for a server', async () => {
  const plan = (n: number, platform: string, server: string | null, ms: number) => ({
    place: placeAt(`h${n}`, platform, server),
    requests: [ms],
  })
  const plans = [
    ...Array.from({ length: 64 }, (_, n) => plan(n, 'own.com', '10.0.0.1', 300 * SECOND)),
    ...Array.from({ length: 64 }, (_, n) => plan(100 + n, 'p.com', null, 5 * SECOND)),
    ...Array.from({ length: 100 }, (_, n) => plan(200 + n, 'p.com', '10.0.0.1', SECOND)),
    plan(300, 'p.com', null, SECOND),
  ]
  const { spans } = await simulate(plans)
  expect(spans.find(({ place }) => place.host === 'h300')?.from).toBeLessThan(7 * SECOND)
  expectPace(spans)
})

test('no mixture of hosts, platforms and servers breaks a limit, and every probe is made', async () => {
  const plan = fc.record({
    place: fc.record({
      host: fc.integer({ min: 0, max: 40 }).map((n) => `h${n}`),
      platform: fc.integer({ min: 0, max: 3 }).map((n) => `p${n}`),
      server: fc.option(fc.integer({ min: 0, max: 2 }).map((n) => `10.0.0.${n}`)),
    }),
    requests: fc.array(fc.integer({ min: 0, max: 8_000 }), { maxLength: 4 }),
  })
  await fc.assert(
    fc.asyncProperty(
      fc.array(plan, { maxLength: 300 }),
      fc.integer({ min: 1, max: 200 }),
      async (plans, maxProbes) => {
        const { spans, left } = await simulate(plans, { maxProbes, endsAt: Number.MAX_SAFE_INTEGER })
        expect(left).toEqual([])
        expect(spans).toHaveLength(plans.reduce((sum, { requests }) => sum + requests.length, 0))
        expectPace(spans)
      },
    ),
    { numRuns: 30 },
  )
})

test('probes start by their order', async () => {
  const clock = new SimulatedClock()
  const started: number[] = []
  const pace = new ProbePace<number>({
    ...{ clock, endsAt: DAY_MS, maxProbes: 1 },
    async probe(item) {
      started.push(item)
      await clock.sleep(10)
    },
  })
  for (const item of [0, 5, 3, 4, 1, 2]) pace.add(item, placeAt(`h${item}`), item)
  expect(await clock.run(pace.finish())).toEqual([])
  expect(started).toEqual([0, 1, 2, 3, 4, 5])
})

/** A host that refuses, with the times of the requests that it gets. */
async function refuse(requests: number, retryAfterMs: (count: number) => number | null, endsAt = DAY_MS) {
  const clock = new SimulatedClock()
  const asked: number[] = []
  const pace = new ProbePace<string>({
    ...{ clock, endsAt },
    async probe() {
      const end = await pace.begin(placeAt('h.com'))
      asked.push(clock.now())
      end()
      pace.refuse('h.com', retryAfterMs(asked.length))
    },
  })
  for (let item = 0; item < requests; item++) pace.add(`${item}`, placeAt('h.com'), item)
  return { left: await clock.run(pace.finish()), asked, endedAt: clock.now() }
}

test('a host is asked no sooner than it says, and left for the day at its third refusal', async () => {
  const { asked, left, endedAt } = await refuse(5, (count) => (count === 1 ? 90 * SECOND : null))
  expect(asked).toEqual([0, 90 * SECOND, 120 * SECOND])
  expect(left).toEqual([
    { item: '3', reason: 'host_refused' },
    { item: '4', reason: 'host_refused' },
  ])
  expect(endedAt).toBe(120 * SECOND)
})

test('a host that names a time after the end of the day is left as one that refused', async () => {
  const { asked, left } = await refuse(2, () => 86_400 * SECOND)
  expect(asked).toEqual([0])
  expect(left).toEqual([{ item: '1', reason: 'host_refused' }])
})

test('hosts that rest hold up nothing else of their platform, and are asked when they are over', async () => {
  const clock = new SimulatedClock()
  const endedAt = new Map<string, number>()
  const pace = new ProbePace<string>({
    ...{ clock, endsAt: DAY_MS, maxProbes: 100 },
    async probe(host) {
      const place = placeAt(host, 'app.com')
      const end = await pace.begin(place)
      if (host.startsWith('rests')) pace.refuse(host, 120 * SECOND)
      end()
      const endAgain = await pace.begin(place)
      endAgain()
      endedAt.set(host, clock.now())
    },
  })
  const hosts = [
    ...Array.from({ length: 200 }, (_, n) => `rests${n}.app.com`),
    ...Array.from({ length: 1_000 }, (_, n) => `answers${n}.app.com`),
  ]
  for (const [order, host] of hosts.entries()) pace.add(host, placeAt(host, 'app.com'), order)
  expect(await clock.run(pace.finish())).toEqual([])
  const last = (start: string) =>
    Math.max(...[...endedAt].filter(([host]) => host.startsWith(start)).map(([, at]) => at))
  // 2,200 requests at 50 a second.
  expect(last('answers')).toBeLessThan(50 * SECOND)
  expect(last('rests')).toBeLessThan(130 * SECOND)
})

test('what waits for a request when the host is left, or the time is over, is told so', async () => {
  const clock = new SimulatedClock()
  const reasons: string[] = []
  const pace = new ProbePace<string>({
    ...{ clock, endsAt: 10 * SECOND },
    async probe(host) {
      const end = await pace.begin(placeAt(host))
      end()
      if (host === 'refuses.com') for (let count = 0; count < 3; count++) pace.refuse(host, null)
      for (;;) {
        const again = await pace.begin(placeAt(host)).catch((error: RequestNotMade) => error.reason)
        if (typeof again === 'string') return void reasons.push(`${host} ${again}`)
        again()
      }
    },
  })
  for (const host of ['refuses.com', 'talks.com']) pace.add(host, placeAt(host), 0)
  expect(await clock.run(pace.finish())).toEqual([])
  expect(reasons).toEqual(['refuses.com host_refused', 'talks.com time'])
})

test('the error of a probe ends the day', async () => {
  const clock = new SimulatedClock()
  const pace = new ProbePace<number>({
    ...{ clock, endsAt: DAY_MS, maxProbes: 1 },
    probe: async () => Promise.reject(new Error('a bug')),
  })
  for (const item of [1, 2]) pace.add(item, placeAt(`h${item}`), item)
  await expect(clock.run(pace.finish())).rejects.toThrow('a bug')
})
