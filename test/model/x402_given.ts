import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'vitest'
import { BLOCKS_COLUMNS, GAPS_COLUMNS } from '../../pipeline/ingest/chain_blocks.ts'
import { SQL_FOLDER } from '../../pipeline/model/build.ts'
import type { Database } from '../../pipeline/model/database.ts'
import { buildFrom, type Given } from './sql_harness.ts'

const DAY = '2026-02-10'
const MIDNIGHT = Date.parse(`${DAY}T00:00:00Z`)
export const BASE = 'eip155:8453'
export const POLYGON = 'eip155:137'

/** Payments of one amount from a payer to an operator, 30 s apart, on the day `age` days before the run's. */
export interface Burst {
  operator: string
  payer: string
  age: number
  count: number
  amount: bigint
  chain?: string
  /** The payment method; a signed authorization by default. */
  method?: string
  /** The sender of the transaction; null if unknown. */
  relayer?: string | null
}

/** A plain transfer from an operator to a wallet on the run's day. */
export interface Funding {
  operator: string
  wallet: string
  amount: bigint
}

/** The inputs of a test; missing ones are empty, and by default every day of the last 60 was read. */
export interface World {
  bursts: Burst[]
  fundings?: Funding[]
  facilitators?: { address: string; name: string }[]
  /** Hosts that request payment; by default one requests payment to each operator on all its chains. */
  asked?: { chain: string; operator: string; host: string; is_confirmed?: boolean }[]
  offers?: { pay_to: string; chain: string; is_gone: boolean; amount?: string }[]
  quotes?: { pay_to: string; amount: string }[]
  /** Wallets that signed for an agent. */
  signed?: { handle: string; chain: string; wallet: string }[]
  matched?: { chain: string; operator: string; handle: string; is_credited: boolean; shared_by?: number }[]
  /** The anchors that vouch for their payers, as the catalogue lists them. */
  anchors?: { chain: string; operator: string; since: string }[]
  /** Reads as [first, last] moment in days before the end of the run's day, e.g. [1, 0] for all of it. */
  reads?: [number, number][]
  /** More ranges of blocks that were read, as overrides of a read of the whole day. */
  blocks?: object[]
}

const ZERO_BLOCK = 40_000_000
const SECONDS = 2
const USDC = '0xusdc'
const blockAt = (ms: number) => ZERO_BLOCK + Math.floor((ms - MIDNIGHT) / (SECONDS * 1000))
const timestamp = (ms: number) => new Date(ms).toISOString().slice(0, 19).replace('T', ' ')
const provenance = (nth: number) => ({
  observed_at: new Date(MIDNIGHT + nth).toISOString(),
  source_url: `https://chain.example/${String(nth).padStart(6, '0')}`,
  response_sha256: nth.toString(16).padStart(64, '0'),
})

function paymentRows(bursts: Burst[]): object[] {
  const rows = bursts.flatMap((burst) => Array.from({ length: burst.count }, (_, turn) => ({ burst, turn })))
  return rows.map(({ burst, turn }, nth) => {
    const at = MIDNIGHT - burst.age * 86_400_000 + turn * 30_000
    return {
      chain: burst.chain ?? BASE,
      log_index: nth,
      block_number: blockAt(at),
      paid_at: timestamp(at),
      paid_on: timestamp(at).slice(0, 10),
      payer: burst.payer,
      operator: burst.operator,
      method: burst.method ?? 'eip3009',
      amount: String(burst.amount),
      relayer: burst.relayer === undefined ? '0xrelayer' : burst.relayer,
      ...provenance(nth),
    }
  })
}

const fundingRows = (fundings: Funding[]) =>
  fundings.map((funding, nth) => ({
    ...funding,
    chain: BASE,
    funded_at: `${DAY} 00:00:00`,
    amount: String(funding.amount),
    ...provenance(nth),
  }))

const endOfDay = MIDNIGHT + 86_400_000
const blocksRead = (reads: [number, number][]) =>
  reads.map(([from, to]) => {
    const [first, last] = [endOfDay - from * 86_400_000, endOfDay - to * 86_400_000 - SECONDS * 1000]
    return {
      ...{ date: DAY, source: 'x402_payments', chain: BASE },
      ...{ from_block: blockAt(first), to_block: blockAt(last) },
      ...{ from_time: new Date(first).toISOString(), to_time: new Date(last).toISOString() },
    }
  })

const PROVENANCE = { observed_at: 'VARCHAR', source_url: 'VARCHAR', response_sha256: 'VARCHAR' }

function givenTables(world: World): Record<string, Given> {
  return {
    run: { columns: { day: 'DATE', day_end: 'TIMESTAMP' }, rows: [{ day: DAY, day_end: `${DAY} 23:59:59` }] },
    ingest_blocks: {
      columns: BLOCKS_COLUMNS,
      rows: [
        ...blocksRead(world.reads ?? [[60, 0]]),
        ...(world.blocks ?? []).map((row) => ({ ...blocksRead([[1, 0]])[0], ...row })),
      ],
    },
    ingest_gaps: { columns: GAPS_COLUMNS, rows: [] },
    raw_chains: {
      columns: { chain: 'VARCHAR', block_seconds: 'DOUBLE', usdc: 'VARCHAR', is_whole: 'BOOLEAN' },
      rows: [BASE, POLYGON].map((chain) => ({
        ...{ chain, block_seconds: SECONDS, usdc: USDC },
        is_whole: chain === BASE,
      })),
    },
    stg_x402_payments__payments: {
      columns: {
        chain: 'VARCHAR',
        method: 'VARCHAR',
        log_index: 'BIGINT',
        block_number: 'BIGINT',
        paid_at: 'TIMESTAMP',
        paid_on: 'DATE',
        payer: 'VARCHAR',
        operator: 'VARCHAR',
        amount: 'HUGEINT',
        relayer: 'VARCHAR',
        ...PROVENANCE,
      },
      rows: paymentRows(world.bursts),
    },
    stg_x402_payments__fundings: {
      columns: {
        chain: 'VARCHAR',
        funded_at: 'TIMESTAMP',
        operator: 'VARCHAR',
        wallet: 'VARCHAR',
        amount: 'HUGEINT',
        ...PROVENANCE,
      },
      rows: fundingRows(world.fundings ?? []),
    },
    int_operators__payment_requests: {
      columns: { chain: 'VARCHAR', operator: 'VARCHAR', host: 'VARCHAR', is_confirmed: 'BOOLEAN' },
      rows: (
        world.asked ?? world.bursts.map(({ chain = BASE, operator }) => ({ chain, operator, host: 'one' }))
      ).map((row) => ({ is_confirmed: true, ...row })),
    },
    raw_facilitators: { columns: { address: 'VARCHAR', name: 'VARCHAR' }, rows: world.facilitators ?? [] },
    stg_x402_bazaar__offers: {
      columns: {
        ...{ pay_to: 'VARCHAR', chain: 'VARCHAR', is_gone: 'BOOLEAN', amount: 'VARCHAR' },
        ...PROVENANCE,
      },
      rows: world.offers ?? [],
    },
    stg_endpoint_probes__quotes: {
      columns: { pay_to: 'VARCHAR', chain: 'VARCHAR', amount: 'VARCHAR', ...PROVENANCE },
      rows: world.quotes ?? [],
    },
    int_erc8004_wallets__signatures: {
      columns: { handle: 'VARCHAR', chain: 'VARCHAR', wallet: 'VARCHAR' },
      rows: world.signed ?? [],
    },
    int_operators__agents: {
      columns: {
        ...{ chain: 'VARCHAR', operator: 'VARCHAR', handle: 'VARCHAR' },
        ...{ is_credited: 'BOOLEAN', shared_by: 'BIGINT' },
      },
      rows: (world.matched ?? []).map((item) => ({ shared_by: item.is_credited ? 1 : null, ...item })),
    },
    raw_catalog_anchors: {
      columns: { chain: 'VARCHAR', operator: 'VARCHAR', since: 'DATE' },
      rows: world.anchors ?? [],
    },
  }
}

/** The x402 models over a made-up world whose logical date is 2026-02-10. The caller closes the database. */
export const buildDemand = (world: World, more: string[] = []): Promise<Database> =>
  buildFrom(givenTables(world), [
    'x402_demand',
    'x402_market',
    'x402_market_days',
    'int_agents__payers',
    'x402_facilitators',
    'x402_facilitator_days',
    'x402_seller_days',
    ...more,
  ])

/** The rows that the x402 checks return. */
async function broken(db: Database): Promise<object[]> {
  const folder = join(SQL_FOLDER, 'checks')
  const files = readdirSync(folder).filter((file) => file.startsWith('x402_'))
  expect(files.length).toBeGreaterThan(4)
  const rows = await Promise.all(
    files.map((file) => db.rows<object>(readFileSync(join(folder, file), 'utf8'))),
  )
  return rows.flat()
}

/** Builds the models over a world, expects every check to pass, and reads from them. */
export async function inDemand<T>(
  world: World,
  read: (db: Database) => Promise<T>,
  more: string[] = [],
): Promise<T> {
  const db = await buildDemand(world, more)
  try {
    expect(await broken(db)).toEqual([])
    return await read(db)
  } finally {
    db.close()
  }
}

/** One payment of 1,000 atomic units on the run's day by default. */
export const burst = (operator: string, payer: string, more: Partial<Burst> = {}): Burst => ({
  operator,
  payer,
  age: 0,
  count: 1,
  amount: 1000n,
  ...more,
})

/** One payment from each of so many payers. */
export const crowd = (operator: string, size: number, more: Partial<Burst> = {}): Burst[] =>
  Array.from({ length: size }, (_, nth) => burst(operator, `0xcrowd${nth}`, more))
