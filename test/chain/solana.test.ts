import { base58 } from '@scure/base'
import { describe, expect, it } from 'vitest'
import { chains, type IndexedChain } from '../../pipeline/catalog/chains.ts'
import type { BlocksRead, ChainCoverage } from '../../pipeline/source/source.ts'
import payments from '../../pipeline/sources/x402_payments.ts'
import { selectRows } from '../sources/context.ts'
import type { Reply } from '../sources/recorded_http.ts'
import { readTwice } from './chain_client.ts'
import { createCatalog, GENESIS } from './fake_chain.ts'
import { type FakePortal, portalReply, type StreamQuery } from './fake_portal.ts'

const SOLANA = chains.find(({ kind }) => kind === 'solana') as IndexedChain
const USDC = SOLANA.x402?.usdc ?? ''
const PROGRAM = 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA'
const PROGRAM_2022 = 'TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb'
const HEAD = 400_000_000
const FIRST = HEAD - 100
const SECONDS = 0.4

/** A made-up account: 32 bytes in base58. */
const account = (n: number): string =>
  base58.encode(Uint8Array.from({ length: 32 }, (_, i) => (i === 31 ? n : 7)))
const signature = (n: number): string =>
  base58.encode(Uint8Array.from({ length: 64 }, (_, i) => (i === 63 ? n : 9)))
const [FACILITATOR, PAYER, SELLER] = [account(1), account(2), account(3)]
/** The token accounts of those two. */
const [FROM, TO] = [account(12), account(13)]

/** The data of a checked transfer: 12, eight bytes of the amount, the lowest first, and the decimals. */
function transferData(amount: bigint, first = 12): string {
  const bytes = Buffer.alloc(10)
  bytes.writeUInt8(first, 0)
  bytes.writeBigUInt64LE(amount, 1)
  bytes.writeUInt8(6, 9)
  return base58.encode(bytes)
}

const transfer = (amount: bigint, change: object = {}) => ({
  ...{ programId: PROGRAM, accounts: [FROM, USDC, TO, PAYER], data: transferData(amount) },
  ...change,
})
const noise = { programId: account(99), accounts: [], data: transferData(1n) }

const BALANCES = [
  { account: FROM, preOwner: PAYER, postOwner: PAYER },
  { account: TO, preOwner: null, postOwner: SELLER },
]

interface Deal {
  slot: number
  index?: number
  instructions: object[]
  err?: unknown
  feePayer?: string
  balances?: object[]
}

function toBlockLine(deals: Deal[]): object {
  const of = <T extends object>(items: T[], { index = 3 }: Deal) =>
    items.map((item) => ({ transactionIndex: index, ...item }))
  return {
    transactions: deals.flatMap((deal) =>
      of(
        [
          {
            signatures: [signature(deal.index ?? 3)],
            feePayer: deal.feePayer ?? FACILITATOR,
            err: null,
            ...('err' in deal && { err: deal.err }),
          },
        ],
        deal,
      ),
    ),
    instructions: deals.flatMap((deal) => of(deal.instructions, deal)),
    tokenBalances: deals.flatMap((deal) => of(deal.balances ?? BALANCES, deal)),
  }
}

const earlier: BlocksRead = {
  ...{ chain: SOLANA.id, from_block: FIRST - 1000, to_block: FIRST - 1, final_block: FIRST - 1 },
  ...{ from_time: '2026-01-01T00:00:00.000Z', to_time: '2026-01-01T00:00:00.000Z' },
}

/** The rows read of these transactions, and the queries to the portal. */
async function read(deals: Deal[], change: Partial<FakePortal> = {}) {
  const queries: StreamQuery[] = []
  const portal: FakePortal = {
    ...{ head: HEAD, final: HEAD, filled: [...new Set(deals.map(({ slot }) => slot))] },
    hashOf: (slot) => account(slot % 50),
    timeOf: (slot) => Math.floor(GENESIS + slot * SECONDS),
    blockAt: (seconds) => Math.ceil((seconds - GENESIS) / SECONDS),
    contentOf: (slot) => toBlockLine(deals.filter((deal) => deal.slot === slot)),
    ...change,
  }
  const respond = (url: string, { body }: { body?: unknown }): Reply => {
    if (body) queries.push(body as StreamQuery)
    return portalReply(portal, url.split('solana-mainnet/')[1] ?? '', body as StreamQuery)
  }
  const facilitators = [FACILITATOR, `0x${'a'.repeat(40)}`].map((address) => ({ address, name: 'Sample' }))
  const given = { catalog: { ...createCatalog(SOLANA), facilitators }, earlierBlocks: [earlier] }
  const { live, derived } = await readTwice(payments, respond, given)
  expect(JSON.stringify(derived)).toBe(JSON.stringify(live))
  return { rows: selectRows(live), coverage: live.coverage as ChainCoverage, queries }
}

const isGood = (row: unknown) => payments.row.safeParse(row).success

it('reads a payment: its parties are the owners of the token accounts, its amount stands in base58', async () => {
  const { rows, queries } = await read([{ slot: HEAD - 5, instructions: [noise, transfer(10_000n)] }])
  expect(rows).toEqual([
    {
      chain: SOLANA.id,
      asset: USDC,
      block_number: HEAD - 5,
      log_index: 3 * 65_536 + 1,
      block_time: expect.stringMatching(/Z$/),
      transaction_hash: signature(3),
      kind: 'payment',
      method: 'solana',
      payer: PAYER,
      pay_to: SELLER,
      amount: '10000',
      relayer: FACILITATOR,
      channel: null,
    },
  ])
  expect(payments.row.parse(rows[0])).toEqual(rows[0])
  expect(queries).toHaveLength(1)
  expect(queries[0]).toMatchObject({
    ...{ type: 'solana', fromBlock: FIRST, toBlock: HEAD },
    transactions: [{ feePayer: [FACILITATOR], tokenBalances: true, instructions: true }],
  })
})

it('reads both token programs, and an amount that no float holds', async () => {
  const largest = 2n ** 64n - 1n
  const { rows } = await read([
    { slot: HEAD - 5, instructions: [transfer(largest), transfer(2n, { programId: PROGRAM_2022 })] },
  ])
  expect(rows.map((row) => row.amount)).toEqual([String(largest), '2'])
  expect(rows.every(isGood)).toBe(true)
})

it('takes the owner of before where an account was closed', async () => {
  const balances = [{ account: FROM, preOwner: PAYER, postOwner: null }, BALANCES[1] as object]
  const { rows } = await read([{ slot: HEAD - 5, instructions: [transfer(1n)], balances }])
  expect(rows[0]?.payer).toBe(PAYER)
})

it('keeps the transactions of a slot apart', async () => {
  const others = [
    { account: FROM, preOwner: account(22), postOwner: account(22) },
    { account: TO, preOwner: account(23), postOwner: account(23) },
  ]
  const { rows } = await read([
    { slot: HEAD - 5, instructions: [transfer(1n)] },
    { slot: HEAD - 5, index: 8, instructions: [transfer(2n)], balances: others, feePayer: account(4) },
  ])
  expect(rows.map((row) => [row.payer, row.amount, row.transaction_hash])).toEqual([
    [PAYER, '1', signature(3)],
    [account(22), '2', signature(8)],
  ])
})

describe('what is no payment', () => {
  it.each<[string, Partial<Deal>]>([
    ['a transaction that failed', { err: { InstructionError: [0, 'Custom'] } }],
    ['a transaction that does not say whether it did', { err: undefined }],
    ['another mint', { instructions: [transfer(1n, { accounts: [FROM, account(50), TO, PAYER] })] }],
    ['another program', { instructions: [transfer(1n, { programId: account(51) })] }],
    ['another instruction', { instructions: [transfer(1n, { data: transferData(1n, 3) })] }],
    ['data that is no base58', { instructions: [transfer(1n, { data: '0OIl' })] }],
    ['no data', { instructions: [transfer(1n, { data: null })] }],
    ['no accounts', { instructions: [transfer(1n, { accounts: null })] }],
  ])('is left out: %s', async (_, change) => {
    const { rows } = await read([
      { slot: HEAD - 5, instructions: [transfer(1n)], ...change },
      { slot: HEAD - 4, instructions: [transfer(7n)] },
    ])
    expect(rows.map((row) => row.amount)).toEqual(['7'])
  })

  it.each<[string, Partial<Deal>]>([
    [
      'an amount that is cut',
      { instructions: [transfer(1n, { data: base58.encode(Uint8Array.of(12, 1, 2)) })] },
    ],
    ['an account whose owner nobody tells', { balances: [] }],
    [
      'an owner that is no account',
      { balances: [{ account: FROM, postOwner: 'x\u202ey' }, BALANCES[1] as object] },
    ],
  ])('goes to quarantine: %s', async (_, change) => {
    const { rows } = await read([
      { slot: HEAD - 5, instructions: [transfer(1n)], ...change },
      { slot: HEAD - 4, instructions: [transfer(7n)] },
    ])
    expect(rows.map(isGood)).toEqual([false, true])
  })
})

describe('slots without a block', () => {
  it('at the end of a range are read with it: the answer to them is empty', async () => {
    const { rows, coverage } = await read([{ slot: FIRST + 3, instructions: [transfer(1n)] }], {
      mostBlocks: 50,
      isThere: (slot) => slot < FIRST + 50,
    })
    expect(rows).toHaveLength(1)
    expect(coverage).toMatchObject({ blocks: [{ from_block: FIRST, to_block: HEAD }], left_out: null })
  })

  it('at its beginning change nothing', async () => {
    const { rows, coverage } = await read([{ slot: HEAD - 3, instructions: [transfer(1n)] }], {
      isThere: (slot) => slot > FIRST + 10,
    })
    expect(rows).toHaveLength(1)
    expect(coverage).toMatchObject({ blocks: [{ from_block: FIRST, to_block: HEAD }] })
  })

  it('all through a range are no failure, and nothing is said of them', async () => {
    const { rows, coverage } = await read([], { isThere: () => false })
    expect([rows, coverage.blocks]).toEqual([[], []])
    expect(coverage.left_out).toBe(`Solana: 101 of 1,101 blocks between ${FIRST} and ${HEAD} (90 % read)`)
  })
})

it('survives whatever stands in place of a field', async () => {
  const hostile: unknown[] = [null, true, -1, 1e308, '', 'x'.repeat(10_000), [[[]]], {}, '\ud800']
  const line = toBlockLine([{ slot: HEAD - 5, instructions: [transfer(1n)] }])
  for (const [list, items] of Object.entries(line))
    for (const field of Object.keys(items[0]))
      for (const value of hostile) {
        const broken = { ...line, [list]: [{ ...items[0], [field]: value }, ...items.slice(1)] }
        const { rows } = await read([{ slot: HEAD - 4, instructions: [transfer(7n)] }], {
          filled: [HEAD - 5, HEAD - 4],
          contentOf: (slot) =>
            slot === HEAD - 5 ? broken : toBlockLine([{ slot, instructions: [transfer(7n)] }]),
        })
        expect(
          rows.filter(isGood).map((row) => row.amount),
          `${list} ${field} ${value}`,
        ).toContain('7')
      }
})
