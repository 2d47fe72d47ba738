import { numberToHex, padHex } from 'viem'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { chains } from '../../pipeline/catalog/chains.ts'
import {
  account,
  authorized,
  block,
  ChainRecording,
  type CreatedLog,
  calls,
  createLog,
  createTransfer,
  finalized,
  newest,
  paidIn,
  replyHeads,
  TIME,
  transfer,
  USDC,
  words,
} from './chain_recording.ts'
import {
  emptyLedger,
  type PaymentData,
  readPaymentData,
  readPayments,
  type Transfer,
} from './readers/payments.ts'
import { TRANSFER } from './readers/x402_events.ts'
import { WashRule } from './wash.ts'

const BASE = 'base-mainnet'
const SALES = { logs: [{ address: [USDC], transactionLogs: true }] }
const PROXY = '0x402085c248eea27d92e8b30b2c58ed07f9e20001'
const COLLECTOR = '0x4020806089470a89826cb9fb1f4059150b550004'
const CHANNELS = '0x4020074e9df2ce1dee5a9c1b5c3f541d02a10003'

let recording = new ChainRecording()
afterAll(() => recording.remove())
beforeEach(() => {
  recording.remove()
  recording = new ChainRecording()
})

function readMoved(): PaymentData {
  const archive = recording.archive()
  let ledger = emptyLedger()
  for (const day of archive.days) ledger = readPayments(ledger, archive, day, chains, () => false)
  return readPaymentData(ledger, chains)
}

const topic = (n: number) => padHex(account(n), { size: 32 })
const sentBy = (...accounts: number[]) => ({
  logs: [{ address: [USDC], topic0: [TRANSFER], topic1: accounts.map(topic) }],
})
const sale = (number: number, from = number) =>
  paidIn(number, [authorized(0, from), transfer(1, from, account(9), 5n)])

/** A day of final blocks: sales to account 9, and transfers that it sent. */
const day = (from: number, to: number, sold: unknown[], sent: unknown[] = []) => [
  ...replyHeads(BASE, to, to),
  finalized(BASE, { from, to, query: SALES, blocks: [block(from), ...sold, block(to)] }),
  finalized(BASE, { from, to, query: sentBy(9), blocks: [block(from), ...sent, block(to)] }),
]

const record = (date: string, exchanges: Parameters<typeof recording.record>[2]) =>
  recording.record(date, 'x402_payments', exchanges)

const shown = ({ block, from, to, amount }: Transfer) => [block, from, to, amount]

describe('payments of an EVM chain', () => {
  it('are those of blocks that were read again from the later read', () => {
    const fresh = { from: 81, to: 100 }
    record('2026-02-01', [
      ...replyHeads(BASE, 100, 80),
      finalized(BASE, { from: 1, to: 80, query: SALES, blocks: [sale(20), block(80)] }),
      newest(BASE, { ...fresh, query: SALES, blocks: [sale(90), block(100)] }),
      finalized(BASE, { from: 1, to: 80, query: sentBy(9), blocks: [block(80)] }),
      newest(BASE, { ...fresh, query: sentBy(9), blocks: [block(100)] }),
    ])
    record('2026-02-02', day(81, 200, [sale(150)]))
    expect(readMoved().payments.map(shown)).toEqual([
      [20, account(20), account(9), 5n],
      [150, account(150), account(9), 5n],
    ])
  })

  it('are none without the transfer from the same account right after the authorization', () => {
    const other = paidIn(30, [authorized(0, 30), transfer(1, 31, account(9), 5n)])
    const later = paidIn(40, [authorized(0, 40), transfer(2, 40, account(9), 5n)])
    const token = paidIn(50, [authorized(0, 50), transfer(1, 50, account(9), 5n, account(99))])
    record('2026-02-01', day(1, 100, [sale(20), other, later, token]))
    expect(readMoved().payments.map(({ from }) => from)).toEqual([account(20)])
  })

  it('are claims from a channel, by its owner, and not deposits into one', () => {
    const channelId = padHex('0x77', { size: 32 })
    const opened = createLog(
      'ChannelCreated(bytes32 indexed channelId, (address,address,address,address,address,uint40,bytes32) config)',
      { address: CHANNELS, index: 4 },
      { channelId },
      words(account(60), account(1), account(9), account(2), USDC, 0n, 0n),
    )
    const claimed = (index: number, id: `0x${string}`): CreatedLog =>
      createLog(
        'Claimed(bytes32 indexed channelId, address indexed sender, uint128 amount, uint128 total)',
        { address: CHANNELS, index },
        { channelId: id, sender: account(3) },
        words(7n, 70n),
      )
    const deposit = [authorized(0, 60), transfer(1, 60, COLLECTOR, 500n), opened]
    const nobodys = claimed(5, padHex('0x78', { size: 32 }))
    record(
      '2026-02-01',
      day(1, 100, [paidIn(10, deposit), paidIn(70, [claimed(4, channelId), nobodys]), sale(80)]),
    )
    expect(readMoved().payments.map(shown).sort()).toEqual([
      [70, account(60), account(9), 7n],
      [80, account(80), account(9), 5n],
    ])
  })

  it('are those through Permit2 by the last transfer before it, in USDC alone', () => {
    const settled = (index: number) => createLog('Settled()', { address: PROXY, index }, {})
    const two = [
      ...[transfer(0, 1, account(9), 1n), transfer(1, 20, account(9), 2n), settled(2)],
      ...[transfer(3, 21, account(9), 3n), settled(4), settled(5)],
    ]
    const euros = [transfer(0, 22, account(9), 4n, account(99)), settled(1)]
    record('2026-02-01', day(1, 100, [paidIn(10, two), paidIn(11, euros)]))
    expect(readMoved().payments.map(shown)).toEqual([
      [10, account(20), account(9), 2n],
      [10, account(21), account(9), 3n],
    ])
  })

  it('include transfers back to payers of the same piece', () => {
    const back = (number: number, index: number, to: number) =>
      block(number, { logs: [transfer(index, 9, account(to), 3n)] })
    record('2026-02-01', day(1, 100, [sale(20)], [back(60, 4, 20), back(61, 4, 21)]))
    expect(readMoved().fundings.map(shown)).toEqual([[60, account(9), account(20), 3n]])
  })

  it('end where what was sent back was not read any more', () => {
    const [head, final, sold] = day(1, 100, [sale(20), sale(60)])
    const sent = finalized(BASE, { from: 1, to: 100, query: sentBy(9), blocks: [block(1), block(50)] })
    record(
      '2026-02-01',
      [head, final, sold, sent].flatMap((exchange) => exchange ?? []),
    )
    expect(readMoved().payments.map(({ block }) => block)).toEqual([20])
  })

  it('are none if a paid account was not queried', () => {
    const elsewhere = paidIn(30, [authorized(0, 30), transfer(1, 30, account(8), 5n)])
    record('2026-02-01', day(1, 100, [sale(20), elsewhere]))
    expect(readMoved()).toEqual({ payments: [], fundings: [] })
  })

  it('are read from receipts of a node, up to the first stretch of which one is missing', () => {
    const node = 'https://mainnet.base.org'
    const hash = (n: number) => padHex(numberToHex(n), { size: 32 })
    const placed = (number: number, { logIndex, ...log }: CreatedLog) => ({
      ...log,
      ...{ logIndex: numberToHex(logIndex), blockNumber: numberToHex(number), blockTimestamp: '0x1' },
      transactionHash: hash(number),
    })
    const stretch = (from: number, to: number, topics: unknown[], result: unknown[]) =>
      calls(node, [
        {
          method: 'eth_getLogs',
          params: [{ fromBlock: numberToHex(from), toBlock: numberToHex(to), topics }],
          result,
        },
        {
          method: 'eth_getBlockByNumber',
          params: [numberToHex(to), false],
          result: { number: numberToHex(to) },
        },
      ])
    const receipt = (number: number) => {
      const logs = [authorized(0, number), transfer(1, number, account(9), 5n)].map((log) =>
        placed(number, log),
      )
      return calls(node, [{ method: 'eth_getTransactionReceipt', params: [hash(number)], result: { logs } }])
    }
    const used = [authorized(0, 1).topics[0]]
    record('2026-02-01', [
      ...replyHeads(BASE, 100, 100),
      stretch(1, 60, [used], [placed(20, authorized(0, 20))]),
      receipt(20),
      stretch(61, 100, [used], [placed(70, authorized(0, 70)), placed(80, authorized(0, 80))]),
      receipt(70),
      stretch(1, 60, [[TRANSFER], [topic(9)]], [placed(30, transfer(2, 9, account(20), 3n))]),
      stretch(61, 100, [[TRANSFER], [topic(9)]], []),
    ])
    expect(readMoved().payments.map(shown)).toEqual([[20, account(20), account(9), 5n]])
    expect(readMoved().fundings.map(shown)).toEqual([[30, account(9), account(20), 3n]])
  })
})

describe('payments of Solana', () => {
  const SOLANA = 'solana-mainnet'
  const MINT = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v'
  const TOKEN = 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA'
  const QUERY = { transactions: [{ feePayer: ['someone'], instructions: true, tokenBalances: true }] }
  // Twelve, the amount 1000 in eight bytes, six decimals.
  const DATA = 'j4EYRhtmbmRQq'
  const within = (transactionIndex: number, mint = MINT, programId = TOKEN, data = DATA) => ({
    instructions: [
      { transactionIndex, programId: 'ComputeBudget111111111111111111111111111111', accounts: [], data: '3' },
      { transactionIndex, programId, accounts: [`from${transactionIndex}`, mint, 'to', 'authority'], data },
    ],
    tokenBalances: [
      {
        transactionIndex,
        account: `from${transactionIndex}`,
        preOwner: `Payer${transactionIndex}`,
        postOwner: null,
      },
      { transactionIndex, account: 'to', preOwner: null, postOwner: 'Seller' },
    ],
  })
  const slot = (number: number, all: [error: unknown, ReturnType<typeof within>][]) =>
    block(number, {
      transactions: all.map(([err], transactionIndex) => ({ transactionIndex, err, signatures: ['s'] })),
      instructions: all.flatMap(([, transaction]) => transaction.instructions),
      tokenBalances: all.flatMap(([, transaction]) => transaction.tokenBalances),
    })

  it('are checked transfers of USDC in transactions that went through', () => {
    const blocks = [
      slot(10, [
        [null, within(0)],
        [{ InstructionError: [1] }, within(1)],
        [null, within(2)],
        [null, within(3, 'AnotherMint')],
        [null, within(4, MINT, 'AnotherProgram')],
        [null, within(5, MINT, TOKEN, 'nKEHijzqguJpm')],
      ]),
      block(100),
    ]
    record('2026-02-01', [
      ...replyHeads(SOLANA, 100, 100),
      finalized(SOLANA, { from: 1, to: 100, query: QUERY, blocks }),
    ])
    const { payments } = readMoved()
    expect(payments.map(({ from, to, amount, index }) => [from, to, amount, index])).toEqual([
      ['Payer0', 'Seller', 1000n, 1],
      ['Payer2', 'Seller', 1000n, 2 * 65_536 + 1],
    ])
    expect(payments[0]).toMatchObject({ block: 10, time: 1000 * (TIME + 20) })
  })
})

it('counts wallets that an address pays over a third one as related to it', () => {
  const time = Date.parse('2026-02-01T12:00:00Z')
  const at = (from: string, to: string, amount: bigint, block: number): Transfer =>
    createTransfer({ from, to, amount, block, time })
  const rule = new WashRule(
    {
      payments: [at('payer', 'seller', 10n, 1), at('other', 'seller', 10n, 2), at('payer', 'shop', 10n, 3)],
      fundings: [at('seller', 'shop', 10n, 4), at('shop', 'payer', 20n, 5)],
    },
    '2026-02-01',
  )
  const judged = rule.judgePayers('eip155:8453', 'seller', new Set(['seller']), 10n)
  expect(judged.map(({ payer, isUnrelated }) => [payer, isUnrelated])).toEqual([
    ['payer', false],
    ['other', true],
  ])
})
