import { describe, expect, it } from 'vitest'
import { UpstreamChanged, UpstreamDown } from '../../core/domain/errors.ts'
import type { ChainCoverage } from '../../pipeline/source/source.ts'
import { fetchAll, selectRows } from '../sources/context.ts'
import type { Reply } from '../sources/recorded_http.ts'
import { readTwice } from './chain_client.ts'
import {
  blocksRead,
  chainHttp,
  chainReply,
  type FakeChain,
  fetchChain,
  type Log,
  NO_NODES,
  transaction,
} from './fake_chain.ts'
import { FIRST, ONLY_PINGED, pinged, pings } from './pings.ts'

const HEAD = 1100
const ALONE = { catalog: ONLY_PINGED }
const toBlocks = (fetched: Awaited<ReturnType<typeof fetchChain>>) =>
  selectRows(fetched).map((row) => row.block_number)
const read = (chain: FakeChain, given = {}) => fetchChain(pings, chain, { ...ALONE, ...given })

describe('a range', () => {
  const chain: FakeChain = {
    ...{
      head: HEAD,
      final: 1060,
      mostBlocks: 25,
      logs: [1000, 1024, 1025, 1060, 1061, 1100].map((n) => pinged(n)),
    },
  }

  it('is read in parts that end where the portal likes, final blocks apart from those that are not', async () => {
    const http = chainHttp(chain)
    const fetched = await fetchAll(pings, http, ALONE)
    expect(toBlocks(fetched)).toEqual([1000, 1024, 1025, 1060, 1061, 1100])
    const streams = http.queries.filter(({ operation }) => operation.endsWith('stream'))
    expect(streams.map(({ operation, query }) => [operation, query.fromBlock, query.toBlock])).toEqual([
      ['finalized-stream', 1000, 1060],
      ['finalized-stream', 1025, 1060],
      ['finalized-stream', 1050, 1060],
      ['stream', 1061, 1100],
      ['stream', 1086, 1100],
    ])
    // Each part that continues names the block before it.
    const before = [undefined, transaction(1024), transaction(1049), undefined, transaction(1085)]
    expect(streams.map(({ query }) => query.parentBlockHash)).toEqual(before)
  })

  it('is refused where an answer does not come to the block that was asked for', async () => {
    const early = [{ header: { number: FIRST - 5, hash: null, timestamp: 1 } }]
    const meddlePortal = (operation: string): Reply | undefined =>
      operation.endsWith('stream') ? { body: early, lines: true } : undefined
    await expect(read({ head: HEAD, logs: [], meddlePortal })).rejects.toThrow(UpstreamChanged)
  })
})

describe('a fork while the newest blocks are read', () => {
  const UNCHANGED_LOGS = [pinged(1010), pinged(1033)]
  const GONE = [...UNCHANGED_LOGS, pinged(1038), pinged(1040)]
  const NEW = [...UNCHANGED_LOGS, pinged(1038, transaction(90)), pinged(1039), pinged(1090)]

  /** A chain whose newest blocks are replaced, from one of them on, once the portal has sent forty of them. */
  function forking(from: number, after: Log[], order: 'newest' | 'oldest' | 'no'): FakeChain {
    const chain: FakeChain = { head: HEAD, final: FIRST, mostBlocks: 20, logs: GONE }
    let isForked = false
    chain.meddlePortal = (operation, query) => {
      if (operation !== 'stream' || query.fromBlock !== 1041 || isForked) return undefined
      isForked = true
      Object.assign(chain, { branch: { from, name: 1 }, logs: after })
      const { meddlePortal, ...plain } = chain
      const reply = chainReply(plain, `https://portal.sqd.dev/datasets/base-mainnet/${operation}`, {
        body: query,
      })
      const { previousBlocks } = reply.body as { previousBlocks: object[] }
      expect(reply.status).toBe(409)
      if (order === 'no') return { ...reply, body: '<html>' }
      return order === 'newest' ? reply : { ...reply, body: { previousBlocks: previousBlocks.toReversed() } }
    }
    return chain
  }

  const expected = (logs: Log[]) => logs.map((log) => [Number(log.blockNumber), log.transactionHash])

  it.each<[string, number, Log[], 'newest' | 'oldest' | 'no']>([
    ['behind a block that both have, told newest first', 1036, NEW, 'newest'],
    ['behind a block that both have, told oldest first', 1036, NEW, 'oldest'],
    ['behind nothing that is told', 1036, NEW, 'no'],
    ['behind all that is told', 1005, NEW.with(0, pinged(1010, transaction(91))), 'newest'],
  ])(
    '%s: the branch that is gone is not told, the new one is; a replay gives the same',
    async (_, from, after, order) => {
      const chain = forking(from, after, order)
      const { live, derived } = await readTwice(
        pings,
        (url, options) => chainReply(chain, url, options),
        ALONE,
      )
      expect(selectRows(live).map((row) => [row.block_number, row.transaction_hash])).toEqual(expected(after))
      expect(live.coverage).toMatchObject({
        blocks: [{ from_block: FIRST, to_block: HEAD, final_block: FIRST }],
        left_out: null,
      })
      expect(JSON.stringify(derived)).toBe(JSON.stringify(live))
    },
  )

  it('that never ends leaves the newest blocks for another day, and keeps the final ones', async () => {
    let branch = 0
    const chain: FakeChain = { head: HEAD, final: 1020, mostBlocks: 20, logs: GONE }
    chain.meddlePortal = (operation) => {
      if (operation === 'stream') chain.branch = { from: 1021, name: ++branch }
      return undefined
    }
    const fetched = await read(chain)
    expect(toBlocks(fetched)).toEqual([1010])
    expect(fetched.coverage).toMatchObject({
      blocks: [{ to_block: 1020 }],
      left_out: expect.stringMatching(
        /^Base: 80 of 101 blocks between 1021 and 1100 \(20 % read\), since no/,
      ),
    })
    expect(branch).toBeLessThan(20)
  })
})

describe('what is no answer yet', () => {
  const chain = (first: Reply, times = 1): FakeChain => {
    let left = times
    return {
      ...{ head: HEAD, logs: [pinged(1050)] },
      meddlePortal: (operation) => (operation === 'finalized-stream' && left-- > 0 ? first : undefined),
    }
  }
  const given = { ...ALONE, earlierBlocks: [blocksRead(FIRST, 1020)] }

  it.each<[string, Reply]>([
    ['429', { status: 429, headers: { 'retry-after': '7' }, body: 'too many' }],
    ['503', { status: 503, headers: { 'retry-after': '7' }, body: 'overloaded' }],
    ['529', { status: 529, headers: { 'retry-after': '7' }, body: 'overloaded' }],
  ])('is asked for again after the wait that status %s names', async (_, reply) => {
    const busy = chain(reply, 2)
    const { live, waits } = await readTwice(pings, (url, options) => chainReply(busy, url, options), given)
    expect(toBlocks(live)).toEqual([1050])
    expect(waits.filter((ms) => ms > 0)).toEqual([7000, 7000])
  })

  it.each<[string, Reply]>([
    ['a page of HTML', { body: '<!DOCTYPE html><title>Just a moment</title>\n' }],
    ['nothing at all', { body: '' }],
    ['half of its only line', { body: '{"header":{"number":1021,"ha' }],
    ['a line that is no block', { body: '{"error":"x"}\n' }],
    ['times that no date can hold', { body: '{"header":{"number":1100,"timestamp":1e300}}\n' }],
  ])('is asked for again where status 200 brings %s', async (_, reply) => {
    const wrong = chain(reply, 3)
    const { live, derived } = await readTwice(pings, (url, options) => chainReply(wrong, url, options), given)
    expect(toBlocks(live)).toEqual([1050])
    expect(JSON.stringify(derived)).toBe(JSON.stringify(live))
  })

  it('is a failure where it is nothing else', async () => {
    await expect(read(chain({ body: '<html>' }, 99), given)).rejects.toThrow(UpstreamChanged)
    const nothing = read(chain({ status: 204, body: '' }, 99), given)
    await expect(nothing).rejects.toThrow(UpstreamDown)
    await expect(nothing).rejects.toThrow('it has no block 1021 yet')
  })

  it('leaves what comes after it for another day', async () => {
    const later: FakeChain = { ...chain({ body: '' }, 0), mostBlocks: 40 }
    later.meddlePortal = (_, query) => (query?.fromBlock === 1061 ? { status: 204, body: '' } : undefined)
    const { coverage } = await read({ ...later, ...NO_NODES }, given)
    expect(coverage).toMatchObject({
      left_out: expect.stringMatching(/^Base: 40 of 101 blocks between 1061 and 1100 /),
    })
    expect((coverage as ChainCoverage).blocks).toMatchObject([{ from_block: 1021, to_block: 1060 }])
  })

  it('is a failure where the portal does not know its newest block', async () => {
    const restarted: FakeChain = { head: HEAD, logs: [], meddlePortal: () => ({ body: null }) }
    await expect(read(restarted)).rejects.toThrow('base-mainnet/head: it does not know its newest block yet')
  })
})

describe('an answer that is cut', () => {
  const logs = [1010, 1030, 1050, 1070].map((n) => pinged(n))

  it('in a line is kept up to the line before, and the rest is read on', async () => {
    let cuts = 0
    const chain: FakeChain = { head: HEAD, logs }
    chain.meddlePortal = (operation, query) => {
      if (operation !== 'finalized-stream' || cuts >= 2) return undefined
      cuts++
      const { meddlePortal, ...plain } = chain
      const { body } = chainReply(plain, `https://portal.sqd.dev/datasets/base-mainnet/${operation}`, {
        body: query,
      })
      const lines = (body as object[]).map((line) => JSON.stringify(line))
      return { body: `${lines.slice(0, 2).join('\n')}\n${lines[2]?.slice(0, -9)}` }
    }
    const { live, derived } = await readTwice(pings, (url, options) => chainReply(chain, url, options), ALONE)
    expect(cuts).toBe(2)
    expect(toBlocks(live)).toEqual([1010, 1030, 1050, 1070])
    expect(live.coverage).toMatchObject({ blocks: [{ to_block: HEAD }], left_out: null })
    expect(JSON.stringify(derived)).toBe(JSON.stringify(live))
  })
})
