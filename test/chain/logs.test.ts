import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { UpstreamChanged, UpstreamDown } from '../../core/domain/errors.ts'
import { type LogsRead, readLogs, untilDown } from '../../pipeline/chain/logs.ts'
import {
  account,
  blocksOf,
  chainHttp,
  errorReply,
  type FakeChain,
  type Log,
  logOf,
  type Request,
  replyOf,
  transaction,
} from './fake_chain.ts'

const CONTRACT = account(1)
const pinged = (block: number): Log =>
  logOf('event Pinged()', {}, { address: CONTRACT, block, index: 0, tx: transaction(block) })
const FILTER = { address: CONTRACT, topics: pinged(0).topics }

const read = async (http: ReturnType<typeof chainHttp>, from_block: number, to_block: number) => {
  const parts: LogsRead[] = []
  for await (const part of readLogs(http, FILTER, { from_block, to_block })) parts.push(part)
  return parts
}
const blocksIn = (parts: LogsRead[]) =>
  parts.flatMap(({ logs }) => logs.map((log) => Number((log as Log).blockNumber)))
const widthOf = ([request]: Request[]) => {
  const [from, to] = blocksOf(request) ?? [0, -1]
  return to - from + 1
}

/** A chain whose provider takes so many blocks in a request, and gives so many logs in an answer. */
function limited(head: number, logBlocks: number[], most: { blocks?: number; logs?: number }): FakeChain {
  const chain: FakeChain = { head, logs: logBlocks.map(pinged) }
  chain.meddle = (requests) => {
    if (widthOf(requests) > (most.blocks ?? Number.POSITIVE_INFINITY))
      return { status: 413, body: errorReply(-32614, 'too wide').body }
    const { body } = replyOf({ ...chain, meddle: () => undefined }, requests[0])
    const { result } = body as { result: unknown[] }
    return result.length > (most.logs ?? Number.POSITIVE_INFINITY)
      ? errorReply(-32602, 'too many')
      : undefined
  }
  return chain
}

it('asks for 10,000 blocks at a time, without a gap or an overlap', async () => {
  const http = chainHttp({ head: 30_000, logs: [100, 10_099, 10_100, 25_000, 25_001].map(pinged) })
  const parts = await read(http, 100, 25_000)
  expect(http.bodies.map(([request]) => blocksOf(request))).toEqual([
    [100, 10_099],
    [10_100, 20_099],
    [20_100, 25_000],
  ])
  expect(blocksIn(parts)).toEqual([100, 10_099, 10_100, 25_000])
  expect(parts.map((part) => part.to_block)).toEqual([10_099, 20_099, 25_000])
})

it('asks for half when the provider refuses, and for more again after a success', async () => {
  const http = chainHttp(limited(40_000, [], { blocks: 3000 }))
  await read(http, 0, 39_999)
  const widths = http.bodies.map(widthOf)
  expect(widths.slice(0, 6)).toEqual([10_000, 5000, 2500, 3125, 1562, 1953])
  expect(http.bodies.length).toBeLessThan(30)
})

it('reads every log once and in order, whatever the provider allows', () => {
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
    /mainnet\.base\.org: it refuses the logs of even a single block \(0\)/,
  )
  expect(http.bodies.map(widthOf)).toEqual([10_000, 5000, 2500, 1250, 625, 312, 156, 78, 39, 19, 9, 4, 2, 1])
})

it('refuses logs that are no list', async () => {
  const http = chainHttp({ head: 9, logs: [], meddle: () => ({ body: { id: 1, result: 'none' } }) })
  await expect(read(http, 0, 9)).rejects.toThrow(UpstreamChanged)
})

describe('untilDown', () => {
  async function* failing(error: Error) {
    yield 1
    yield 2
    throw error
  }

  it('keeps what came before the upstream broke off', async () => {
    const failure = new UpstreamDown('https://sample.example', 'gone')
    expect(await untilDown(failing(failure))).toEqual({ read: [1, 2], failure })
  })

  it('passes any other failure on', async () => {
    await expect(untilDown(failing(new UpstreamChanged('https://sample.example', 'odd')))).rejects.toThrow(
      'odd',
    )
  })
})
