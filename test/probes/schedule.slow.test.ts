import fc from 'fast-check'
import { expect, test } from 'vitest'
import { daysBefore, daysBetween } from '../../core/domain/dates.ts'
import type { ProbeOutcome } from '../../pipeline/probes/outcome.ts'
import { findPlatform } from '../../pipeline/probes/platform.ts'
import {
  addOutcome,
  countNotProbed,
  isProbeDue,
  NEVER_PROBED,
  orderProbes,
  type Schedulable,
} from '../../pipeline/probes/schedule.ts'
import { randomFrom } from '../kit/random.ts'

const DAY = '2026-03-19'
const dayAfter = (days: number) => daysBefore(DAY, -days)

const address = (host: string, given: Partial<Schedulable> = {}): Schedulable => ({
  ...{ url: `https://${host}/`, host, platform: findPlatform(host), since: DAY, owner: null },
  ...{ hasWorth: false, isSample: false, history: NEVER_PROBED },
  ...given,
})
const probed = (silences: number, daysAgo = 1) => ({ lastProbedOn: daysBefore(DAY, daysAgo), silences })

/** Days on which an address is probed, with the outcome that it gives on each. */
function runDays(given: Schedulable, days: number, outcome: (day: number) => ProbeOutcome): number[] {
  let current = given
  const probedOn: number[] = []
  for (let day = 0; day < days; day++) {
    if (!isProbeDue(current, dayAfter(day))) continue
    probedOn.push(day)
    current = { ...current, history: addOutcome(current.history, outcome(day), dayAfter(day)) }
  }
  return probedOn
}

const gaps = (days: number[]) => days.slice(1).map((day, at) => day - (days[at] as number))

test('what answers is probed each day', () => {
  expect(runDays(address('h.com'), 30, () => 'gated')).toHaveLength(30)
})

test('the wait of what does not answer is within half of 1, 2, 4, 8 and 16 days, and none is given up', () => {
  fc.assert(
    fc.property(
      fc.webUrl(),
      fc.constantFrom<ProbeOutcome>('timeout', 'not_found', 'rate_limited'),
      (url, outcome) => {
        const waits = gaps(runDays(address('h.com', { url }), 200, () => outcome))
        const [first, second, third, fourth] = waits
        expect(first).toBe(1)
        for (const [wait = 0, most] of [
          [second, 2],
          [third, 4],
          [fourth, 8],
        ] as const) {
          expect(wait).toBeLessThanOrEqual(most)
          expect(wait).toBeGreaterThanOrEqual(most / 2)
        }
        for (const wait of waits.slice(4)) {
          expect(wait).toBeLessThanOrEqual(16)
          expect(wait).toBeGreaterThanOrEqual(8)
        }
        expect(waits.slice(5).every((wait) => wait === 16)).toBe(true)
      },
    ),
    { numRuns: 30 },
  )
})

test('with worth the wait is never more than two days', () => {
  const waits = gaps(runDays(address('h.com', { hasWorth: true }), 60, () => 'refused'))
  expect(Math.max(...waits)).toBe(2)
})

test('an answer ends the wait, and a day without a probe changes nothing', () => {
  const silent = { lastProbedOn: DAY, silences: 5 }
  expect(addOutcome(silent, 'answers', dayAfter(1))).toEqual({ lastProbedOn: dayAfter(1), silences: 0 })
  expect(addOutcome(silent, 'not_probed', dayAfter(1))).toEqual(silent)
  expect(addOutcome(silent, 'card_only', dayAfter(1)).silences).toBe(6)
})

test('what fell silent on one day is not due on one day', () => {
  const silent = Array.from({ length: 1_600 }, (_, n) => address(`h${n}.com`, { history: probed(5, 0) }))
  const dueOn = silent.map((given) =>
    Array.from({ length: 17 }, (_, day) => day).find((day) => isProbeDue(given, dayAfter(day))),
  )
  for (let day = 1; day <= 16; day++) {
    const share = dueOn.filter((due) => due === day).length / 1_600
    expect(share).toBeGreaterThan(0.03)
    expect(share).toBeLessThan(0.1)
  }
})

test('a sample is due on the day that draws it, and nothing twice on a day', () => {
  expect(isProbeDue(address('h.com', { isSample: true, history: probed(5) }), DAY)).toBe(true)
  expect(isProbeDue(address('h.com', { history: probed(0, 0) }), DAY)).toBe(false)
})

test('the known have eight of ten turns while there are any, whatever arrives', () => {
  const known = Array.from({ length: 80 }, (_, n) =>
    address(`k${n}.com`, { hasWorth: n % 8 < 4, history: probed(n % 8 === 7 ? 2 : 0) }),
  )
  const fresh = Array.from({ length: 5_000 }, (_, n) => address(`f${n}.com`))
  const first = orderProbes([...fresh, ...known], DAY).slice(0, 100)
  expect(first.filter(({ history }) => history.lastProbedOn !== null)).toHaveLength(80)
  expect(orderProbes([...fresh, ...known], DAY)).toHaveLength(5_080)
})

test('the order is by age and hash, never by name', () => {
  const all = Array.from({ length: 500 }, (_, n) => address(`h${String(n).padStart(3, '0')}.com`))
  const order = orderProbes(all, DAY).map(({ url }) => url)
  expect(order).toEqual(orderProbes(all.toReversed(), DAY).map(({ url }) => url))
  expect(order).not.toEqual(orderProbes(all, dayAfter(1)).map(({ url }) => url))
  const names = all.map(({ url }) => url)
  const firstHalf = order.slice(0, 250).filter((url) => names.indexOf(url) < 250).length
  expect(firstHalf).toBeGreaterThan(90)
  expect(firstHalf).toBeLessThan(160)
  const old = address('zzz.com', { since: daysBefore(DAY, 1) })
  expect(orderProbes([...all, old], DAY)[0]).toBe(old)
})

test('neither names under a domain, nor tenants of a platform, nor addresses of an owner take the turns of others', () => {
  const honest = Array.from({ length: 100 }, (_, n) => address(`honest${n}.com`))
  const declare = (given: (n: number) => Schedulable) => Array.from({ length: 5_000 }, (_, n) => given(n))
  const crowds: [Schedulable[], number][] = [
    [declare((n) => address(`s${n}.evil.com`, { owner: `account:${n}` })), 1],
    [declare((n) => address(`t${n}.vercel.app`, { owner: `account:${n}` })), 50],
    [declare((n) => address(`evil${n}.com`, { owner: 'account:evil' })), 1],
  ]
  for (const [crowd, turns] of crowds) {
    const order = orderProbes([...crowd, ...honest], DAY)
    expect(order).toHaveLength(5_100)
    const lastHonest = Math.max(...honest.map((given) => order.indexOf(given)))
    expect(lastHonest).toBeLessThan(100 + turns)
  }
})

test('no address starves, however many arrive each day', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 1_000 }), fc.integer({ min: 10, max: 30 }), (seed, perDay) => {
      const random = randomFrom(seed)
      const hosts = [
        () => `t${Math.floor(random() * 1e9)}.vercel.app`,
        () => `s${Math.floor(random() * 1e9)}.evil.com`,
        () => `own${Math.floor(random() * 1e9)}.com`,
      ]
      const some = (since: string) =>
        address(hosts[Math.floor(random() * 3)]?.() ?? '', {
          since,
          owner: random() < 0.3 ? 'account:evil' : null,
          hasWorth: random() < 0.1,
        })
      let all = Array.from({ length: 100 }, () => some(DAY))
      const watched = new Set(all.map(({ url }) => url))
      for (let day = 0; day < 60; day++) {
        const date = dayAfter(day)
        // More arrive than a day has time for.
        all.push(...Array.from({ length: perDay }, () => some(date)))
        const due = all.filter((given) => isProbeDue(given, date))
        const today = new Set(
          orderProbes(due, date)
            .slice(0, perDay)
            .map(({ url }) => url),
        )
        for (const url of today) watched.delete(url)
        all = all.map((given) =>
          today.has(given.url) ? { ...given, history: addOutcome(given.history, 'timeout', date) } : given,
        )
      }
      expect([...watched]).toEqual([])
      const waits = all.map(({ history }) => daysBetween(history.lastProbedOn ?? DAY, dayAfter(59)))
      expect(waits.every(Number.isFinite)).toBe(true)
    }),
    { numRuns: 3 },
  )
})

test('what was not probed is counted by kind and reason', () => {
  const counts = countNotProbed([
    { kind: 'mcp', reason: 'time' },
    { kind: 'web', reason: 'robots' },
    { kind: 'mcp', reason: 'time' },
    { kind: 'mcp', reason: 'not_due' },
  ])
  expect(counts.get('mcp')).toEqual(
    new Map([
      ['time', 2],
      ['not_due', 1],
    ]),
  )
  expect(counts.get('web')).toEqual(new Map([['robots', 1]]))
})
