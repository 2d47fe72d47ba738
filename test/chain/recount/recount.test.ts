import { describe, expect, it } from 'vitest'
import { UpstreamDown } from '../../../core/domain/errors.ts'
import { HourCounts, UsualHour } from '../../../pipeline/chain/recount/hours.ts'
import { NOT_RECOUNTED, type PaymentRoute, recountHours } from '../../../pipeline/chain/recount/recount.ts'
import type { BlockRange, Observation } from '../../../pipeline/source/source.ts'

/** A day of blocks, one every two seconds; a payment in every tenth block of an hour that has any. */
const MIDNIGHT = Date.parse('2026-03-19T00:00:00Z') / 1000
const DAY: BlockRange = { from_block: 1_000, to_block: 44_199 }
const getTime = (block: number) => MIDNIGHT + 2 * (block - DAY.from_block)
const getHour = (block: number) => Math.floor((block - DAY.from_block) / 1_800)
const from = { url: 'https://first.sample.example/', sha256: '0', retrievedAt: '2026-03-20T00:00:00.000Z' }

const BLOCKS = Array.from({ length: 4_320 }, (_, i) => DAY.from_block + 10 * i)
const pay = (block: number): Observation => ({
  from,
  row: { kind: 'payment', block_number: block, log_index: 1 },
})

interface FakeRoute {
  name: string
  loses?(block: number, width: number): boolean
  isDown?: boolean
  cannotCount?: boolean
  readsNothing?: boolean
}

/** Reads a day by the first of these routes, and counts it again. */
async function recount(
  routes: FakeRoute[],
  { has = (_: number): boolean => true, range = DAY, usual = new UsualHour() } = {},
) {
  const read: [string, number, number][] = []
  const select = ({ loses }: FakeRoute, { from_block, to_block }: BlockRange) =>
    BLOCKS.filter((block) => from_block <= block && block <= to_block && has(block)).filter(
      (block) => !loses?.(block, to_block - from_block + 1),
    )
  const toRoute = (route: FakeRoute): PaymentRoute => ({
    name: route.name,
    async *read(span, counts) {
      if (route.isDown) throw new UpstreamDown(route.name, 'no')
      read.push([route.name, span.from_block, span.to_block])
      for (const block of route.readsNothing ? [] : select(route, span)) {
        counts.add(block, new Date(getTime(block) * 1000).toISOString())
        yield pay(block)
      }
      return { to_block: span.to_block, from_time: getTime(span.from_block), to_time: getTime(span.to_block) }
    },
    ...(!route.cannotCount && {
      async count(span) {
        if (route.isDown) throw new UpstreamDown(route.name, 'no')
        return select(route, { ...span, to_block: span.to_block }).length
      },
    }),
  })
  const [first] = routes
  const counts = new HourCounts()
  const blocks = first ? select(first, range) : []
  for (const block of blocks) counts.add(block, new Date(getTime(block) * 1000).toISOString())
  const end = {
    to_block: range.to_block,
    from_time: getTime(range.from_block),
    to_time: getTime(range.to_block) + 2,
  }
  const result = await recountHours({
    ...{ chain: 'eip155:1', day: '2026-03-19', range, end, payments: blocks.map(pay), counts, usual },
    routes: routes.map(toRoute),
  })
  return { ...result, read }
}

const whole: FakeRoute = { name: 'https://first.sample.example/' }
const second: FakeRoute = { name: 'https://second.sample.example/' }
/** It leaves out an hour from answers of more than 2,000 blocks. */
const lossy: FakeRoute = { ...whole, loses: (block, width) => width > 2_000 && getHour(block) === 20 }
const always: FakeRoute = { ...whole, loses: (block) => getHour(block) === 20 }

describe('an honest day', () => {
  it('is counted by a second route for one hour, and nothing is read again', async () => {
    const { checks, added, read } = await recount([whole, second])
    expect(checks).toMatchObject([
      { kind: 'quiet_hours', lost_count: 0, missing_count: 0, observed_count: 4320, unmade: null },
      { kind: 'second_route', lost_count: 0, observed_count: 180, expected_count: 180, unmade: null },
    ])
    expect([added, read]).toEqual([[], []])
  })

  it('with a quiet hour is read again there, and nothing is missing', async () => {
    const { checks, added, read } = await recount([whole, second], { has: (block) => getHour(block) !== 7 })
    expect(checks[0]).toMatchObject({ lost_count: 0, missing_count: 0, asked_count: 1, unmade: null })
    expect(checks[0]?.detail).toBe(
      '2026-03-19 07:00 UTC: 0 events, 180 in the median hour, the same when read again',
    )
    expect([added.length, read.length]).toEqual([0, 1])
  })
})

describe('a lost hour', () => {
  it('comes back in a narrow range', async () => {
    const { checks, added, healed } = await recount([lossy, second])
    expect(checks[0]).toMatchObject({ lost_count: 180, healed_count: 180, missing_count: 0, unmade: null })
    expect(checks[0]?.detail).toBe(
      '2026-03-19 20:00 UTC: 0 events, 180 in the median hour, 180 more when read again',
    )
    expect(added.map(({ row }) => row.block_number)).toEqual(BLOCKS.filter((block) => getHour(block) === 20))
    expect(healed.map(({ route }) => route.name)).toEqual([whole.name])
  })

  it('comes back by a second route, where the first never has it', async () => {
    const { checks, added, healed } = await recount([always, second])
    expect(checks[0]).toMatchObject({ lost_count: 180, healed_count: 180, missing_count: 0 })
    expect(added).toHaveLength(180)
    expect(healed.map(({ route }) => route.name)).toEqual([second.name])
  })

  it('is missing with its number, where a second route counts it and does not give it', async () => {
    const { checks } = await recount([always, { ...second, readsNothing: true }])
    expect(checks[0]).toMatchObject({ lost_count: 180, healed_count: 0, missing_count: 180 })
    expect(checks[0]?.detail).toContain('180 by a second route')
  })
})

describe('the hour that a second route counts', () => {
  const half: FakeRoute = { ...whole, loses: (block) => block % 20 === 0 }

  it('comes back by it where the first has fewer', async () => {
    const { checks, added } = await recount([half, second])
    expect(checks[1]).toMatchObject({
      lost_count: 91,
      healed_count: 91,
      missing_count: 0,
      expected_count: 181,
    })
    // The blocks of an hour reach up to the payments around it that are known.
    expect(added).toHaveLength(91)
  })

  it.each<[string, FakeRoute[], string]>([
    ['there is no other', [whole], NOT_RECOUNTED.noRoute],
    ['it cannot count', [whole, { ...second, cannotCount: true }], NOT_RECOUNTED.noRoute],
    ['it does not answer', [whole, { ...second, isDown: true }], NOT_RECOUNTED.noAnswer],
    ['it has fewer', [whole, { ...half, name: second.name }], NOT_RECOUNTED.fewer],
  ])('says that it is unmade where %s', async (_, routes, reason) => {
    const { checks } = await recount(routes)
    expect(checks[1]).toMatchObject({ unmade: reason, missing_count: null })
  })
})

describe('a short range', () => {
  const tail: BlockRange = { from_block: 43_000, to_block: 44_199 }

  it('has no median hour of its own', async () => {
    const { checks } = await recount([whole, second], { range: tail })
    expect(checks).toMatchObject([{ unmade: NOT_RECOUNTED.fewHours }, { unmade: NOT_RECOUNTED.fewHours }])
  })

  it('is compared with the median hour of the range before it', async () => {
    const usual = new UsualHour()
    await recount([whole, second], { usual })
    const { checks, added } = await recount([{ ...whole, loses: (_, width) => width === 1_200 }, second], {
      usual,
      range: tail,
    })
    expect(checks).toMatchObject([{ kind: 'quiet_hours', healed_count: 120, unmade: null }])
    expect(added).toHaveLength(120)
  })
})

it('an hour that cannot be read again is not taken for read', async () => {
  const { checks } = await recount([
    { ...always, isDown: true },
    { ...second, isDown: true },
  ])
  expect(checks[0]).toMatchObject({ unmade: NOT_RECOUNTED.notAgain })
})

it('takes no hours from times that are years apart', async () => {
  const counts = new HourCounts()
  counts.add(1, '2026-03-19T00:00:00Z')
  expect(counts.list(DAY, { to_block: DAY.to_block, from_time: 0, to_time: 8.6e12 })).toEqual([])
})
