import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { backedLimits } from '../../serving/service/limits/backed_limits.ts'
import { type Limits, RateLimits } from '../../serving/service/limits/limits.ts'
import { MemoryLimits } from '../../serving/service/limits/memory_limits.ts'
import { type StateDatabase, StoreUnavailable } from '../../serving/service/store/database.ts'
import { STORES, type TestStore } from './store/stores.ts'

const NOON = Date.parse('2026-04-01T12:00:00Z')
const MINUTE = { requests: 10, seconds: 60 }
const HOUR = { requests: 15, seconds: 3_600 }
const BOTH = [MINUTE, HOUR]

type Clock = () => number

/** Makes limits with a clock; null where there is no such database. */
const KINDS: [string, () => Promise<{ make(now: Clock): Promise<Limits>; end(): Promise<void> } | null>][] = [
  ['memory', async () => ({ make: async (now) => new MemoryLimits({ now }), end: async () => {} })],
  ...STORES.map(([name, open]): (typeof KINDS)[number] => [
    name,
    async () => {
      const store: TestStore | null = await open()
      if (store === null) return null
      const db = await store.open()
      const make = async (now: Clock) => {
        await db.run('delete from rate_windows')
        return new RateLimits(db, { now })
      }
      return { make, end: () => store.remove() }
    },
  ]),
]

describe.each(KINDS)('limits in %s', (_name, open) => {
  let kind: Awaited<ReturnType<typeof open>>
  let limits: Limits
  let now: number
  beforeAll(async () => {
    kind = await open()
  }, 60_000)
  beforeEach(async ({ skip }) => {
    if (kind === null) return skip()
    now = NOON + 15_000
    limits = await kind.make(() => now)
  })
  afterAll(() => kind?.end())

  const takeMany = async (count: number, caller = '203.0.113.9', of = BOTH) =>
    Promise.all(Array.from({ length: count }, async () => limits.take('mcp', caller, of)))

  test('of 40 parallel calls exactly the limit is allowed, and each knows what is left', async () => {
    const left = (await takeMany(40, '203.0.113.8', [MINUTE])).filter(({ isAllowed }) => isAllowed)
    expect(left.map(({ remaining }) => remaining).sort()).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9])
    // A call that is early in its minute may be late in its hour: what is left of either is never more than there is.
    const taken = await takeMany(40)
    const allowed = taken.filter(({ isAllowed }) => isAllowed)
    expect(allowed).toHaveLength(10)
    expect(Math.min(...allowed.map(({ remaining }) => remaining))).toBe(0)
    for (const taking of taken.filter(({ isAllowed }) => !isAllowed))
      expect(taking).toEqual({ isAllowed: false, limit: 10, remaining: 0, resetSeconds: 45 })
  })

  test('a refused call uses up no other limit, and the hour is full after its own number', async () => {
    await takeMany(40)
    now += 60_000
    const taken = await takeMany(12)
    expect(taken.filter(({ isAllowed }) => isAllowed)).toHaveLength(5)
    expect(await limits.take('mcp', '203.0.113.9', BOTH)).toEqual({
      isAllowed: false,
      limit: 15,
      remaining: 0,
      resetSeconds: 3_600 - 75,
    })
    expect(await limits.peek('mcp', '203.0.113.9', [MINUTE])).toMatchObject({ remaining: 5 })
  })

  test('looking takes nothing', async () => {
    const fresh = { isAllowed: true, limit: 10, remaining: 10, resetSeconds: 45 }
    expect(await limits.peek('mcp', '203.0.113.9', BOTH)).toEqual(fresh)
    expect(await limits.peek('mcp', '203.0.113.9', BOTH)).toEqual(fresh)
    await takeMany(10)
    expect(await limits.peek('mcp', '203.0.113.9', BOTH)).toEqual({
      ...fresh,
      ...{ isAllowed: false, remaining: 0 },
    })
  })

  test('a window starts on the clock', async () => {
    await takeMany(10)
    now = NOON + 59_999
    expect(await limits.take('mcp', '203.0.113.9', [MINUTE])).toMatchObject({
      ...{ isAllowed: false, resetSeconds: 1 },
    })
    now += 1
    expect(await limits.take('mcp', '203.0.113.9', [MINUTE])).toMatchObject({
      ...{ isAllowed: true, remaining: 9, resetSeconds: 60 },
    })
  })

  test.each([
    ['addresses of one IPv6 /64', '2001:db8:1:2::1', '2001:DB8:1:2:ffff::9', true],
    ['neighbouring IPv6 networks', '2001:db8:1:2::1', '2001:db8:1:3::1', false],
    ['an IPv4 address and the same written as IPv6', '203.0.113.9', '::ffff:203.0.113.9', true],
    ['IPv4 neighbours', '203.0.113.9', '203.0.113.10', false],
    ['texts that are no address', 'unknown', 'Unknown', false],
  ])('%s: one caller or two', async (_what, text, two, isSame) => {
    await limits.take('mcp', text, [MINUTE])
    expect((await limits.take('mcp', two, [MINUTE])).remaining).toBe(isSame ? 8 : 9)
  })

  test('the networks of one IPv6 /48 have eight callers’ calls together', async () => {
    const taken = []
    for (let network = 0; network < 12; network += 1)
      for (let call = 0; call < 10; call += 1)
        taken.push(await limits.take('mcp', `2001:db8:1:${network.toString(16)}::1`, [MINUTE]))
    expect(taken.map(({ isAllowed }) => isAllowed)).toEqual([
      ...Array(80).fill(true),
      ...Array(40).fill(false),
    ])
    expect(taken.at(-1)).toMatchObject({ limit: 10, remaining: 0, resetSeconds: 45 })
    expect((await limits.take('mcp', '2001:db8:2::1', [MINUTE])).isAllowed).toBe(true)
  })

  test('limits of another name are counted apart', async () => {
    await takeMany(10)
    expect((await limits.take('mcp_setup', '203.0.113.9', [MINUTE])).remaining).toBe(9)
  })
})

test('memory knows so many callers of a window and no more', () => {
  const limits = new MemoryLimits({ now: () => NOON, maxCallers: 3 })
  const takeRemaining = (caller: string) => limits.take('mcp', caller, [MINUTE]).remaining
  expect(['a', 'b', 'c', 'a', 'd'].map(takeRemaining)).toEqual([9, 9, 9, 8, 9])
  // The fourth was one too many: the one is forgotten that had not called for longest.
  expect(['a', 'd', 'b'].map(takeRemaining)).toEqual([7, 8, 9])
})

test('memory replaces an unavailable store, which is retried a little later, and logged once', async () => {
  const clock = { now: NOON }
  const now = () => clock.now
  const logged: unknown[] = []
  let asked = 0
  let isAway = true
  const stored = new MemoryLimits({ now })
  const first: Limits = {
    take: async (...call) => {
      asked += 1
      if (isAway) throw new StoreUnavailable('away')
      return stored.take(...call)
    },
    peek: async (...call) => stored.peek(...call),
  }
  const limits = backedLimits(first, new MemoryLimits({ now }), { now, log: (line) => logged.push(line) })
  const takeMany = async () =>
    Promise.all(Array.from({ length: 12 }, async () => limits.take('mcp', 'x', [MINUTE])))
  expect((await takeMany()).filter(({ isAllowed }) => isAllowed)).toHaveLength(10)
  expect(logged).toHaveLength(1)
  await limits.take('mcp', 'x', [MINUTE])
  expect(asked).toBe(12)
  isAway = false
  clock.now += 5_000
  expect((await limits.take('mcp', 'x', [MINUTE])).remaining).toBe(9)
  expect(logged).toHaveLength(1)
})

test('a fault that is no absence of the store is not covered up', async () => {
  const broken = {
    all: () => Promise.reject(new TypeError('ours')),
    run: async () => 0,
  } as unknown as StateDatabase
  const limits = backedLimits(
    new RateLimits(broken, { now: () => NOON }),
    new MemoryLimits({ now: () => NOON }),
    {
      now: () => NOON,
      log: () => {},
    },
  )
  await expect(limits.take('mcp', 'x', [MINUTE])).rejects.toThrow('ours')
})
