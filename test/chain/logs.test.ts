import fc from 'fast-check'
import { expect, it } from 'vitest'
import { UpstreamChanged } from '../../core/domain/errors.ts'
import { type LogsRead, readLogs } from '../../pipeline/chain/rpc/logs.ts'
import { Width } from '../../pipeline/chain/rpc/width.ts'
import {
  account,
  chainHttp,
  encodeLog,
  errorReply,
  type FakeChain,
  type Log,
  logRange,
  nodeReply,
  type Request,
  transaction,
} from './fake_chain.ts'

const NODE = 'https://node.sample.example'
const CONTRACT = account(1)
const pinged = (block: number): Log =>
  encodeLog('event Pinged()', {}, { address: CONTRACT, block, index: 0, tx: transaction(block) })
const SELECTORS = [{ address: [CONTRACT], topics: [pinged(0).topics] }]

const read = async (
  http: ReturnType<typeof chainHttp>,
  from_block: number,
  to_block: number,
  { width = new Width(), selectors = SELECTORS } = {},
) => {
  const parts: LogsRead[] = []
  for await (const part of readLogs(http, NODE, selectors, { from_block, to_block }, width)) parts.push(part)
  return parts
}
const blocksIn = (parts: LogsRead[]) =>
  parts.flatMap(({ logs }) => logs.map(({ log }) => Number((log as Log).blockNumber)))
const maxWidth = (requests: Request[]) => {
  const [from, to] = logRange(requests) ?? [0, -1]
  return to - from + 1
}

/** A chain whose node limits the blocks of a request and the logs of an answer. */
function limited(head: number, logBlocks: number[], most: { blocks?: number; logs?: number }): FakeChain {
  const chain: FakeChain = { head, logs: logBlocks.map(pinged) }
  chain.meddle = (requests) => {
    if (maxWidth(requests) > (most.blocks ?? Number.POSITIVE_INFINITY))
      return { status: 413, body: errorReply(-32614, 'too wide').body }
    const { body } = nodeReply({ ...chain, meddle: () => undefined }, requests)
    const [{ result }] = body as [{ result: unknown[] }]
    return result.length > (most.logs ?? Number.POSITIVE_INFINITY)
      ? errorReply(-32602, 'too many')
      : undefined
  }
  return chain
}

it('asks for 10,000 blocks at a time, without a gap or an overlap', async () => {
  const http = chainHttp({ head: 30_000, logs: [100, 10_099, 10_100, 25_000, 25_001].map(pinged) })
  const parts = await read(http, 100, 25_000)
  expect(http.bodies.map(logRange)).toEqual([
    [100, 10_099],
    [10_100, 20_099],
    [20_100, 25_000],
  ])
  expect(blocksIn(parts)).toEqual([100, 10_099, 10_100, 25_000])
  expect(parts.map((part) => part.to_block)).toEqual([10_099, 20_099, 25_000])
})

it('asks for half when the node refuses, and for a width that it refused no sooner than it has to', async () => {
  const http = chainHttp(limited(400_000, [], { blocks: 3000 }))
  const width = new Width()
  await read(http, 0, 199_999, { width })
  const widths = http.bodies.map(maxWidth)
  expect(widths.slice(0, 6)).toEqual([10_000, 5000, 2500, 3125, 1562, 1953])
  expect(widths.filter((blocks) => blocks > 3000).length).toBeLessThan(12)
  expect(http.bodies.length).toBeLessThan(100)
  const before = http.bodies.length
  await read(http, 200_000, 220_000, { width })
  const first = maxWidth(http.bodies[before] ?? [])
  expect(first).toBeGreaterThan(1500)
  expect(first).toBeLessThan(4000)
})

it('widens again where blocks hold less than before', async () => {
  const chain = limited(900_000, [], { blocks: 1000 })
  const http = chainHttp(chain)
  const width = new Width()
  await read(http, 0, 50_000, { width })
  expect(width.blocks).toBeLessThan(1500)
  const { meddle, ...free } = chain
  await read(chainHttp(free), 50_001, 899_999, { width })
  expect([typeof meddle, width.blocks]).toEqual(['function', 10_000])
})

it('splits more than 500 topics into several calls, at most ten in a batch, and loses none', async () => {
  const topics = Array.from({ length: 6001 }, (_, i) => transaction(i))
  const logs = [0, 500, 2999, 6000].map((i) => ({
    ...pinged(10 + i),
    topics: [...pinged(0).topics, topics[i] ?? ''],
  }))
  const http = chainHttp({ head: 9000, logs })
  const selectors = [{ address: [CONTRACT], topics: [pinged(0).topics, topics] }]
  const parts = await read(http, 0, 9000, { selectors })
  expect(blocksIn(parts)).toEqual([10, 510, 3009, 6010])
  const lists = http.bodies.flat().flatMap(({ method, params }) => {
    const [filter] = params as [{ topics: string[][] }]
    return method === 'eth_getLogs' ? [filter.topics[1]?.length] : []
  })
  expect(lists).toEqual([...Array(12).fill(500), 1])
  expect(Math.max(...http.bodies.map((requests) => requests.length))).toBe(10)
  const sentBodies = http.bodies
    .flat()
    .flatMap(({ params }) => (params[0] as { topics?: string[][] }).topics?.[1] ?? [])
  expect(sentBodies).toEqual(topics)
})

it('reads every log once and in order, whatever the node allows', () => {
  const world = fc.record({
    blocks: fc.uniqueArray(fc.integer({ min: 0, max: 30_000 }), { maxLength: 60 }),
    from: fc.integer({ min: 0, max: 15_000 }),
    to: fc.integer({ min: 15_000, max: 30_000 }),
    widest: fc.integer({ min: 100, max: 12_000 }),
    most: fc.integer({ min: 1, max: 20 }),
  })
  return fc.assert(
    fc.asyncProperty(world, async ({ blocks, from, to, widest, most }) => {
      const sorted = blocks.toSorted((a, b) => a - b)
      const http = chainHttp(limited(30_000, sorted, { blocks: widest, logs: most }))
      const parts = await read(http, from, to)
      expect(blocksIn(parts)).toEqual(sorted.filter((block) => block >= from && block <= to))
      expect(parts.at(-1)?.to_block).toBe(to)
    }),
    { numRuns: 30 },
  )
})

it('gives up at one block that is refused', async () => {
  const http = chainHttp(limited(30_000, [], { blocks: 0 }))
  await expect(read(http, 0, 9999)).rejects.toThrow(
    /node\.sample\.example: it refuses the logs of even a single block \(0\)/,
  )
  expect(http.bodies.map(maxWidth)).toEqual([10_000, 5000, 2500, 1250, 625, 312, 156, 78, 39, 19, 9, 4, 2, 1])
})

it('refuses logs that are no list', async () => {
  const http = chainHttp({
    head: 9,
    logs: [],
    meddle: () => ({
      body: [
        { id: 1, result: 'none' },
        { id: 2, result: { timestamp: '0x1' } },
      ],
    }),
  })
  await expect(read(http, 0, 9)).rejects.toThrow(UpstreamChanged)
})

it('asks for half as many blocks where a list ends at a round number, as a cut one does', async () => {
  const blocks = Array.from({ length: 2_500 }, (_, i) => 2 * i)
  const chain = limited(9_999, blocks, {})
  const cut: FakeChain = {
    ...chain,
    meddle: (requests) => {
      const { body } = nodeReply({ ...chain, meddle: () => undefined }, requests)
      const [logs, ...rest] = body as { result: unknown[] }[]
      return { body: [{ ...logs, result: logs?.result.slice(0, 1_000) }, ...rest] }
    },
  }
  expect(blocksIn(await read(chainHttp(cut), 0, 9_999))).toEqual(blocks)
})
