import { describe, expect, it } from 'vitest'
import { UpstreamDown } from '../../core/domain/errors.ts'
import identity from '../../pipeline/sources/erc8004_identity.ts'
import {
  account,
  blocksOf,
  chainHttp,
  type FakeChain,
  type Log,
  logOf,
  replyOf,
  transaction,
} from '../chain/fake_chain.ts'
import { fetchAll, rowsOf } from './context.ts'
import { recordAndReplay } from './contract.ts'

const REGISTRY = '0x8004a169fb4a3325136eb29fa0ceb6d2e539a432'
const START = 41_663_799
const NOBODY = `0x${'0'.repeat(40)}`
const REGISTERED = 'event Registered(uint256 indexed agentId, string agentURI, address indexed owner)'
const UPDATED = 'event URIUpdated(uint256 indexed agentId, string newURI, address indexed updatedBy)'
const MOVED = 'event Transfer(address indexed from, address indexed to, uint256 indexed tokenId)'

const at = (block: number, index = 0) => ({ address: REGISTRY, block, index, tx: transaction(block) })
const registered = (agentId: bigint, block: number, agentURI = ''): Log =>
  logOf(REGISTERED, { agentId, agentURI, owner: account(1) }, at(block, 1))
const fetched = (chain: FakeChain, lastBlock: number | null = null) =>
  fetchAll(identity, chainHttp(chain), { lastBlock })
const rows = async (...logs: Log[]) => rowsOf(await fetched({ head: START + 9999, logs }))
const isGood = (row: unknown) => identity.row.safeParse(row).success

describe('events', () => {
  it('decodes a registration, and leaves out the transfer that comes with it', async () => {
    const mint = logOf(MOVED, { from: NOBODY, to: account(1), tokenId: 5n }, at(START + 1))
    expect(await rows(mint, registered(5n, START + 1, 'ipfs://sample'))).toEqual([
      {
        chain: 'eip155:8453',
        registry: REGISTRY,
        block_number: START + 1,
        log_index: 1,
        block_time: new Date((1_700_000_000 + 2 * (START + 1)) * 1000).toISOString(),
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
    const updated = logOf(UPDATED, { agentId: 5n, newURI: '', updatedBy: account(2) }, at(START + 2))
    const moved = logOf(MOVED, { from: account(1), to: account(3), tokenId: 5n }, at(START + 3))
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

  it('counts the time back from the newest block where a log has none', async () => {
    const { blockTimestamp, ...log } = registered(5n, START + 7)
    const [timed] = await rows(registered(5n, START + 7))
    expect(await rows(log)).toEqual([timed])
    expect(blockTimestamp).toBeDefined()
  })

  it.each<[string, Partial<Log>]>([
    ['data that ends too early', { data: `0x${'00'.repeat(31)}20` }],
    ['a text that is longer than the data', { data: `0x${'20'.padStart(64, '0')}${'f'.repeat(64)}` }],
    ['an event that it does not know', { topics: [transaction(1)] }],
    ['no topics', { topics: [] }],
    ['another contract', { address: account(8) }],
    ['a block that is no number', { blockNumber: 'latest' }],
    ['a time that no date can hold', { blockTimestamp: '0xffffffffffff' }],
  ])('leaves a log with %s to quarantine, and only that', async (_, change) => {
    const broken = { ...registered(5n, START + 1), ...change }
    const chain = { head: START + 9, logs: [] }
    const good = registered(6n, START + 2)
    const meddled = chainHttp({
      ...chain,
      meddle: ([request]) =>
        request?.method === 'eth_getLogs' ? { body: { id: 1, result: [broken, good] } } : undefined,
    })
    const [first, second] = rowsOf(await fetchAll(identity, meddled))
    expect([isGood(first), isGood(second)]).toEqual([false, true])
  })

  it('leaves an address of more than 65,536 characters to quarantine', async () => {
    const [long, longer] = await rows(
      registered(5n, START, 'x'.repeat(65_536)),
      registered(6n, START + 1, 'x'.repeat(65_537)),
    )
    expect([isGood(long), isGood(longer)]).toEqual([true, false])
  })
})

describe('from run to run', () => {
  const logs = [registered(1n, START + 100), registered(2n, START + 900), registered(3n, START + 950)]

  it('goes on from the last block, and reads the last 300 again', async () => {
    const first = await fetched({ head: START + 900, logs })
    expect(first.coverage).toMatchObject({ from_block: START, to_block: START + 900 })
    const reorganised = [
      registered(1n, START + 100),
      registered(4n, START + 899),
      registered(3n, START + 950),
    ]
    const second = await fetched({ head: START + 1000, logs: reorganised }, START + 900)
    expect(second.coverage).toMatchObject({ from_block: START + 601, to_block: START + 1000 })
    expect(rowsOf(second).map((row) => row.agent_id)).toEqual(['4', '3'])
  })

  it('stops at two million blocks, for the next run to go on', async () => {
    const { coverage } = await fetched({ head: START + 5_000_000, logs: [] })
    expect(coverage).toMatchObject({ from_block: START, to_block: START + 1_999_999 })
  })

  const breaking = (block: number): FakeChain => ({
    head: START + 29_999,
    logs: [registered(1n, START + 5), registered(2n, START + 15_000), registered(3n, START + 25_000)],
    meddle: ([request]) =>
      (blocksOf(request)?.[1] ?? 0) >= START + block ? { status: 503, body: 'busy' } : undefined,
  })

  it('keeps what was read before the upstream broke off, and derives the same from the archive', async () => {
    const respond = (_: string, { body }: { body?: unknown }) => replyOf(breaking(25_000), body)
    const { live, derived } = await recordAndReplay(identity, respond, {})
    expect(live.coverage).toMatchObject({ from_block: START, to_block: START + 19_999 })
    expect(rowsOf(live).map((row) => row.agent_id)).toEqual(['1', '2'])
    expect(JSON.stringify(derived)).toBe(JSON.stringify(live))
  })

  it('fails when nothing new was read', async () => {
    await expect(fetched(breaking(0))).rejects.toThrow(UpstreamDown)
    await expect(fetched(breaking(10_000), START + 10_000)).rejects.toThrow(UpstreamDown)
  })
})
