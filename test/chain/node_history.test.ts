import { describe, expect, it } from 'vitest'
import type { IndexedChain } from '../../pipeline/catalog/chains.ts'
import { NoHistory } from '../../pipeline/chain/failures.ts'
import { sendCalls } from '../../pipeline/chain/rpc/calls.ts'
import { fakeHttp, type Reply } from '../sources/recorded_http.ts'
import { readTwice } from './chain_client.ts'
import {
  BASE,
  blocksRead,
  chainReply,
  createCatalog,
  errorReply,
  type FakeChain,
  NO_PORTAL,
  type Request,
} from './fake_chain.ts'
import { FIRST, PINGED, pinged, pings } from './pings.ts'

const NODE = 'https://node.sample.example'
const PRUNED = errorReply(-32602, 'Archive requests require a personal token. Get one at https://x.example')
const CALL = { method: 'eth_getLogs', params: [] }

describe('a node without old blocks', () => {
  it.each<[string, Reply]>([
    ['status 403', { status: 403, body: PRUNED.body }],
    ['an error with status 200', PRUNED],
    [
      'an error in a batch',
      {
        body: [
          { id: 1, result: [] },
          { ...(PRUNED.body as object), id: 2 },
        ],
      },
    ],
    ['pruned history', errorReply(4444, 'unavailable')],
    ['another node’s words', errorReply(-32000, 'required historical state is pruned')],
  ])('says so and asks for no narrower range: %s', async (_, reply) => {
    const asking = sendCalls(
      fakeHttp(() => reply),
      NODE,
      [CALL, CALL],
    )
    await expect(asking).rejects.toThrow(NoHistory)
  })

  it('is not one that refuses with status 403 for another reason', async () => {
    const asking = sendCalls(
      fakeHttp(() => ({ status: 403, body: 'Forbidden' })),
      NODE,
      [CALL],
    )
    await expect(asking).rejects.toThrow(/status 403, which is no answer/)
    await expect(asking).rejects.not.toThrow(NoHistory)
  })
})

const HEAD = 50_000
const chainWith = (...rpc: string[]): IndexedChain => ({ ...PINGED, rpc })
const [RECENT, WHOLE] = ['https://recent.sample.example/', 'https://whole.sample.example/']

/** A chain whose first node keeps 128 blocks alone. */
function createWorld(given: Partial<FakeChain> = {}): { world: FakeChain; asked: string[] } {
  const asked: string[] = []
  const isOld = ({ params: [first] }: Request) => {
    const block = Number((first as { fromBlock?: string } | undefined)?.fromBlock ?? first)
    return block < HEAD - 128
  }
  const meddle: FakeChain['meddle'] = (requests, url) => {
    asked.push(url)
    return url === RECENT && requests.some(isOld) ? { status: 403, body: PRUNED.body } : undefined
  }
  return {
    world: { head: HEAD, logs: [pinged(20_000), pinged(HEAD)], ...NO_PORTAL, meddle, ...given },
    asked,
  }
}

describe('a chain whose portal is down', () => {
  const read = (world: FakeChain, chain: IndexedChain, given = {}) =>
    readTwice(pings, (url, options) => chainReply(world, url, options), {
      ...{ catalog: createCatalog(chain), ...given },
    })

  it('is read from the next node where the first has no old blocks, which costs one request', async () => {
    const { world, asked } = createWorld()
    const { live, derived } = await read(world, chainWith(RECENT, WHOLE))
    expect(live.observations.map(({ row }) => row.block_number)).toEqual([20_000, HEAD])
    expect(asked.filter((url) => url === RECENT)).toHaveLength(2)
    expect(JSON.stringify(derived)).toBe(JSON.stringify(live))
  })

  it('says that a node has no old blocks and what would mend it, in a rebuild too', async () => {
    const { world, asked } = createWorld()
    const earlierBlocks = [blocksRead(FIRST, 2000), blocksRead(HEAD - 100, HEAD - 50)]
    const { live, derived } = await read(world, chainWith(RECENT), { earlierBlocks })
    const gap = 'Base: 47,899 of 49,001 blocks between 2001 and 49899 (2 % read)'
    expect(live.coverage).toMatchObject({
      blocks: [{ from_block: HEAD - 49, to_block: HEAD }],
      left_out: `${gap}, since no answer from portal.sqd.dev, no old blocks at recent.sample.example: set BASE_RPC_URL to a node of Base that keeps old blocks, or run again later`,
    })
    expect(asked.length).toBeLessThan(6)
    expect(JSON.stringify(derived)).toBe(JSON.stringify(live))
  })

  it('names the setting to look at where it is set', async () => {
    const { world } = createWorld()
    const given = { earlierBlocks: [blocksRead(HEAD - 100, HEAD - 50), blocksRead(FIRST, FIRST + 9)] }
    const { live } = await read(world, chainWith(RECENT), { ...given, env: { BASE_RPC_URL: 'set' } })
    expect(live.coverage).toMatchObject({
      left_out: expect.stringContaining(': see that the node in BASE_RPC_URL answers and keeps old blocks'),
    })
  })

  it('says of a dataset that the portal does not have that it does not, and asks once', async () => {
    const { world } = createWorld({ meddlePortal: () => ({ status: 404, body: 'unknown' }) })
    let asked = 0
    const respond = (url: string, options: { body?: unknown }) => {
      if (url.startsWith('https://portal')) asked++
      return chainReply(world, url, options)
    }
    const late = { ...chainWith(RECENT), id: BASE.id, erc8004: { firstBlock: null } }
    const given = {
      catalog: createCatalog(late),
      earlierBlocks: [blocksRead(FIRST, FIRST + 9), blocksRead(HEAD - 9, HEAD - 5)],
    }
    const { live } = await readTwice(pings, respond, given)
    expect(asked).toBe(1)
    expect(live.coverage).toMatchObject({
      left_out: expect.stringContaining('since no dataset base-mainnet at portal.sqd.dev, no old blocks at'),
    })
  })
})
