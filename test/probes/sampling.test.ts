import fc from 'fast-check'
import { expect, test } from 'vitest'
import { daysBefore } from '../../core/domain/dates.ts'
import { drawAddresses, estimateShare, MAX_DRAWN_PER_HOST } from '../../pipeline/probes/sampling.ts'
import { randomFrom, shuffle } from '../kit/random.ts'

const DAY = '2026-03-19'
const dayAfter = (days: number) => daysBefore(DAY, -days)
const addresses = (host: string, count: number, from = 0) =>
  Array.from({ length: count }, (_, n) => ({ url: `https://${host}/${from + n}`, host }))

/** The documented bound of days until an address has come round. */
const daysUntilAll = (size: number) => 2 ** Math.ceil(Math.log2(size / 180))

test('a host with 200 addresses is probed in full, one with more in a sample of 200', () => {
  const small = addresses('small.com', 200)
  const large = addresses('large.com', 1_000)
  const { drawn, sampledOut } = drawAddresses([...small, ...large], DAY)
  const ofSmall = drawn.filter(({ target }) => target.host === 'small.com')
  const ofLarge = drawn.filter(({ target }) => target.host === 'large.com')
  expect(ofSmall.map(({ target }) => target)).toEqual(small)
  expect(ofSmall.every(({ weight, isSample }) => weight === 1 && !isSample)).toBe(true)
  expect(ofLarge).toHaveLength(200)
  expect(ofLarge.every(({ weight, isSample }) => weight === 5 && isSample)).toBe(true)
  expect(sampledOut).toHaveLength(800)
  expect(
    new Set([...ofLarge.map(({ target }) => target.url), ...sampledOut.map(({ url }) => url)]).size,
  ).toBe(1_000)
})

test('each address comes round, in whatever order and from whatever day on', () => {
  fc.assert(
    fc.property(fc.integer({ min: 201, max: 2_000 }), fc.nat(5_000), fc.nat(), (size, first, seed) => {
      const all = addresses('h.com', size)
      const seen = new Set<string>()
      for (let day = 0; day < daysUntilAll(size); day++) {
        const { drawn } = drawAddresses(shuffle(all, seed + day), dayAfter(first + day))
        expect(drawn).toHaveLength(MAX_DRAWN_PER_HOST)
        for (const { target } of drawn) seen.add(target.url)
      }
      expect(seen.size).toBe(size)
    }),
    { numRuns: 10 },
  )
})

test('each address comes round though some arrive and leave each day, and the size crosses a power of two', () => {
  const random = randomFrom(7)
  // 720 addresses are four parts, 721 eight.
  let all = addresses('h.com', 715)
  const unseen = new Map(all.map(({ url }) => [url, 0]))
  let longest = 0
  for (let day = 0; day < 120; day++) {
    all = all.filter(() => random() > 0.01)
    all.push(
      ...addresses('h.com', Math.max(0, 705 + Math.floor(random() * 30) - all.length), 10_000 + day * 1_000),
    )
    const drawn = new Set(drawAddresses(all, dayAfter(day)).drawn.map(({ target }) => target.url))
    for (const { url } of all) {
      const days = drawn.has(url) ? 0 : (unseen.get(url) ?? 0) + 1
      unseen.set(url, days)
      longest = Math.max(longest, days)
    }
  }
  // Twice the eight parts.
  expect(longest).toBeGreaterThan(2)
  expect(longest).toBeLessThanOrEqual(16)
})

test('the order of the input changes nothing', () => {
  const all = addresses('h.com', 900)
  const urls = (seed: number) =>
    drawAddresses(shuffle(all, seed), DAY)
      .drawn.map(({ target }) => target.url)
      .sort()
  expect(urls(1)).toEqual(urls(2))
  expect(urls(1)).not.toEqual(
    drawAddresses(all, dayAfter(1))
      .drawn.map(({ target }) => target.url)
      .sort(),
  )
})

test('shares counted back are within two points of truth', () => {
  // As in the census: hosts decide, and hold over 90 % or under 10 % that answer.
  const sizes: [number, number][] = [
    [36_000, 0.95],
    [10_000, 0.04],
    [10_000, 0.97],
    [10_000, 0.5],
    ...Array.from({ length: 3_000 }, (_, n): [number, number] => [5, n % 2]),
  ]
  for (const seed of [1, 2]) {
    const random = randomFrom(seed)
    const all = sizes.flatMap(([size, share], n) =>
      addresses(`h${n}.com`, size).map((address) => ({ ...address, answers: random() < share })),
    )
    const truth = all.filter(({ answers }) => answers).length / all.length
    const { drawn } = drawAddresses(all, dayAfter(seed))
    const counted = drawn.reduce((sum, { target, weight }) => sum + (target.answers ? weight : 0), 0)
    expect(Math.abs(counted / all.length - truth)).toBeLessThan(0.02)
    expect(drawn.reduce((sum, { weight }) => sum + weight, 0)).toBeCloseTo(all.length)
  }
})

test('the interval has the true share in it 19 times of 20', () => {
  for (const share of [0.02, 0.5, 0.9]) {
    const random = randomFrom(3)
    const all = addresses('h.com', 800).map((address) => ({ ...address, answers: random() < share }))
    const truth = all.filter(({ answers }) => answers).length / all.length
    const isWithin = Array.from({ length: 400 }, (_, day) => {
      const drawn = shuffle(all, day).slice(0, 200)
      const estimate = estimateShare(drawn.filter(({ answers }) => answers).length, 200, 800)
      return estimate !== null && estimate.low <= truth && truth <= estimate.high
    })
    expect(isWithin.filter(Boolean).length / 400).toBeGreaterThan(0.92)
    expect(isWithin.filter(Boolean).length / 400).toBeLessThan(1)
  }
})

test('of a host that was probed in full the share is exact, of one not probed there is none', () => {
  expect(estimateShare(3, 4, 4)).toEqual({ share: 0.75, low: 0.75, high: 0.75 })
  expect(estimateShare(0, 0, 4)).toBeNull()
  expect(estimateShare(0, 200, 36_000)).toMatchObject({ share: 0, low: 0 })
  expect(estimateShare(0, 200, 36_000)?.high).toBeCloseTo(0.0187, 3)
})

test('an invalid date is refused', () => {
  expect(() => drawAddresses(addresses('h.com', 300), 'today')).toThrow("'today' is no date")
})
