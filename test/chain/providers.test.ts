import { describe, expect, it } from 'vitest'
import type { ChainCoverage, Source } from '../../pipeline/source/source.ts'
import identity from '../../pipeline/sources/erc8004_identity.ts'
import reputation from '../../pipeline/sources/erc8004_reputation.ts'
import payments from '../../pipeline/sources/x402_payments.ts'
import { type Fetched, selectRows } from '../sources/context.ts'
import { readTwice } from './chain_client.ts'
import {
  account,
  BASE,
  blocksRead,
  chainReply,
  encodeLog,
  type FakeChain,
  fetchChain,
  type Log,
  NO_NODES,
  NO_PORTAL,
  ONLY_BASE,
  transaction,
} from './fake_chain.ts'
import { COLLECTOR, channelOpened, claimed, EURC, moved, paid, settled, UPTO_PROXY } from './x402_logs.ts'

const HEAD = 50_000_000
const FIRST = HEAD - 43_199
const START = BASE.erc8004?.firstBlock ?? 0
const [BUYER, SELLER, SENDER] = [account(1), account(3), account(9)]
const CHANNEL = transaction(77)
const IDENTITY = '0x8004a169fb4a3325136eb29fa0ceb6d2e539a432'
const REPUTATION = '0x8004baa17c55a88189ae136b182e5fda19de9b63'

/** Every event of x402, in blocks all over a day, and look-alikes. */
const DEALS: Log[] = [
  ...paid(BUYER, SELLER, 10n, { block: FIRST, index: 0 }),
  moved(SELLER, BUYER, 4n, { block: FIRST + 5, index: 3 }),
  moved(BUYER, SELLER, 20n, { block: FIRST + 9000, index: 1 }),
  settled({ block: FIRST + 9000, index: 2 }),
  moved(BUYER, SELLER, 30n, { block: FIRST + 9001, index: 1, address: EURC }),
  settled({ block: FIRST + 9001, index: 4, address: UPTO_PROXY }, 'SettledWithPermit'),
  ...paid(BUYER, SELLER, 40n, { block: FIRST + 20_000, index: 5, tx: transaction(1) }),
  ...paid(account(2), SELLER, 50n, { block: FIRST + 20_000, index: 7, tx: transaction(2) }),
  channelOpened(CHANNEL, { payer: BUYER, receiver: SELLER }, { block: FIRST + 20_001, index: 0 }),
  ...paid(BUYER, COLLECTOR, 900n, { block: FIRST + 20_001, index: 1 }),
  claimed(CHANNEL, SENDER, 300n, { block: FIRST + 30_000, index: 2 }),
  moved(SELLER, account(4), 5n, { block: FIRST + 30_001, index: 0 }),
  // The last block of the last part before the portal goes down.
  ...paid(BUYER, SELLER, 55n, { block: FIRST + 31_999, index: 0 }),
  ...paid(BUYER, SELLER, 60n, { block: HEAD, index: 0 }),
]

const at = (address: string, block: number, index = 0) => ({ address, block, index, tx: transaction(block) })
const REGISTRATIONS: Log[] = [0, 9_999, 10_000, 29_999].flatMap((block, i) => [
  encodeLog(
    'event Transfer(address indexed from, address indexed to, uint256 indexed tokenId)',
    { from: i === 3 ? account(1) : `0x${'0'.repeat(40)}`, to: account(2), tokenId: BigInt(i) },
    at(IDENTITY, START + block),
  ),
  encodeLog(
    'event Registered(uint256 indexed agentId, string agentURI, address indexed owner)',
    { agentId: BigInt(i), agentURI: `ipfs://${i}`, owner: account(2) },
    at(IDENTITY, START + block, 1),
  ),
])
const OPINIONS: Log[] = [3, 12_000, 29_998].map((block, i) =>
  encodeLog(
    'event FeedbackRevoked(uint256 indexed agentId, address indexed clientAddress, uint64 indexed feedbackIndex)',
    { agentId: BigInt(i), clientAddress: account(5), feedbackIndex: 2n },
    at(REPUTATION, START + block),
  ),
)

const WORLDS: [string, Source, FakeChain, number][] = [
  ['payments', payments, { head: HEAD, logs: DEALS }, 10],
  ['registrations', identity, { head: START + 29_999, logs: REGISTRATIONS }, 5],
  ['feedback', reputation, { head: START + 29_999, logs: OPINIONS }, 3],
]

/** The rows in chain order: a portal sends its kinds of rows one after another too. */
const sorted = (fetched: Fetched) =>
  selectRows(fetched)
    .map((row) => JSON.stringify(row))
    .sort()

/** Returns the coverage alone: the checks depend on who answers. */
const withoutChecks = ({ coverage }: Fetched) => ({ ...(coverage as ChainCoverage), checks: [] })

describe.each(WORLDS)('%s', (_, source, world, count) => {
  const chain: FakeChain = { ...world, final: world.head - 300, senders: { [transaction(1)]: SENDER } }

  it('are the same rows and blocks from the portal and from the nodes, every one a good one', async () => {
    const portal = await fetchChain(source, { ...chain, ...NO_NODES })
    const nodes = await fetchChain(source, { ...chain, ...NO_PORTAL })
    expect(sorted(nodes)).toEqual(sorted(portal))
    expect(withoutChecks(nodes)).toEqual(withoutChecks(portal))
    expect(portal.coverage).toMatchObject({ left_out: null })
    expect(selectRows(portal)).toHaveLength(count)
    for (const row of selectRows(portal)) expect(source.row.parse(row)).toEqual(row)
  })

  it('are the same where the portal goes down in the middle and the nodes go on, in a replay too', async () => {
    const whole = await fetchChain(source, { ...chain, ...NO_NODES })
    const middle = world.head - 15_000
    const falling: FakeChain = {
      ...{ ...chain, mostBlocks: 4000 },
      meddlePortal: (_operation, query) =>
        query.fromBlock > middle ? { status: 503, body: 'overloaded' } : undefined,
    }
    const requestedHosts = new Set<string>()
    const respond = (url: string, options: { body?: unknown }) => {
      requestedHosts.add(new URL(url).host)
      return chainReply(falling, url, options)
    }
    const { live, derived } = await readTwice(source, respond, { catalog: ONLY_BASE })
    expect([...requestedHosts].slice(0, 2)).toEqual(['portal.sqd.dev', 'mainnet.base.org'])
    expect(sorted(live)).toEqual(sorted(whole))
    expect(withoutChecks(live)).toEqual(withoutChecks(whole))
    expect(JSON.stringify(derived)).toBe(JSON.stringify(live))
  })

  it('are the same where each node goes down for the next one', async () => {
    const [, , last] = BASE.rpc
    const whole = await fetchChain(source, { ...chain, ...NO_NODES })
    const meddle = (_requests: unknown, url: string) =>
      url === last ? undefined : { status: 502, body: 'bad gateway' }
    const nodes = await fetchChain(source, { ...chain, ...NO_PORTAL, meddle })
    expect(sorted(nodes)).toEqual(sorted(whole))
  })
})

describe('a node of one’s own', () => {
  it('is asked first, and the portal only when it does not answer', async () => {
    const chain: FakeChain = { head: HEAD, logs: DEALS }
    const collectHosts = async (world: FakeChain) => {
      const fetched = await fetchChain(payments, world, {
        env: { BASE_RPC_URL: 'https://own.sample.example' },
      })
      return [...new Set(fetched.observations.map(({ from }) => new URL(from.url).host))]
    }
    expect(await collectHosts(chain)).toEqual(['mainnet.base.org'])
    expect(await collectHosts({ ...chain, ...NO_NODES })).toEqual(['portal.sqd.dev'])
  })

  it('that is behind what was read before adds nothing and takes nothing back', async () => {
    const fetched = await fetchChain(
      payments,
      { head: HEAD, logs: DEALS },
      { earlierBlocks: [blocksRead(FIRST, HEAD + 50)] },
    )
    expect(selectRows(fetched)).toEqual([])
    expect((fetched.coverage as ChainCoverage).blocks).toEqual([])
  })
})
