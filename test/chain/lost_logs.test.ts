import { describe, expect, it } from 'vitest'
import type { RequestOptions } from '../../pipeline/http/http.ts'
import type { ChainCheck, ChainCoverage, Source } from '../../pipeline/source/source.ts'
import identity from '../../pipeline/sources/erc8004_identity.ts'
import reputation from '../../pipeline/sources/erc8004_reputation.ts'
import payments from '../../pipeline/sources/x402_payments.ts'
import type { Fetched } from '../sources/context.ts'
import { readTwice } from './chain_client.ts'
import {
  account,
  BASE,
  chainReply,
  encodeLog,
  type FakeChain,
  type Log,
  NO_NODES,
  ONLY_BASE,
  transaction,
} from './fake_chain.ts'
import { moved, paid } from './x402_logs.ts'

const START = BASE.erc8004?.firstBlock ?? 0
const IDENTITY = '0x8004a169fb4a3325136eb29fa0ceb6d2e539a432'
const REPUTATION = '0x8004baa17c55a88189ae136b182e5fda19de9b63'
const WIDE = 2_000

const at = (address: string, block: number, index: number) => ({
  address,
  block,
  index,
  tx: transaction(block),
})
/** Four hundred agents, one every hundred blocks, each with a move to another owner and some feedback. */
const AGENTS: Log[] = Array.from({ length: 400 }, (_, i) => i).flatMap((id) => {
  const block = START + 100 * id
  return [
    encodeLog(
      'event Registered(uint256 indexed agentId, string agentURI, address indexed owner)',
      { agentId: BigInt(id), agentURI: `ipfs://${id}`, owner: account(2) },
      at(IDENTITY, block, 1),
    ),
    encodeLog(
      'event Transfer(address indexed from, address indexed to, uint256 indexed tokenId)',
      { from: account(2), to: account(3), tokenId: BigInt(id) },
      at(IDENTITY, block + 1, 0),
    ),
    encodeLog(
      'event FeedbackRevoked(uint256 indexed agentId, address indexed clientAddress, uint64 indexed feedbackIndex)',
      { agentId: BigInt(id), clientAddress: account(5), feedbackIndex: 2n },
      at(REPUTATION, block + 2, 0),
    ),
  ]
})

const isFifth = ({ blockNumber }: Log) =>
  (Math.floor(Number(blockNumber) / 100) * 3 + Number(blockNumber)) % 5 === 0

/** A chain whose portal leaves out logs from answers to wide ranges, without a word. */
const withLoss = (chain: FakeChain, isLost: (log: Log) => boolean): FakeChain => {
  const lossy = { ...chain, logs: chain.logs.filter((log) => !isLost(log)) }
  return {
    ...chain,
    meddlePortal: (operation, query) =>
      query && query.toBlock - query.fromBlock >= WIDE
        ? chainReply(lossy, `https://portal.sqd.dev/datasets/base-mainnet/${operation}`, { body: query })
        : undefined,
  }
}

async function read(source: Source, chain: FakeChain) {
  const respond = (url: string, options: RequestOptions) => chainReply(chain, url, options)
  const { live, derived } = await readTwice(source, respond, { catalog: ONLY_BASE, day: '2026-11-26' })
  expect(JSON.stringify(derived)).toBe(JSON.stringify(live))
  return live
}

const sort = ({ observations }: Fetched) => observations.map(({ row }) => JSON.stringify(row)).sort()
const findCheck = ({ coverage }: Fetched, kind: ChainCheck['kind']) =>
  (coverage as ChainCoverage).checks?.find((check) => check.kind === kind)

describe('logs that a portal leaves out', () => {
  const chain: FakeChain = { head: START + 45_000, logs: AGENTS }

  it.each([
    ['registrations, moves', identity],
    ['feedback', reputation],
  ])('come back: %s', async (_, source) => {
    const whole = await read(source, chain)
    const live = await read(source, withLoss(chain, isFifth))
    expect(sort(live)).toEqual(sort(whole))
  })

  it('are counted, and none is named on an honest day', async () => {
    const lost = AGENTS.filter(
      (log) => log.address === IDENTITY && log.topics.length === 3 && isFifth(log),
    ).length
    expect(lost).toBe(80)
    const live = await read(identity, withLoss(chain, isFifth))
    expect(findCheck(live, 'agent_ids')).toMatchObject({
      lost_count: lost,
      healed_count: lost,
      missing_count: 0,
    })
    expect(findCheck(await read(identity, chain), 'agent_ids')).toMatchObject({
      ...{ observed_count: 400, lost_count: 0, missing_high: 0, unmade: null },
    })
  })

  it('are not looked for where no node answers, which is said', async () => {
    const live = await read(identity, { ...withLoss(chain, isFifth), ...NO_NODES })
    expect(findCheck(live, 'agent_ids')).toMatchObject({ unmade: expect.stringContaining('no node answers') })
  })
})

describe('an hour of payments that a portal leaves out', () => {
  const HEAD = 50_000_000
  const FIRST = HEAD - 43_199
  const BUYERS = Array.from({ length: 430 }, (_, i) => FIRST + 100 * i)
  const logs = BUYERS.flatMap((block, i) => [
    ...paid(account(10 + i), account(3), 10n, { block, index: 0 }),
    // Each payee sends something back in the same hour.
    moved(account(3), account(10 + i), 4n, { block: block + 1, index: 3 }),
  ])
  const isInHour = ({ blockNumber }: Log) =>
    Math.floor((1_700_000_000 + 2 * Number(blockNumber)) / 3_600) ===
    Math.floor((1_700_000_000 + 2 * (FIRST + 20_000)) / 3_600)

  it('comes back with what was sent back, and is named', async () => {
    const chain: FakeChain = { head: HEAD, logs }
    const whole = await read(payments, chain)
    const live = await read(payments, withLoss(chain, isInHour))
    expect(sort(live)).toEqual(sort(whole))
    expect(findCheck(whole, 'quiet_hours')).toMatchObject({ lost_count: 0, asked_count: 0 })
    expect(findCheck(live, 'quiet_hours')).toMatchObject({
      lost_count: 18,
      healed_count: 18,
      missing_count: 0,
    })
    expect(findCheck(live, 'second_route')).toMatchObject({ lost_count: 0, unmade: null })
  })
})
