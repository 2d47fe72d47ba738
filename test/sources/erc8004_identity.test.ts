import { describe, expect, it } from 'vitest'
import { UpstreamDown } from '../../core/domain/errors.ts'
import type { BlocksRead, KnownRow } from '../../pipeline/source/source.ts'
import identity from '../../pipeline/sources/erc8004_identity.ts'
import { readTwice } from '../chain/chain_client.ts'
import {
  account,
  blocksRead,
  blockTime,
  chainReply,
  encodeLog,
  type FakeChain,
  fetchChain,
  type Log,
  NO_NODES,
  NO_PORTAL,
  ONLY_BASE,
  transaction,
} from '../chain/fake_chain.ts'
import { checkRow, selectRows } from './context.ts'

const REGISTRY = '0x8004a169fb4a3325136eb29fa0ceb6d2e539a432'
const START = 41_663_799
const ZERO_ADDRESS = `0x${'0'.repeat(40)}`
const REGISTERED = 'event Registered(uint256 indexed agentId, string agentURI, address indexed owner)'
const UPDATED = 'event URIUpdated(uint256 indexed agentId, string newURI, address indexed updatedBy)'
const MOVED = 'event Transfer(address indexed from, address indexed to, uint256 indexed tokenId)'

const at = (block: number, index = 0) => ({ address: REGISTRY, block, index, tx: transaction(block) })
const registered = (agentId: bigint, block: number, agentURI = ''): Log =>
  encodeLog(REGISTERED, { agentId, agentURI, owner: account(1) }, at(block, 1))
const fetched = (chain: FakeChain, earlierBlocks: BlocksRead[] = [], known: KnownRow[] = []) =>
  fetchChain(identity, chain, { earlierBlocks, known: { erc8004_identity: known } })
const rows = async (...logs: Log[]) => selectRows(await fetched({ head: START + 9999, logs }))
const isGood = (row: unknown) => identity.row.safeParse(row).success

describe('events', () => {
  it('decodes a registration, and leaves out the transfer that comes with it', async () => {
    const mint = encodeLog(MOVED, { from: ZERO_ADDRESS, to: account(1), tokenId: 5n }, at(START + 1))
    expect(await rows(mint, registered(5n, START + 1, 'ipfs://sample'))).toEqual([
      {
        chain: 'eip155:8453',
        registry: REGISTRY,
        block_number: START + 1,
        log_index: 1,
        block_time: blockTime(START + 1),
        transaction_hash: transaction(START + 1),
        kind: 'registered',
        agent_id: '5',
        account: account(1),
        uri: 'ipfs://sample',
        metadata_key: null,
        metadata_value: null,
      },
    ])
  })

  it('decodes a changed address and a changed owner', async () => {
    const updated = encodeLog(UPDATED, { agentId: 5n, newURI: '', updatedBy: account(2) }, at(START + 2))
    const moved = encodeLog(MOVED, { from: account(1), to: account(3), tokenId: 5n }, at(START + 3))
    expect(await rows(updated, moved)).toMatchObject([
      { kind: 'uri_updated', agent_id: '5', account: account(2), uri: '' },
      { kind: 'transferred', agent_id: '5', account: account(3), uri: null },
    ])
  })

  it('keeps an identifier that no float holds', async () => {
    const [row] = await rows(registered(2n ** 256n - 1n, START))
    expect(row?.agent_id).toBe(String(2n ** 256n - 1n))
    expect(isGood(row)).toBe(true)
  })

  it.each<[string, Partial<Log>]>([
    ['data that ends too early', { data: `0x${'00'.repeat(31)}20` }],
    ['a text that is longer than the data', { data: `0x${'20'.padStart(64, '0')}${'f'.repeat(64)}` }],
    ['an event that it does not know', { topics: [transaction(1)] }],
    ['no topics', { topics: [] }],
    ['another contract', { address: account(8) }],
    ['a transaction that is none', { transactionHash: '0x12' }],
    ['a number that is none', { logIndex: 'latest' }],
  ])('leaves a log with %s to quarantine, and only that', async (_, change) => {
    const broken = { ...registered(5n, START + 1), ...change }
    const lines = [broken, registered(6n, START + 2)].map((log, i) => ({
      header: { number: START + 1 + i, hash: null, timestamp: 1_800_000_000 },
      logs: [{ ...log, logIndex: Number(log.logIndex) }],
    }))
    const [first, second] = selectRows(
      await fetched({
        ...{ head: START + 2, logs: [] },
        meddlePortal: (operation) =>
          operation === 'finalized-stream' ? { body: lines, lines: true } : undefined,
      }),
    )
    expect([isGood(first), isGood(second)]).toEqual([false, true])
  })

  it.each<[string, Partial<Log>]>([
    ['a block that is no number', { blockNumber: 'latest' }],
    ['a time that no date can hold', { blockTimestamp: '0xffffffffffff' }],
  ])('leaves a log of a node with %s to quarantine, and only that', async (_, change) => {
    const broken = { ...registered(5n, START + 1), ...change }
    const results = [[broken, registered(6n, START + 2)], [], { timestamp: '0x6a000000' }]
    const [first, second] = selectRows(
      await fetched({
        ...{ head: START + 9, logs: [], ...NO_PORTAL },
        meddle: ([request]) =>
          request?.method === 'eth_getLogs'
            ? { body: results.map((result, i) => ({ id: i + 1, result })) }
            : undefined,
      }),
    )
    expect([isGood(first), isGood(second)]).toEqual([false, true])
  })

  it('keeps an agent without an address of more than 65,536 characters', async () => {
    const [long, longer] = await rows(
      registered(5n, START, 'x'.repeat(65_536)),
      registered(6n, START + 1, 'x'.repeat(65_537)),
    )
    expect(checkRow(identity, long)).toBe('kept')
    expect(checkRow(identity, longer)).toBe('cleaned')
  })
})

describe('from run to run', () => {
  const logs = [registered(1n, START + 100), registered(2n, START + 900), registered(3n, START + 950)]

  it('goes on from the last final block, and reads those again that were not final', async () => {
    const first = await fetched({ head: START + 900, final: START + 600, logs })
    expect(first.coverage).toMatchObject({
      blocks: [{ from_block: START, to_block: START + 900, final_block: START + 600 }],
      left_out: null,
    })
    const reorganised = [
      registered(1n, START + 100),
      registered(4n, START + 899),
      registered(3n, START + 950),
    ]
    const earlier = [blocksRead(START, START + 900, START + 600)]
    const known = selectRows(first).map((row) => ({ ...row, observed_on: '2026-01-01' }))
    const second = await fetched({ head: START + 1000, logs: reorganised }, earlier, known)
    expect(second.coverage).toMatchObject({ blocks: [{ from_block: START + 601, to_block: START + 1000 }] })
    expect(selectRows(second).map((row) => row.agent_id)).toEqual(['4', '3'])
  })

  /** The portal returns 10,000 blocks at once, and fails from one of them on; no node replaces it. */
  const breaking = (block: number): FakeChain => ({
    ...{ head: START + 29_999, mostBlocks: 10_000, ...NO_NODES },
    logs: [registered(1n, START + 5), registered(2n, START + 15_000), registered(3n, START + 25_000)],
    meddlePortal: (_, query) =>
      query?.fromBlock >= START + block ? { status: 503, body: 'overloaded' } : undefined,
  })

  it('keeps what was read before the upstream broke off, and derives the same from the archive', async () => {
    const chain = breaking(20_000)
    const { live, derived } = await readTwice(identity, (url, options) => chainReply(chain, url, options), {
      catalog: ONLY_BASE,
    })
    expect(live.coverage).toMatchObject({
      blocks: [{ from_block: START, to_block: START + 19_999 }],
      left_out: `Base: 10,000 of 30,000 blocks between ${START + 20_000} and ${START + 29_999} (66 % read), since no answer from portal.sqd.dev and mainnet.base.org and base-rpc.publicnode.com and base.drpc.org and base.gateway.tenderly.co: set BASE_RPC_URL to a node of Base that keeps old blocks, or run again later`,
    })
    expect(selectRows(live).map((row) => row.agent_id)).toEqual(['1', '2'])
    expect(JSON.stringify(derived)).toBe(JSON.stringify(live))
  })

  it('fails when nothing new was read', async () => {
    await expect(fetched(breaking(0))).rejects.toThrow(UpstreamDown)
    await expect(fetched(breaking(10_000), [blocksRead(START, START + 9_999)])).rejects.toThrow(UpstreamDown)
  })
})
