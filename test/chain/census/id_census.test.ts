import { describe, expect, it } from 'vitest'
import { UNMADE } from '../../../pipeline/chain/census/unmade.ts'
import type { EvmLog } from '../../../pipeline/chain/provider.ts'
import { countRegistry, type FakeRoute, toBlock, toLogs } from './registry.ts'

const HIGHEST = 3_000
const honest: FakeRoute = { name: 'honest', loses: () => false }
/** A fifth of all logs of ranges of more than 2,000 blocks are missing. */
const lossy: FakeRoute = {
  name: 'lossy',
  loses: (log, { from_block, to_block }) => to_block - from_block >= 2_000 && isFifth(log),
}
const isFifth = ({ block_number, log_index }: EvmLog) =>
  (Math.floor(Number(block_number) / 10) * 3 + Number(log_index)) % 5 === 0
const always = { ...lossy, name: 'always', loses: isFifth }
const LOST = Array.from({ length: HIGHEST + 1 }, (_, id) => id)
  .flatMap(toLogs)
  .filter(isFifth)
const LOST_IDS = LOST.filter(({ log_index }) => log_index === 1).length
const isHole = (id: number) => id % 4 === 1 || (id > 1000 && id < 2200)

describe('an honest reading', () => {
  it('lacks nothing, with few calls', async () => {
    const { checks, rows, read, calls } = await countRegistry({ highest: HIGHEST, routes: [honest, always] })
    expect(checks).toMatchObject([
      {
        kind: 'agent_ids',
        ...{ observed_count: 3001, expected_count: 3001, missing_count: 0, missing_high: 0, unmade: null },
        ...{ lost_count: 0, healed_count: 0, detail: null },
      },
      { kind: 'highest_agent_id', observed_count: HIGHEST, expected_count: HIGHEST, missing_count: 0 },
    ])
    expect([rows, read]).toEqual([[], []])
    expect(calls).toBeLessThan(100)
  })

  it('lacks nothing either where ids were burnt, within an interval', async () => {
    const { checks, read } = await countRegistry({ highest: HIGHEST, isHole, routes: [honest, always] })
    expect(checks[0]).toMatchObject({ lost_count: 0, missing_count: 0, missing_low: 0, unmade: null })
    expect(checks[0]?.missing_high).toBeGreaterThan(0)
    expect(checks[0]?.missing_high).toBeLessThan(60)
    expect(read).toEqual([])
  })

  it('does not blame ids of blocks that were not read yet', async () => {
    const end = toBlock(HIGHEST) + 5
    const newest = { from_block: toBlock(2000), to_block: end }
    const { checks, read } = await countRegistry({
      ...{ highest: HIGHEST, routes: [honest, always], today: [newest] },
      unread: [{ from_block: 1000, to_block: newest.from_block - 1 }],
    })
    expect(checks[0]).toMatchObject({ observed_count: 1001, expected_count: 3001, missing_count: 0 })
    expect(read).toEqual([])
  })
})

describe('lost logs', () => {
  it('come back by another route, all of them', async () => {
    const { checks, rows, read } = await countRegistry({ highest: HIGHEST, routes: [lossy, honest] })
    expect(checks[0]).toMatchObject({
      ...{ kind: 'agent_ids', observed_count: 3001, expected_count: 3001 },
      ...{ lost_count: LOST_IDS, healed_count: LOST_IDS, missing_count: 0, missing_high: 0 },
    })
    expect(rows.length).toBe(LOST.length)
    expect(new Set(read.map(([route]) => route))).toEqual(new Set(['honest']))
  })

  it('come back among burnt ids too', async () => {
    const { checks, rows } = await countRegistry({ highest: HIGHEST, isHole, routes: [lossy, honest] })
    const lost = LOST.filter(({ block_number }) => !isHole(Math.floor((Number(block_number) - 1000) / 10)))
    expect(rows.length).toBe(lost.length)
    expect(checks[0]).toMatchObject({ missing_count: 0 })
  })

  it('come back in narrow ranges, where the other route is down', async () => {
    const down = { ...honest, isDown: true }
    const { checks, rows, read } = await countRegistry({ highest: HIGHEST, routes: [lossy, down] })
    expect(checks[0]).toMatchObject({ healed_count: LOST_IDS, missing_count: 0 })
    expect(rows.length).toBe(LOST.length)
    expect(read.every(([, from, to]) => to - from < 2_000)).toBe(true)
  })

  it('that no route has are missing, with their number and the names of some', async () => {
    const { checks, rows } = await countRegistry({
      highest: HIGHEST,
      routes: [always, { ...always, name: 'b' }],
    })
    const [check] = checks
    expect(rows).toEqual([])
    expect(check).toMatchObject({ healed_count: 0, missing_count: LOST_IDS, unmade: null })
    expect(check?.missing_low).toBeLessThanOrEqual(LOST_IDS)
    expect(check?.missing_high).toBeGreaterThanOrEqual(LOST_IDS)
    expect(check?.detail).toMatch(/^ids \d+(, \d+){19} and \d+ more/)
  })

  it('at the end are found above the highest id that was read', async () => {
    const cut: FakeRoute = {
      name: 'cut',
      loses: ({ block_number }) => Number(block_number) > toBlock(2900),
    }
    const { checks } = await countRegistry({ highest: HIGHEST, routes: [cut, honest] })
    expect(checks).toMatchObject([
      { kind: 'agent_ids', lost_count: 100, healed_count: 100, missing_count: 0 },
      { kind: 'highest_agent_id', observed_count: HIGHEST, lost_count: 100, healed_count: 100 },
    ])
    const alone = await countRegistry({ highest: HIGHEST, routes: [cut] })
    expect(alone.checks).toMatchObject([
      { missing_count: 100, expected_count: 3001 },
      { observed_count: 2900, expected_count: HIGHEST, missing_count: 100 },
    ])
  })

  it('of an earlier day come back within a week, without rows that are there', async () => {
    const ids = Array.from({ length: HIGHEST + 1 }, (_, id) => id)
    const kept = ids.flatMap(toLogs).filter((log) => !isFifth(log))
    const earlier = {
      registrations: async () =>
        kept.flatMap(({ block_number, log_index }) =>
          log_index === 1 ? [{ id: (Number(block_number) - 1000) / 10, block: Number(block_number) }] : [],
        ),
      places: async () =>
        kept.map(({ block_number, log_index }) => ({
          block: Number(block_number),
          index: Number(log_index),
        })),
    }
    const days = Array.from({ length: 7 }, (_, i) => `2026-11-2${i}`)
    const counted = await Promise.all(
      days.map((day) =>
        countRegistry({ highest: HIGHEST, routes: [lossy, honest], earlier, today: [], day }),
      ),
    )
    expect(counted.flatMap(({ rows }) => rows).length).toBe(LOST.length)
    expect(counted.filter(({ rows }) => rows.length > 0).length).toBe(1)
  })
})

describe('a check that cannot be made', () => {
  const pruned = { error: { code: -32602, message: 'Archive requests require a personal token' } }
  it('says why, and nothing is taken for passed', async () => {
    const { checks, read } = await countRegistry({
      ...{ highest: HIGHEST, routes: [always, honest] },
      reply: () => ({ error: { code: -32601, message: 'no' } }),
    })
    expect(checks).toMatchObject([
      { kind: 'agent_ids', unmade: UNMADE.refused, missing_count: null, expected_count: null },
      { kind: 'highest_agent_id', unmade: UNMADE.refused, missing_count: null },
    ])
    expect(read).toEqual([])
  })

  it('at the block is made for the ids that are known, as of now', async () => {
    const { checks } = await countRegistry({
      ...{ highest: HIGHEST, routes: [lossy, honest] },
      reply: (id, block) => (block === 'latest' ? (id <= HIGHEST + 5 ? OWNED : NOBODY) : pruned),
    })
    expect(checks).toMatchObject([
      { kind: 'agent_ids', healed_count: LOST_IDS, missing_count: 0, unmade: null },
      { kind: 'highest_agent_id', unmade: UNMADE.noHistory },
    ])
  })
})

const OWNED = { result: `0x${'0'.repeat(24)}${'b'.repeat(40)}` }
const NOBODY = { error: { code: 3, message: 'execution reverted' } }
