import { describe, expect, it } from 'vitest'
import { daysBefore } from '../../core/domain/dates.ts'
import { UpstreamDown } from '../../core/domain/errors.ts'
import { describeLeft } from '../../pipeline/source/left_out.ts'
import type { BlocksRead, ChainCoverage } from '../../pipeline/source/source.ts'
import payments from '../../pipeline/sources/x402_payments.ts'
import { readTwice } from '../chain/chain_client.ts'
import {
  account,
  BASE,
  blocksRead,
  blockTime,
  chainHttp,
  chainReply,
  createCatalog,
  errorReply,
  type FakeChain,
  fetchChain,
  type Log,
  logRange,
  NO_NODES,
  NO_PORTAL,
  nodeReply,
  ONLY_BASE,
  type Request,
  transaction,
} from '../chain/fake_chain.ts'
import type { StreamQuery } from '../chain/fake_portal.ts'
import {
  BATCH_SETTLEMENT,
  COLLECTOR,
  channelOpened,
  claimed,
  EURC,
  moved,
  paid,
  settled,
  UPTO_PROXY,
  USDC,
  used,
} from '../chain/x402_logs.ts'
import { fetchAll, selectRows } from './context.ts'

const DAY = 43_200
const HEAD = 50_000_000
const FIRST = HEAD - DAY + 1
const toDay = (block: number) => blockTime(block).slice(0, 10)
const [BUYER, OTHER_BUYER, SELLER, STRANGER] = [account(1), account(2), account(3), account(4)]

const fetched = (logs: Log[], more: Partial<FakeChain> = {}, earlierBlocks: BlocksRead[] = []) =>
  fetchChain(payments, { head: HEAD, logs, ...more }, { earlierBlocks })
const rows = async (...logs: Log[]) => selectRows(await fetched(logs))
const blocksIn = ({ coverage }: { coverage: unknown }) => (coverage as ChainCoverage).blocks
const readRanges = (result: { coverage: unknown }) =>
  blocksIn(result).map(({ from_block, to_block }) => [from_block, to_block])

describe('payments', () => {
  it('pairs an authorization with the transfer right after it', async () => {
    const senders = { [transaction(HEAD)]: account(9) }
    const result = await fetched(paid(BUYER, SELLER, 10_000n, { block: HEAD, index: 4 }), { senders })
    expect(selectRows(result)).toEqual([
      {
        chain: 'eip155:8453',
        asset: USDC,
        block_number: HEAD,
        log_index: 5,
        block_time: expect.stringMatching(/Z$/),
        transaction_hash: transaction(HEAD),
        kind: 'payment',
        method: 'eip3009',
        payer: BUYER,
        pay_to: SELLER,
        amount: '10000',
        relayer: account(9),
        channel: null,
      },
    ])
    expect(readRanges(result)).toEqual([[FIRST, HEAD]])
  })

  it('are those of the longest window and the day before it, the newest day first, where days before the first run are wanted', async () => {
    const head = { head: HEAD, logs: [] }
    const result = await fetchChain(payments, head, { wantsPast: true, day: toDay(HEAD) })
    const ranges = readRanges(result)
    expect(ranges[0]).toEqual([HEAD - DAY + 1, HEAD])
    expect(ranges[1]).toEqual([HEAD - 2 * DAY + 1, HEAD - DAY])
    expect(toDay(ranges.at(-1)?.[0] ?? 0)).toBe(daysBefore(toDay(HEAD), 30))
    expect(toDay((ranges.at(-1)?.[0] ?? 0) - 1)).toBe(daysBefore(toDay(HEAD), 31))
    expect(result.coverage).toMatchObject({ left_out: null, gaps: [] })
  })

  it('of the newest day are read where nobody finds the first block of the window, in a rebuild too', async () => {
    const chain: FakeChain = {
      head: HEAD,
      logs: paid(BUYER, SELLER, 1n, { block: HEAD, index: 1 }),
      ...NO_NODES,
    }
    const respond = (url: string, options: { body?: unknown }) => {
      const { fromBlock = HEAD } = (options.body ?? {}) as StreamQuery
      const isOld = url.includes('/timestamps/') || fromBlock < HEAD - 3 * DAY
      return isOld ? { status: 503, body: 'busy' } : chainReply(chain, url, options)
    }
    const given = { catalog: ONLY_BASE, wantsPast: true, day: toDay(HEAD) }
    const { live, derived } = await readTwice(payments, respond, given)
    expect(selectRows(live)).toHaveLength(1)
    expect(readRanges(live)).toEqual([0, 1, 2].map((n) => [HEAD - (n + 1) * DAY + 1, HEAD - n * DAY]))
    const { gaps = [] } = live.coverage as ChainCoverage
    expect(gaps).toMatchObject([{ to_block: HEAD - 3 * DAY, wanted_blocks: 31 * DAY + 1 }])
    expect(JSON.stringify(derived)).toBe(JSON.stringify(live))
  })

  it('go on where an earlier run stopped, and leave what is older than the window', async () => {
    const day = toDay(HEAD)
    const earlierBlocks = [
      blocksRead(HEAD - 3 * DAY, HEAD - DAY),
      blocksRead(HEAD - 90 * DAY, HEAD - 20 * DAY),
    ]
    const given = { wantsPast: true, day, earlierBlocks }
    const ranges = readRanges(await fetchChain(payments, { head: HEAD, logs: [] }, given))
    expect([ranges[0], ranges.at(-1)]).toEqual([
      [HEAD - DAY + 1, HEAD],
      [HEAD - 20 * DAY + 1, HEAD - 19 * DAY - 1],
    ])
  })

  it('finds every pair of a transaction, and one receipt of a node is enough for all', async () => {
    const logs = [
      ...paid(BUYER, SELLER, 1n, { block: HEAD, index: 0 }),
      moved(STRANGER, SELLER, 7n, { block: HEAD, index: 2, address: account(77) }),
      ...paid(OTHER_BUYER, STRANGER, 2n, { block: HEAD, index: 3 }),
      ...paid(BUYER, SELLER, 3n, { block: HEAD, index: 5 }),
    ]
    const http = chainHttp({ head: HEAD, logs, ...NO_PORTAL })
    const { observations } = await fetchAll(payments, http, { catalog: ONLY_BASE })
    expect(observations.map(({ row }) => [row.log_index, row.payer, row.amount])).toEqual([
      [1, BUYER, '1'],
      [4, OTHER_BUYER, '2'],
      [6, BUYER, '3'],
    ])
    expect(http.bodies.flat().filter(({ method }) => method === 'eth_getTransactionReceipt')).toHaveLength(1)
  })

  it.each<[string, Log[]]>([
    ['no transfer at all', []],
    ['a transfer further on', [moved(BUYER, SELLER, 1n, { block: HEAD, index: 3 })]],
    ['a transfer before it', [moved(BUYER, SELLER, 1n, { block: HEAD, index: 0 })]],
    ['a transfer of someone else', [moved(OTHER_BUYER, SELLER, 1n, { block: HEAD, index: 2 })]],
    [
      'a transfer of another token',
      [moved(BUYER, SELLER, 1n, { block: HEAD, index: 2, address: account(77) })],
    ],
  ])('leaves out an authorization with %s', async (_, others) => {
    expect(await rows(...others, used(BUYER, { block: HEAD, index: 1 }))).toEqual([])
  })

  it('keeps amounts that no float holds', async () => {
    const amounts = [2n ** 53n + 1n, 2n ** 256n - 1n]
    const logs = amounts.flatMap((amount, i) => paid(BUYER, SELLER, amount, { block: HEAD, index: 2 * i }))
    const found = await rows(...logs)
    expect(found.map((row) => row.amount)).toEqual(amounts.map(String))
    for (const row of found) expect(payments.row.parse(row)).toEqual(row)
  })

  it('leaves a log of a node that does not name its transaction to quarantine', async () => {
    const log = { ...used(BUYER, { block: HEAD, index: 0 }), transactionHash: '0x12' }
    const logs = [log, ...paid(BUYER, SELLER, 1n, { block: HEAD, index: 4 })]
    const found = selectRows(await fetched(logs, NO_PORTAL))
    expect(found.map((row) => payments.row.safeParse(row).success)).toEqual([false, true])
  })

  it('leaves a payment of the portal without a transaction to quarantine', async () => {
    const logs = paid(BUYER, SELLER, 1n, { block: HEAD, index: 0 }).map((log) => ({
      ...log,
      transactionHash: '0x12',
    }))
    const found = selectRows(
      await fetched([...logs, ...paid(BUYER, SELLER, 1n, { block: HEAD - 1, index: 4 })]),
    )
    expect(found.map((row) => payments.row.safeParse(row).success)).toEqual([true, false])
  })

  it('refuses a batch of receipts that lacks one, and asks the next node', async () => {
    const logs = [HEAD - 1, HEAD].flatMap((block) => paid(BUYER, SELLER, 1n, { block, index: 0 }))
    const chain: FakeChain = { head: HEAD, logs }
    const lacks = (requests: Request[]) =>
      requests[0]?.method === 'eth_getTransactionReceipt' ? nodeReply(chain, requests.slice(1)) : undefined
    const earlier = [blocksRead(FIRST, HEAD - 2)]
    await expect(fetched(logs, { ...NO_PORTAL, meddle: lacks }, earlier)).rejects.toThrow(UpstreamDown)
    const [first] = BASE.rpc
    const meddle = (requests: Request[], url: string) => (url === first ? lacks(requests) : undefined)
    expect(selectRows(await fetched(logs, { ...NO_PORTAL, meddle }))).toHaveLength(2)
  })
})

describe('payments through Permit2', () => {
  it.each([
    ['Settled', undefined],
    ['SettledWithPermit', undefined],
    ['Settled', UPTO_PROXY],
  ])('are the last transfer before %s of %s', async (event, address) => {
    const place = { block: HEAD, tx: transaction(1) }
    const logs = [
      moved(STRANGER, SELLER, 7n, { ...place, index: 0 }),
      moved(BUYER, SELLER, 20n, { ...place, index: 2 }),
      settled({ ...place, index: 3, ...(address && { address }) }, event),
    ]
    const found = await rows(...logs)
    expect(found).toMatchObject([
      { kind: 'payment', method: 'permit2', payer: BUYER, pay_to: SELLER, amount: '20', log_index: 2 },
    ])
    expect(payments.row.parse(found[0])).toEqual(found[0])
  })

  it('may be in another token, which the row names', async () => {
    const logs = [
      moved(BUYER, SELLER, 5n, { block: HEAD, index: 0, address: EURC }),
      settled({ block: HEAD, index: 1 }),
    ]
    expect(await rows(...logs)).toMatchObject([{ method: 'permit2', asset: EURC, amount: '5' }])
  })

  it('are each their own where one transaction holds several', async () => {
    const logs = [
      ...[moved(BUYER, SELLER, 5n, { block: HEAD, index: 0 }), settled({ block: HEAD, index: 1 })],
      ...[moved(OTHER_BUYER, SELLER, 6n, { block: HEAD, index: 2 }), settled({ block: HEAD, index: 3 })],
      settled({ block: HEAD, index: 4 }),
    ]
    expect((await rows(...logs)).map((row) => [row.payer, row.amount])).toEqual([
      [BUYER, '5'],
      [OTHER_BUYER, '6'],
    ])
  })

  it('are none without a transfer, nor from a contract that only calls itself so', async () => {
    const fake = [
      moved(BUYER, SELLER, 5n, { block: HEAD - 1, index: 0 }),
      settled({ block: HEAD - 1, index: 1, address: STRANGER }),
    ]
    expect(await rows(settled({ block: HEAD, index: 1 }), ...fake)).toEqual([])
  })
})

describe('channels', () => {
  const channel = transaction(77)

  it('are a row when they are opened, and claims are another that names no party', async () => {
    const logs = [
      channelOpened(channel, { payer: BUYER, receiver: SELLER }, { block: HEAD - 5, index: 0 }),
      claimed(channel, STRANGER, 300n, { block: HEAD, index: 2 }),
    ]
    const found = await rows(...logs)
    const nobody = { payer: null, pay_to: null, asset: null }
    expect(found).toMatchObject([
      { kind: 'channel', method: 'batch', asset: USDC, payer: BUYER, pay_to: SELLER, amount: null, channel },
      { kind: 'claim', method: 'batch', amount: '300', channel, ...nobody },
    ])
    for (const row of found) expect(payments.row.parse(row)).toEqual(row)
  })

  it.each([COLLECTOR, BATCH_SETTLEMENT])('are paid into through %s, which is no sale', async (collector) => {
    const sale = paid(BUYER, SELLER, 1n, { block: HEAD - 1, index: 0 })
    const deposit = paid(BUYER, collector, 900n, { block: HEAD, index: 0 })
    expect((await rows(...sale, ...deposit)).map((row) => row.amount)).toEqual(['1'])
  })

  it('of another contract are none', async () => {
    const place = { block: HEAD, index: 0, address: STRANGER }
    expect(await rows(channelOpened(channel, { payer: BUYER, receiver: SELLER }, place))).toEqual([])
  })
})

describe('fundings', () => {
  const sale = paid(BUYER, SELLER, 500n, { block: HEAD - 50, index: 0 })
  const fundings = async (...logs: Log[]) =>
    (await rows(...sale, ...logs)).filter((row) => row.kind === 'funding')

  it('finds transfers from payees to payers, before or after', async () => {
    const back = moved(SELLER, BUYER, 400n, { block: HEAD - 90, index: 7 })
    const [row] = await fundings(back)
    expect(row).toMatchObject({ payer: SELLER, pay_to: BUYER, amount: '400', relayer: null, log_index: 7 })
    expect(payments.row.parse(row)).toEqual(row)
  })

  it('leaves out transfers to and from others', async () => {
    const out = moved(SELLER, STRANGER, 400n, { block: HEAD, index: 0 })
    const past = moved(STRANGER, BUYER, 400n, { block: HEAD, index: 1 })
    expect(await fundings(out, past)).toEqual([])
  })

  it('does not count a payment as a funding too', async () => {
    const found = await rows(...paid(SELLER, SELLER, 5n, { block: HEAD, index: 0 }))
    expect(found.map((row) => row.kind)).toEqual(['payment'])
  })

  it('asks for no more than 3,000 accounts of the portal at a time', async () => {
    const logs = Array.from({ length: 3001 }, (_, i) =>
      paid(account(1000 + i), account(5000 + i), 1n, { block: HEAD - i, index: 0 }),
    ).flat()
    const back = [0, 3000].map((i) =>
      moved(account(5000 + i), account(1000), 2n, { block: HEAD, index: 50 + i }),
    )
    const http = chainHttp({ head: HEAD, logs: [...logs, ...back] })
    const { observations } = await fetchAll(payments, http, { catalog: ONLY_BASE })
    expect(observations.filter(({ row }) => row.kind === 'funding')).toHaveLength(2)
    const topics = http.queries.flatMap(({ query }) => {
      const [first] = (query?.logs ?? []) as { topic1?: string[] }[]
      return first?.topic1 ? [first.topic1.length] : []
    })
    expect(topics).toEqual([3000, 1])
  })
})

describe('from run to run', () => {
  const hourly = (hours: number): Log[] =>
    Array.from({ length: hours }, (_, i) =>
      paid(BUYER, SELLER, BigInt(i + 1), { block: HEAD - i * 1800, index: 0 }),
    )
      .reverse()
      .flat()

  /** Twenty payments in one block of each hour, each in a transaction of its own; one of them bears the block's number. */
  const busyDay = (): Log[] =>
    Array.from({ length: 24 * 20 }, (_, i) => {
      const block = FIRST + 1799 + 1800 * Math.floor(i / 20)
      const tx = transaction(i % 20 === 0 ? block : i)
      return paid(BUYER, SELLER, 5n, { block, index: 2 * (i % 20), tx })
    }).flat()

  it('goes on from the last final block, and reads those again that were not final', async () => {
    expect(readRanges(await fetched([], {}, [blocksRead(FIRST, HEAD - 100, HEAD - 400)]))).toEqual([
      [HEAD - 399, HEAD],
    ])
  })

  it('catches up a month at most, the newest first, and names the rest', async () => {
    const result = await fetched(hourly(40 * 24 + 1), {}, [blocksRead(HEAD - 41 * DAY, HEAD - 40 * DAY)])
    const days = Array.from({ length: 31 }, (_, i) => [HEAD - (i + 1) * DAY + 1, HEAD - i * DAY])
    expect(readRanges(result)).toEqual(days)
    expect(selectRows(result)).toHaveLength(31 * 24)
    expect(result.coverage).toMatchObject({
      left_out: `Base: ${describeLeft(9 * DAY, 41 * DAY + 1, 'blocks')} between ${HEAD - 40 * DAY + 1} and ${HEAD - 31 * DAY} (78 % read, about 1 more run at this pace)`,
    })
  })

  const isFunding = ({ logs = [] }: StreamQuery) => logs.some((log) => 'topic1' in log)
  const asksFor = (requests: Request[], account: string) =>
    JSON.stringify(requests).includes(account.slice(2))

  const FAILURES: [string, Partial<FakeChain>][] = [
    [
      'transactions of the portal',
      {
        ...{ mostBlocks: 5000, ...NO_NODES },
        meddlePortal: (_, query) =>
          failWhen(query?.logs && !isFunding(query) && query.fromBlock > HEAD - 9000),
      },
    ],
    [
      'fundings of the portal',
      {
        ...{ mostBlocks: 5000, ...NO_NODES },
        meddlePortal: (_, query) =>
          failWhen(query?.logs && isFunding(query) && query.fromBlock > HEAD - 9000),
      },
    ],
    [
      'logs of a node',
      { ...NO_PORTAL, meddle: (requests) => failWhen((logRange(requests)?.[1] ?? 0) > HEAD - 5000) },
    ],
    [
      'receipts of a node',
      {
        ...NO_PORTAL,
        meddle: (requests) =>
          failWhen(requests.some(({ params }) => params[0] === transaction(HEAD - 2 * 1800))),
      },
    ],
    [
      'fundings of a node',
      {
        ...NO_PORTAL,
        meddle: (requests) =>
          failWhen(asksFor(requests, SELLER) && (logRange(requests)?.[1] ?? 0) > HEAD - 5000),
      },
    ],
  ]

  it.each(FAILURES)(
    'keeps what was read before the %s broke off, and derives the same from the archive',
    async (_, more) => {
      const logs = busyDay()
      const chain: FakeChain = { head: HEAD, logs, ...more }
      const { live, derived } = await readTwice(payments, (url, options) => chainReply(chain, url, options), {
        catalog: ONLY_BASE,
      })
      const [{ to_block } = { to_block: 0 }] = blocksIn(live)
      expect(to_block).toBeLessThan(HEAD)
      expect(to_block).toBeGreaterThan(FIRST)
      const whole = selectRows(await fetched(logs)).filter((row) => Number(row.block_number) <= to_block)
      expect(selectRows(live)).toEqual(whole)
      expect(whole.length).toBeGreaterThan(50)
      expect(JSON.stringify(derived)).toBe(JSON.stringify(live))
    },
  )

  it('fails when nothing new was read', async () => {
    const meddle = (requests: Request[]) => failWhen(requests[0]?.method === 'eth_getTransactionReceipt')
    await expect(fetched(hourly(1), { ...NO_PORTAL, meddle }, [blocksRead(FIRST, HEAD - 1)])).rejects.toThrow(
      UpstreamDown,
    )
  })

  it('names the code of an error that it does not know, where a node alone is asked', async () => {
    const meddle = (requests: Request[]) =>
      logRange(requests) ? errorReply(-32000, 'header not found') : undefined
    const [own = ''] = BASE.rpc
    const given = { catalog: createCatalog({ ...BASE, rpc: [own] }), env: { BASE_RPC_URL: own } }
    const reading = fetchChain(payments, { head: HEAD, logs: [], ...NO_PORTAL, meddle }, given)
    await expect(reading).rejects.toThrow(/mainnet\.base\.org: JSON-RPC error -32000/)
  })
})

const failWhen = (isSo: unknown) => (isSo ? { status: 503, body: 'busy' } : undefined)
