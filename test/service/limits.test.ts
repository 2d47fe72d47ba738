import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { RateLimits } from '../../serving/service/limits/limits.ts'
import { type StateDatabase, StoreUnavailable } from '../../serving/service/store/database.ts'
import { STORES, type TestStore } from './store/stores.ts'

const NOON = Date.parse('2026-04-01T12:00:00Z')
const MINUTE = { requests: 10, seconds: 60 }
const DAY = { requests: 50, seconds: 86_400 }

describe.each(STORES)('limits on %s', (_name, make) => {
  let store: TestStore | null
  let a: StateDatabase
  let b: StateDatabase
  let now: number
  let limits: RateLimits
  let other: RateLimits

  beforeAll(async () => {
    store = await make()
    if (store === null) return
    a = await store.open()
    b = await store.open()
  })
  beforeEach(async ({ skip }) => {
    if (store === null) return skip()
    await a.run('delete from rate_windows')
    now = NOON + 15_000
    limits = new RateLimits(a, { now: () => now })
    other = new RateLimits(b, { now: () => now })
  })
  afterAll(async () => store?.remove())

  const takeMany = (count: number, caller = '203.0.113.9', of = [MINUTE, DAY]) =>
    Promise.all(
      Array.from({ length: count }, (_, index) => (index % 2 ? limits : other).take('feedback', caller, of)),
    )
  const allowed = (taken: { isAllowed: boolean }[]) => taken.filter(({ isAllowed }) => isAllowed).length
  const counts = async () =>
    (await a.all<{ count: number }>('select count from rate_windows order by seconds')).map(
      ({ count }) => count,
    )

  test('40 parallel callers of two instances get exactly the limit', async () => {
    const taken = await takeMany(40)
    expect(allowed(taken)).toBe(10)
    expect(
      taken
        .filter(({ isAllowed }) => isAllowed)
        .map(({ remaining }) => remaining)
        .sort(),
    ).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9])
    for (const taking of taken.filter(({ isAllowed }) => !isAllowed))
      expect(taking).toEqual({ isAllowed: false, limit: 10, remaining: 0, resetSeconds: 45 })
  })

  test('a refused call uses up no other limit', async () => {
    await takeMany(40)
    expect(await counts()).toEqual([10, 10])
    await takeMany(40, '203.0.113.9', [DAY, MINUTE])
    expect(await counts()).toEqual([10, 10])
  })

  test('the day is full after five full minutes, and says when it ends', async () => {
    for (let minute = 0; minute < 5; minute++, now += 60_000) expect(allowed(await takeMany(12))).toBe(10)
    expect(await limits.take('feedback', '203.0.113.9', [MINUTE, DAY])).toEqual({
      isAllowed: false,
      limit: 50,
      remaining: 0,
      resetSeconds: 12 * 3_600 - 5 * 60 - 15,
    })
    now = NOON + 12 * 3_600_000
    expect(allowed(await takeMany(1))).toBe(1)
  })

  test('with two full windows, the reset time is that of the later one', async () => {
    now = NOON + 15_500
    const of = [MINUTE, { requests: 10, seconds: 3_600 }]
    await takeMany(10, '203.0.113.9', of)
    const refused = await limits.take('feedback', '203.0.113.9', of)
    expect(refused).toEqual({ isAllowed: false, limit: 10, remaining: 0, resetSeconds: 3_600 - 15 })
  })

  test('a window starts on the clock, at its first millisecond', async () => {
    await takeMany(10)
    now = NOON + 59_999
    expect(await limits.take('feedback', '203.0.113.9', [MINUTE])).toMatchObject({
      isAllowed: false,
      resetSeconds: 1,
    })
    now = NOON + 60_000
    expect(await limits.take('feedback', '203.0.113.9', [MINUTE])).toEqual({
      isAllowed: true,
      limit: 10,
      remaining: 9,
      resetSeconds: 60,
    })
  })

  test.each([
    ['addresses of one IPv6 /64', '2001:db8:1:2::1', '2001:DB8:1:2:ffff::9', true],
    ['neighbouring IPv6 networks', '2001:db8:1:2::1', '2001:db8:1:3::1', false],
    ['an IPv4 address and the same written as IPv6', '203.0.113.9', '::ffff:203.0.113.9', true],
    ['IPv4 neighbours', '203.0.113.9', '203.0.113.10', false],
    ['a link-local address with its zone', 'fe80::1%eth0', 'fe80::2%eth1', true],
    ['texts that are no address', 'unknown', 'Unknown', false],
  ])('%s: one caller or two', async (_what, text, two, isSame) => {
    await limits.take('feedback', text, [MINUTE])
    const { remaining } = await other.take('feedback', two, [MINUTE])
    expect(remaining).toBe(isSame ? 8 : 9)
  })

  test('the networks of one IPv6 /48 have eight callers’ calls together', async () => {
    const taken = []
    for (let network = 0; network < 12; network += 1)
      for (let call = 0; call < 10; call += 1)
        taken.push(await limits.take('feedback', `2001:db8:1:${network.toString(16)}::1`, [MINUTE]))
    expect(taken.map(({ isAllowed }) => isAllowed)).toEqual([
      ...Array(80).fill(true),
      ...Array(40).fill(false),
    ])
    expect(taken.at(-1)).toMatchObject({ limit: 10, remaining: 0, resetSeconds: 45 })
    expect((await limits.take('feedback', '2001:db8:2::1', [MINUTE])).isAllowed).toBe(true)
  })

  test('limits of another name are counted apart', async () => {
    await takeMany(10)
    expect((await limits.take('mcp', '203.0.113.9', [MINUTE])).remaining).toBe(9)
  })

  test('no address stands in the store, and another installation has other hashes', async () => {
    const stored = async () => (await a.all<{ caller: string }>('select caller from rate_windows'))[0]?.caller
    await limits.take('feedback', '203.0.113.9', [MINUTE])
    const before = await stored()
    expect(before).toMatch(/^[0-9a-f]{64}$/)
    await a.run('delete from rate_windows')
    await a.run('delete from secrets')
    await new RateLimits(a, { now: () => now }).take('feedback', '203.0.113.9', [MINUTE])
    expect(await stored()).not.toBe(before)
  })

  test('windows that are over are removed', async () => {
    await limits.take('feedback', '203.0.113.9', [MINUTE, DAY])
    now += 120_000
    await limits.take('feedback', '198.51.100.1', [DAY])
    expect(await a.all('select seconds from rate_windows')).toEqual([
      { seconds: 86_400 },
      { seconds: 86_400 },
    ])
  })

  test('without the store nothing is allowed', async () => {
    const closed = await (store as TestStore).open()
    await closed.close()
    const away = new RateLimits(closed, { now: () => now })
    for (let call = 0; call < 2; call++)
      await expect(away.take('feedback', 'x', [MINUTE])).rejects.toThrow(StoreUnavailable)
  })
})
