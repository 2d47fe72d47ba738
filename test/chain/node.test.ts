import { describe, expect, it, test } from 'vitest'
import { UpstreamChanged } from '../../core/domain/errors.ts'
import type { EvmLog } from '../../pipeline/chain/provider.ts'
import { evmNode } from '../../pipeline/chain/rpc/evm.ts'
import {
  account,
  BASE,
  blockTime,
  chainHttp,
  encodeLog,
  type FakeChain,
  GENESIS,
  logRange,
  transaction,
} from './fake_chain.ts'

const NODE = 'https://node.sample.example'
const createNode = (chain: FakeChain) => {
  const http = chainHttp(chain)
  return { http, node: evmNode(http, BASE, NODE) }
}
const CONTRACT = account(1)
const pinged = (block: number) =>
  encodeLog('event Pinged()', {}, { address: CONTRACT, block, index: 0, tx: transaction(block) })
const SELECTORS = [{ address: [CONTRACT], topics: [pinged(0).topics] }]

describe('the newest block', () => {
  it('is asked for once, with the chain and the newest final one', async () => {
    const { http, node } = createNode({ head: 1000, final: 900, logs: [] })
    expect(await node.head()).toEqual({ number: 1000, final: 900 })
    expect(await node.head()).toEqual({ number: 1000, final: 900 })
    expect(http.bodies.map((requests) => requests.map(({ method, params }) => [method, params[0]]))).toEqual([
      [
        ['eth_chainId', undefined],
        ['eth_getBlockByNumber', 'latest'],
        ['eth_getBlockByNumber', 'finalized'],
      ],
    ])
  })

  it('is refused of another chain', async () => {
    const reading = createNode({ head: 1000, logs: [], chainId: '0x14a34' }).node.head()
    await expect(reading).rejects.toThrow(UpstreamChanged)
    await expect(reading).rejects.toThrow(`${NODE}: its chain is eip155:84532 and not eip155:8453`)
  })
})

describe('times', () => {
  it('are those of blocks', async () => {
    expect(await createNode({ head: 1000, logs: [] }).node.getBlockTime(7)).toBe(GENESIS + 14)
  })

  it('are found back from the newest block on a steady chain', async () => {
    expect(await createNode({ head: 1000, logs: [] }).node.blockAt(GENESIS + 500)).toBe(250)
    expect(await createNode({ head: 1000, logs: [] }).node.blockAt(GENESIS - 500)).toBe(0)
  })

  it('are found a little too early on one that is not steady', async () => {
    const { isSteady, ...uneven } = BASE
    const node = evmNode(chainHttp({ head: 1000, logs: [] }), uneven, NODE)
    expect([isSteady, await node.blockAt(GENESIS + 500)]).toEqual([true, 242])
    expect(await node.blockAt(GENESIS + 3000)).toBe(1505)
  })

  it('are found further back where blocks came faster than the catalogue says', async () => {
    const { isSteady: _, ...uneven } = { ...BASE, blockSeconds: 8 }
    const block = await evmNode(chainHttp({ head: 1000, logs: [] }), uneven, NODE).blockAt(GENESIS + 500)
    expect(block).toBe(234)
  })

  it('are asked for, each block once and ten in a batch, where logs have none', async () => {
    const logs = Array.from({ length: 24 }, (_, i) => {
      const { blockTimestamp, ...log } = pinged(100 + Math.floor(i / 2))
      return log
    })
    const { http, node } = createNode({ head: 1000, logs })
    const found: EvmLog[] = []
    for await (const { items } of node.logs(SELECTORS, { from_block: 0, to_block: 999 })) found.push(...items)
    expect(found.map((log) => log.block_time)).toEqual(logs.map((log) => blockTime(Number(log.blockNumber))))
    const asked = http.bodies.slice(2).map((requests) => requests.map(({ params }) => Number(params[0])))
    expect(asked).toEqual([Array.from({ length: 10 }, (_, i) => 100 + i), [110, 111]])
  })
})

test('a call covers no more blocks than the nodes of a chain answer in full', async () => {
  const http = chainHttp({ head: 5000, logs: [] })
  const node = evmNode(http, { ...BASE, nodeSpan: 2000 }, NODE)
  for await (const _ of node.logs(SELECTORS, { from_block: 0, to_block: 4999 }));
  const ranges = http.bodies.flatMap((requests) => logRange(requests) ?? [])
  expect(ranges).toEqual([0, 1999, 2000, 3999, 4000, 4999])
})
