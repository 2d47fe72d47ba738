import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Archive } from '../../pipeline/archive/archive.ts'
import { createHttp } from '../../pipeline/http/client.ts'
import { HostQueues } from '../../pipeline/http/host_queue.ts'
import { replayHttp } from '../../pipeline/http/replay.ts'
import { fetchViaBase } from '../../pipeline/http/upstream_base.ts'
import type { ChainCoverage, KnownRow, Source } from '../../pipeline/source/source.ts'
import identity from '../../pipeline/sources/erc8004_identity.ts'
import reputation from '../../pipeline/sources/erc8004_reputation.ts'
import payments from '../../pipeline/sources/x402_payments.ts'
import { BASE, blocksRead, createCatalog, type Log, ONLY_BASE } from '../chain/fake_chain.ts'
import { toSourceDay } from '../http/harness.ts'
import { inTemporaryFolder } from '../kit/folder.ts'
import { replayServer, startUpstream, type Upstream } from '../kit/upstream.ts'
import { type ContextOptions, type Fetched, fetchAll, selectRows } from '../sources/context.ts'

const USDC = '0x833589fcd6edb6e08f4c7c32d4f71b54bda02913'
const USED = '0x98de503528ee59b575ef0c0a2576a82497bfc029a5685b209e9ec333479b10a5'
const MOVED = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'
const START_OF_DAY_1 = 43_543_200
const BLOCKS_A_DAY = 43_200

const server = replayServer()
if (server === null) it('has a chain to read', () => console.log('not run: no replay server'))

describe.runIf(server !== null)('a day of the replay', () => {
  let upstream: Upstream
  /** The rows of the day before, without which the census takes its agents for lost. */
  let known: KnownRow[] = []
  beforeAll(async () => {
    upstream = await startUpstream(server ?? '')
    const rows = selectRows(await read(identity, 0, {}))
    known = rows.map((row) => ({ ...row, observed_on: '2026-03-19' }) as KnownRow)
  }, 60_000)
  afterAll(() => upstream.stop())

  /** Reads a day as a run does, then again from the archive, and returns the rows if both are the same. */
  const read = (source: Source, day: number, given: ContextOptions, fault?: string) =>
    inTemporaryFolder(async (folder) => {
      const archive = new Archive(folder)
      const sleep = (ms: number) => wait(fault === undefined ? 0 : ms / 20)
      const http = createHttp({
        ...{ archive, previous: null, now: () => 0, random: () => 0, userAgent: 'test' },
        ...{ fetch: fetchViaBase(upstream.base(day, fault)), sleep, maxRequests: source.budget },
        budgetMs: (source.minutes ?? 3) * 60_000,
        queues: new HostQueues({ '*': { perSecond: Number.POSITIVE_INFINITY } }, sleep),
      })
      const live = await fetchAll(source, http, { catalog: ONLY_BASE, ...given })
      const replayed = replayHttp(toSourceDay(http.responses()), archive)
      const derived = await fetchAll(source, replayed, { catalog: ONLY_BASE, ...given })
      expect(JSON.stringify(derived) === JSON.stringify(live)).toBe(true)
      expect(selectRows(live).filter((row) => !source.row.safeParse(row).success)).toEqual([])
      const hosts = new Set(http.responses().map(({ url }) => new URL(url).host))
      return { ...live, requests: http.stats().requests, hosts: [...hosts] }
    })

  const count = (fetched: Fetched, kind: string) =>
    selectRows(fetched).filter((row) => row.kind === kind).length
  const sorted = (fetched: Fetched) =>
    selectRows(fetched)
      .map((row) => JSON.stringify(row))
      .sort()
  const blocksIn = ({ coverage }: Fetched) => (coverage as ChainCoverage).blocks
  const upTo = (block: number): ContextOptions => ({
    earlierBlocks: [blocksRead(41_663_799, block)],
    known: { erc8004_identity: known },
    day: '2026-03-20',
  })
  /** Through the nodes alone: the portal has no such chain. */
  const nodesAlone: ContextOptions = { catalog: createCatalog({ ...BASE, dataset: 'no-such-chain' }) }

  it('has 20,000 registrations before its first day, and few on the next', async () => {
    const first = await read(identity, 0, {})
    expect(blocksIn(first)).toMatchObject([{ to_block: START_OF_DAY_1 - 1 }, { from_block: 41_663_799 }])
    expect(count(first, 'registered')).toBeGreaterThan(20_000)
    expect(count(first, 'uri_updated')).toBe(8)
    expect(count(first, 'transferred')).toBe(4)
    expect(first.requests).toBeLessThan(identity.budget)
    const second = await read(identity, 1, upTo(START_OF_DAY_1 - 1))
    // The census takes some 30 of them.
    expect(second.requests).toBeLessThan(50)
    expect(count(second, 'uri_updated')).toBeGreaterThanOrEqual(8)
  })

  it('has 40 pieces of feedback', async () => {
    const day = await read(reputation, 1, upTo(START_OF_DAY_1 - 1))
    expect(count(day, 'feedback')).toBe(40)
  })

  it('has the payments and the fundings that a count without receipts finds', async () => {
    const day = await read(payments, 1, {})
    expect(blocksIn(day)).toMatchObject([
      { from_block: START_OF_DAY_1, to_block: START_OF_DAY_1 + BLOCKS_A_DAY - 1 },
    ])
    expect(count(day, 'payment')).toBeGreaterThan(18_000)
    expect(count(day, 'payment')).toBeLessThan(25_000)
    const counted = await countLogs(`${upstream.base(1)}/mainnet.base.org/`, START_OF_DAY_1)
    const found = selectRows(day).map((row) =>
      [row.kind, row.block_number, row.log_index, row.payer, row.pay_to, row.amount].join(),
    )
    expect(found.sort()).toEqual(counted.sort())
    expect(day.requests).toBeLessThan(60)
  })

  it.each([
    ['x402_payments', payments],
    ['erc8004_identity', identity],
    ['erc8004_reputation', reputation],
  ])('has the same %s through the portal and through the nodes', async (_, source) => {
    const given = upTo(START_OF_DAY_1 - 1)
    const portal = await read(source, 1, given)
    const nodes = await read(source, 1, { ...given, ...nodesAlone })
    // Counts and owners are asked of nodes, whoever gave the logs; the portal says that it has no such chain.
    expect([portal.hosts[0], nodes.hosts[1]]).toEqual(['portal.sqd.dev', 'mainnet.base.org'])
    expect(sorted(nodes)).toEqual(sorted(portal))
    const times = blocksIn(portal).map(({ final_block, ...blocks }) => blocks)
    expect(blocksIn(nodes)).toMatchObject(times)
    expect(selectRows(portal).length).toBeGreaterThan(30)
  })

  it.each<[string, Source, ContextOptions]>([
    ['payments through the portal', payments, {}],
    ['registrations through the nodes', identity, nodesAlone],
  ])('has the same %s when its hosts are as they really are', async (_, source, given) => {
    const earlier = upTo(START_OF_DAY_1 - 1)
    const plain = await read(source, 1, earlier)
    const real = await read(source, 1, { ...earlier, ...given }, 'real')
    expect(real.coverage).toMatchObject({ left_out: null })
    expect(sorted(real)).toEqual(sorted(plain))
    expect(plain.observations.length).toBeGreaterThan(100)
  })
})

/** Each payment and funding of a day, from all the logs of the contract, without the source's own code. */
async function countLogs(url: string, start: number): Promise<string[]> {
  const fetchLogs = async (topic: string) => {
    const logs: Log[] = []
    for (let from = start; from < start + BLOCKS_A_DAY; from += 5400) {
      const filter = { address: USDC, topics: [topic], fromBlock: hex(from), toBlock: hex(from + 5399) }
      const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'eth_getLogs', params: [filter] })
      const answer = await fetch(url, { method: 'POST', body })
      logs.push(...((await answer.json()) as { result: Log[] }).result)
    }
    return logs
  }
  const authorized = new Set(
    (await fetchLogs(USED)).map((log) =>
      [log.transactionHash, Number(log.logIndex) + 1, log.topics[1]].join(),
    ),
  )
  const moves = await fetchLogs(MOVED)
  const isPayment = (log: Log) =>
    authorized.has([log.transactionHash, Number(log.logIndex), log.topics[1]].join())
  const paid = moves.filter(isPayment)
  const [buyers, sellers] = [
    new Set(paid.map((log) => log.topics[1])),
    new Set(paid.map((log) => log.topics[2])),
  ]
  const back = moves.filter(
    (log) => !isPayment(log) && sellers.has(log.topics[1]) && buyers.has(log.topics[2]),
  )
  const describeLog = (kind: string) => (log: Log) => {
    const [, from = '', to = ''] = log.topics
    const accounts = [from, to].map((topic) => `0x${topic.slice(26)}`)
    return [kind, Number(log.blockNumber), Number(log.logIndex), ...accounts, BigInt(log.data)].join()
  }
  return [...paid.map(describeLog('payment')), ...back.map(describeLog('funding'))]
}

const hex = (n: number) => `0x${n.toString(16)}`
