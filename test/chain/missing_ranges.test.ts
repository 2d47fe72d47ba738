import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { BudgetSpent, UpstreamDown } from '../../core/domain/errors.ts'
import type { IndexedChain } from '../../pipeline/catalog/chains.ts'
import { findUnreadBlocks, readMissing, splitRanges } from '../../pipeline/chain/missing_ranges.ts'
import type { ChainProvider } from '../../pipeline/chain/provider.ts'
import type { BlockRange, BlocksRead, ChainCoverage, Observation } from '../../pipeline/source/source.ts'
import { fetchAll, selectRows } from '../sources/context.ts'
import { fakeHttp, type Reply } from '../sources/recorded_http.ts'
import { blocksRead, blockTime, chainReply, createCatalog, type FakeChain } from './fake_chain.ts'
import { FIRST, PINGED, pinged, pings } from './pings.ts'

/** The reason for which a chain without a node was not read, and the remedy. */
const NO_ANSWER =
  'no answer from portal.sqd.dev: set BASE_RPC_URL to a node of Base that keeps old blocks, or run again later'
const OTHER: IndexedChain = { ...PINGED, id: 'eip155:137', name: 'Polygon', dataset: 'polygon-mainnet' }

/** The result of a run over chains with an event every hundred blocks, after the reads of earlier days. */
async function read(
  respond: (url: string, options: { body?: unknown }) => Reply,
  earlierBlocks: BlocksRead[] = [],
  chains: IndexedChain[] = [PINGED],
) {
  const given = { catalog: createCatalog(...chains), earlierBlocks }
  const fetched = await fetchAll(pings, fakeHttp(respond), given)
  const rows = selectRows(fetched).map(({ chain, block_number }) => ({ chain, block: block_number }))
  return { rows, ...(fetched.coverage as ChainCoverage) }
}

/** Reads 500 blocks in ranges of 100, each with ten rows. */
async function readLimited(rows: number) {
  const { blocks, gap, count } = await readInTens({ rows })
  return { ranges: blocks.length, rows: count, missing: gap?.missing_blocks ?? 0 }
}

/** The same until the time is over, after so many ranges, while the host refuses. */
const readUntil = (ranges: number) => readInTens({ ranges })

async function readInTens({ rows = Number.POSITIVE_INFINITY, ranges = 9 }) {
  const provider = { name: 'x', head: async () => ({ number: 499, final: 499 }) } as ChainProvider
  let left = ranges
  const reading = readMissing({
    ...{ chain: PINGED, provider, env: {}, earlier: [], first: async () => 0 },
    ...{ newest: 100, blocks: 100, ranges: 9, rows },
    async *read({ to_block }) {
      if (left-- === 0)
        throw new BudgetSpent('https://portal.sqd.dev/x', 'time is over; last failure: status 503')
      for (let n = 0; n < 10; n++) yield {} as Observation
      return { to_block, from_time: 0, to_time: 0 }
    },
  })
  let count = 0
  let step = await reading.next()
  for (; !step.done; step = await reading.next()) count++
  return { ...step.value, count }
}

const createChain = (head: number, final = head): FakeChain => ({
  ...{ head, final, logs: Array.from({ length: 200 }, (_, i) => pinged(FIRST + 100 * i)) },
})
const respondAs = (chain: FakeChain) => (url: string, options: { body?: unknown }) =>
  chainReply(chain, url.replace('polygon-mainnet', 'base-mainnet'), options)
const toRanges = (blocks: BlocksRead[]) => blocks.map(({ from_block, to_block }) => [from_block, to_block])

describe('which blocks are missing', () => {
  const range = fc
    .tuple(fc.integer({ min: 0, max: 60 }), fc.integer({ min: 0, max: 30 }), fc.integer({ min: -5, max: 30 }))
    .map(([from, size, final]) => blocksRead(from, from + size, Math.min(from + size, from + final)))
  const numbers = ({ from_block, to_block }: BlockRange) =>
    Array.from({ length: to_block - from_block + 1 }, (_, i) => from_block + i)

  it('are those that no read has seen while they were final, each once', () => {
    fc.assert(
      fc.property(fc.array(range, { maxLength: 6 }), fc.integer({ min: 0, max: 90 }), (reads, to_block) => {
        const gaps = findUnreadBlocks({ from_block: 0, to_block }, reads).flatMap(numbers)
        const seen = new Set(
          reads.flatMap(({ from_block, final_block }) => numbers({ from_block, to_block: final_block })),
        )
        const wanted = numbers({ from_block: 0, to_block }).filter((block) => !seen.has(block))
        expect(gaps).toEqual(wanted)
      }),
    )
  })

  it('are read in pieces, the newest first, which together are all of them', () => {
    const gaps = [
      { from_block: 0, to_block: 4 },
      { from_block: 10, to_block: 34 },
    ]
    expect(splitRanges(gaps, 10)).toEqual([
      { from_block: 25, to_block: 34 },
      { from_block: 15, to_block: 24 },
      { from_block: 10, to_block: 14 },
      { from_block: 0, to_block: 4 },
    ])
  })
})

describe('a run', () => {
  it('begins at the first block, and tells the times of what it has read', async () => {
    const { rows, blocks, left_out } = await read(respondAs(createChain(1250)))
    expect(rows.map((row) => row.block)).toEqual([1000, 1100, 1200])
    expect(blocks).toEqual([
      {
        ...{ chain: 'eip155:8453', from_block: FIRST, to_block: 1250, final_block: 1250 },
        ...{ from_time: blockTime(FIRST), to_time: blockTime(1250) },
      },
    ])
    expect(left_out).toBeNull()
  })

  it('begins at the time of the first registries where nobody has listed the first block', async () => {
    const late = { ...PINGED, erc8004: { firstBlock: null } }
    const head = 34_600_000
    const { blocks } = await read(respondAs({ head, logs: [] }), [], [late])
    expect(toRanges(blocks)).toEqual([
      [head - 2 * 43_200 + 1, head],
      [34_500_000, head - 2 * 43_200],
    ])
  })

  it('goes on after the last final block, and reads those again that were not final', async () => {
    const { rows, blocks } = await read(respondAs(createChain(1450, 1400)), [blocksRead(FIRST, 1250, 1190)])
    expect(toRanges(blocks)).toEqual([[1191, 1450]])
    expect(blocks[0]?.final_block).toBe(1400)
    expect(rows.map((row) => row.block)).toEqual([1200, 1300, 1400])
  })

  it('fills a gap behind what was read later', async () => {
    const earlier = [blocksRead(FIRST, 1190), blocksRead(1500, 1800)]
    const { rows, blocks, left_out } = await read(respondAs(createChain(2050)), earlier)
    expect(toRanges(blocks)).toEqual([
      [1801, 2050],
      [1191, 1499],
    ])
    expect(rows.map((row) => row.block)).toEqual([1900, 2000, 1200, 1300, 1400])
    expect(left_out).toBeNull()
  })

  it('keeps what it has read where the newest blocks break off, and names the rest for another day', async () => {
    const chain = { ...createChain(2050), mostBlocks: 100 }
    const broken: FakeChain = {
      ...chain,
      meddlePortal: (_, query) => (query?.fromBlock > 1950 ? { status: 503, body: 'overloaded' } : undefined),
    }
    const { rows, blocks, left_out } = await read(respondAs(broken), [
      blocksRead(FIRST, 1190),
      blocksRead(1500, 1800),
    ])
    expect(toRanges(blocks)).toEqual([[1801, 2000]])
    expect(rows.map((row) => row.block)).toEqual([1900, 2000])
    expect(left_out).toBe(`Base: 359 of 1,051 blocks between 1191 and 2050 (65 % read), since ${NO_ANSWER}`)
    const next = await read(respondAs(chain), [blocksRead(FIRST, 1190), blocksRead(1500, 1800), ...blocks])
    expect(toRanges(next.blocks)).toEqual([
      [2001, 2050],
      [1191, 1499],
    ])
    expect(next.left_out).toBeNull()
  })

  it('names the gap behind where only that cannot be read', async () => {
    const broken: FakeChain = {
      ...createChain(2050),
      meddlePortal: (_, query) =>
        query?.fromBlock === 1191 ? { status: 503, body: 'overloaded' } : undefined,
    }
    const { blocks, left_out } = await read(respondAs(broken), [
      blocksRead(FIRST, 1190),
      blocksRead(1500, 1800),
    ])
    expect(toRanges(blocks)).toEqual([[1801, 2050]])
    expect(left_out).toBe(`Base: 309 of 1,051 blocks between 1191 and 1499 (70 % read), since ${NO_ANSWER}`)
  })

  it('is no longer history once a record has as many rows as fit, and says so', async () => {
    const { ranges, rows } = await readLimited(25)
    // Ten rows a range: the newest one, and history while there are fewer than 25.
    expect([ranges, rows]).toEqual([3, 30])
    expect(await readLimited(Number.POSITIVE_INFINITY)).toEqual({ ranges: 5, rows: 50, missing: 0 })
    expect((await readLimited(25)).missing).toBe(200)
  })

  it.each([
    [1, 'no answer from portal.sqd.dev'],
    [3, "a run's requests or minutes for Base are used up"],
  ])('says after %i ranges at the end of the time, with a host that refuses: %s', async (ranges, reason) => {
    const { gap } = await readUntil(ranges)
    expect(gap?.reason).toBe(reason)
  })

  it('has nothing to read where the chain has not moved', async () => {
    expect(await read(respondAs(createChain(1250)), [blocksRead(FIRST, 1250)])).toEqual({
      ...{ rows: [], blocks: [], gaps: [], left_out: null, checks: [] },
    })
  })
})

describe('several chains', () => {
  const down = (name: string) => (url: string, options: { body?: unknown }) =>
    url.includes(name) ? { status: 503, body: 'overloaded' } : respondAs(createChain(1150))(url, options)

  it.each([
    ['base-mainnet', 'Base', 'eip155:137'],
    ['polygon-mainnet', 'Polygon', 'eip155:8453'],
  ])('go on without %s, and name it', async (dataset, name, other) => {
    const { rows, blocks, left_out } = await read(down(dataset), [], [PINGED, OTHER])
    expect(rows).toEqual([
      { chain: other, block: 1000 },
      { chain: other, block: 1100 },
    ])
    expect(blocks.map(({ chain }) => chain)).toEqual([other])
    expect(left_out).toBe(`${name}: all its newest blocks, since ${NO_ANSWER.replaceAll('Base', name)}`)
  })

  it('fail with the failure of the first when none can be read', async () => {
    const reading = read(down('mainnet'), [], [PINGED, OTHER])
    await expect(reading).rejects.toThrow(UpstreamDown)
    await expect(reading).rejects.toThrow('https://portal.sqd.dev/datasets/base-mainnet/head')
  })

  it('fail too when only their newest block can be read', async () => {
    const streams = down('finalized-stream')
    await expect(read(streams, [], [PINGED, OTHER])).rejects.toThrow('base-mainnet/finalized-stream')
  })

  it('keep apart what earlier days have read of each', async () => {
    const earlier = [blocksRead(FIRST, 1120), { ...blocksRead(FIRST, 1050), chain: OTHER.id }]
    const { blocks } = await read(respondAs(createChain(1150)), earlier, [PINGED, OTHER])
    expect(toRanges(blocks)).toEqual([
      [1121, 1150],
      [1051, 1150],
    ])
  })
})
