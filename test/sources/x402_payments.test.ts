import { describe, expect, it } from 'vitest'
import { UpstreamChanged, UpstreamDown } from '../../core/domain/errors.ts'
import payments from '../../pipeline/sources/x402_payments.ts'
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
} from '../chain/fake_chain.ts'
import { fetchAll, rowsOf } from './context.ts'
import { recordAndReplay } from './contract.ts'

const USDC = '0x833589fcd6edb6e08f4c7c32d4f71b54bda02913'
const DAY = 43_200
const HEAD = 50_000_000
const FIRST = HEAD - DAY + 1
const USED = 'event AuthorizationUsed(address indexed authorizer, bytes32 indexed nonce)'
const MOVED = 'event Transfer(address indexed from, address indexed to, uint256 value)'
const [BUYER, OTHER_BUYER, SELLER, STRANGER] = [account(1), account(2), account(3), account(4)]

interface Place {
  block: number
  index: number
  tx?: string
  address?: string
}
const at = ({ block, index, tx = transaction(block), address = USDC }: Place) => ({
  block,
  index,
  tx,
  address,
})
const used = (authorizer: string, place: Place): Log =>
  logOf(USED, { authorizer, nonce: transaction(place.index) }, at(place))
const moved = (from: string, to: string, value: bigint, place: Place): Log =>
  logOf(MOVED, { from, to, value }, at(place))
const paid = (from: string, to: string, value: bigint, place: Place): Log[] => [
  used(from, place),
  moved(from, to, value, { ...place, index: place.index + 1 }),
]
const fetched = (logs: Log[], more: Partial<FakeChain> = {}, lastBlock: number | null = null) =>
  fetchAll(payments, chainHttp({ head: HEAD, logs, ...more }), { lastBlock })
const rows = async (...logs: Log[]) => rowsOf(await fetched(logs))

describe('payments', () => {
  it('pairs an authorization with the transfer right after it', async () => {
    const senders = { [transaction(HEAD)]: account(9) }
    const result = await fetched(paid(BUYER, SELLER, 10_000n, { block: HEAD, index: 4 }), { senders })
    expect(rowsOf(result)).toEqual([
      {
        chain: 'eip155:8453',
        asset: USDC,
        block_number: HEAD,
        log_index: 5,
        block_time: expect.stringMatching(/Z$/),
        transaction_hash: transaction(HEAD),
        kind: 'payment',
        payer: BUYER,
        pay_to: SELLER,
        amount: '10000',
        relayer: account(9),
      },
    ])
    expect(result.coverage).toMatchObject({ from_block: FIRST, to_block: HEAD })
  })

  it('finds every pair of a transaction, and one receipt is enough for all', async () => {
    const logs = [
      ...paid(BUYER, SELLER, 1n, { block: HEAD, index: 0 }),
      moved(STRANGER, SELLER, 7n, { block: HEAD, index: 2, address: account(77) }),
      ...paid(OTHER_BUYER, STRANGER, 2n, { block: HEAD, index: 3 }),
      ...paid(BUYER, SELLER, 3n, { block: HEAD, index: 5 }),
    ]
    const http = chainHttp({ head: HEAD, logs })
    const { observations } = await fetchAll(payments, http)
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

  it('leaves a log that does not name its transaction to quarantine', async () => {
    const log = { ...used(BUYER, { block: HEAD, index: 0 }), transactionHash: '0x12' }
    const found = await rows(log, ...paid(BUYER, SELLER, 1n, { block: HEAD, index: 4 }))
    expect(found.map((row) => payments.row.safeParse(row).success)).toEqual([false, true])
  })

  it('refuses a batch of receipts that lacks one', async () => {
    const logs = [HEAD - 1, HEAD].flatMap((block) => paid(BUYER, SELLER, 1n, { block, index: 0 }))
    const chain: FakeChain = { head: HEAD, logs }
    const meddle = (requests: Request[]) =>
      requests[0]?.method === 'eth_getTransactionReceipt' ? replyOf(chain, requests.slice(1)) : undefined
    await expect(fetched(logs, { meddle })).rejects.toThrow(UpstreamChanged)
  })
})

describe('fundings', () => {
  const sale = paid(BUYER, SELLER, 500n, { block: HEAD - 50, index: 0 })
  const fundings = async (...logs: Log[]) =>
    (await rows(...sale, ...logs)).filter((row) => row.kind === 'funding')

  it('finds what those who were paid sent to those who paid, before or after', async () => {
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

  it('asks for no more than 500 accounts at a time', async () => {
    const logs = Array.from({ length: 501 }, (_, i) =>
      paid(account(1000 + i), account(5000 + i), 1n, { block: HEAD - i, index: 0 }),
    ).flat()
    const back = [0, 500].map((i) =>
      moved(account(5000 + i), account(1000), 2n, { block: HEAD, index: 50 + i }),
    )
    const http = chainHttp({ head: HEAD, logs: [...logs, ...back] })
    const { observations } = await fetchAll(payments, http)
    expect(observations.filter(({ row }) => row.kind === 'funding')).toHaveLength(2)
    const topics = http.bodies.flatMap(([request]) => {
      const [filter] = (request?.params ?? []) as { topics?: string[][] }[]
      return filter?.topics?.[1] ? [filter.topics[1].length] : []
    })
    expect(Math.max(...topics)).toBe(500)
    expect(new Set(topics)).toEqual(new Set([500, 1]))
  })
})

describe('from run to run', () => {
  const hourly = (hours: number): Log[] =>
    Array.from({ length: hours }, (_, i) =>
      paid(BUYER, SELLER, BigInt(i + 1), { block: HEAD - i * 1800, index: 0 }),
    )
      .reverse()
      .flat()
  const blocksRead = (result: { coverage: unknown }) => result.coverage

  /** Twenty payments in one block of each hour, each in a transaction of its own; one of them bears the block's number. */
  const busyDay = (): Log[] =>
    Array.from({ length: 24 * 20 }, (_, i) => {
      const block = FIRST + 1799 + 1800 * Math.floor(i / 20)
      const tx = transaction(i % 20 === 0 ? block : i)
      return paid(BUYER, SELLER, 5n, { block, index: 2 * (i % 20), tx })
    }).flat()

  it('goes on from the last block, and reads the last 300 again', async () => {
    expect(blocksRead(await fetched([], {}, HEAD - 100))).toMatchObject({
      from_block: HEAD - 399,
      to_block: HEAD,
    })
  })

  it('catches up seven days at most', async () => {
    const lastBlock = HEAD - 20 * DAY
    const from_block = lastBlock - 299
    const result = await fetched(hourly(20 * 24 + 1), {}, lastBlock)
    expect(blocksRead(result)).toMatchObject({ from_block, to_block: from_block + 7 * DAY - 1 })
    expect(rowsOf(result)).toHaveLength(7 * 24)
  })

  it.each<[string, (requests: Request[]) => boolean]>([
    ['logs', ([request]) => (blocksOf(request)?.[1] ?? 0) > HEAD - 5000],
    ['receipts', (requests) => requests.some(({ params }) => params[0] === transaction(HEAD - 2 * 1800))],
    [
      'fundings',
      ([request]) =>
        JSON.stringify(request).includes(SELLER.slice(2)) && (blocksOf(request)?.[1] ?? 0) > HEAD - 5000,
    ],
  ])(
    'keeps what was read before the %s broke off, and derives the same from the archive',
    async (_, fails) => {
      const logs = busyDay()
      const meddle = (requests: Request[]) => (fails(requests) ? { status: 503, body: 'busy' } : undefined)
      const chain: FakeChain = { head: HEAD, logs, meddle }
      const { live, derived } = await recordAndReplay(payments, (_, { body }) => replyOf(chain, body), {})
      const { to_block } = live.coverage as { to_block: number }
      expect(to_block).toBeLessThan(HEAD)
      expect(to_block).toBeGreaterThan(FIRST)
      const whole = rowsOf(await fetched(logs)).filter((row) => Number(row.block_number) <= to_block)
      expect(rowsOf(live)).toEqual(whole)
      expect(whole.length).toBeGreaterThan(50)
      expect(JSON.stringify(derived)).toBe(JSON.stringify(live))
    },
  )

  it('fails when nothing new was read', async () => {
    const meddle = (requests: Request[]) =>
      requests[0]?.method === 'eth_getTransactionReceipt' ? { status: 503, body: 'busy' } : undefined
    await expect(fetched(hourly(1), { meddle }, HEAD)).rejects.toThrow(UpstreamDown)
  })

  it('names the code of an error that it does not know', async () => {
    const meddle = ([request]: Request[]) =>
      blocksOf(request) ? errorReply(-32000, 'header not found') : undefined
    await expect(fetched([], { meddle })).rejects.toThrow(/mainnet\.base\.org: JSON-RPC error -32000/)
  })
})
