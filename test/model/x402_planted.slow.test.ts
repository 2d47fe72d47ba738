import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { replayServer } from '../kit/upstream.ts'
import { type Burst, buildDemand, type Funding } from './x402_given.ts'

/** The part of the replay's generator in use: one day's transfers as columns over a table of addresses. */
interface Generator {
  ADDR: string[]
  circular: { s: number }[]
  segment(day: number): Segment
}

interface Segment {
  N: number
  /** Of each transaction: 0 authorised payments, 1 a plain transfer; its first pair, number of pairs, and sender. */
  t: { kind: Uint8Array; par: Uint32Array; cnt: Uint8Array; from: Uint16Array }
  payer: Uint16Array
  to: Uint16Array
  val: Float64Array
}

const DAYS = 7
const SELLERS = 600

function readTransfers({ ADDR, segment }: Generator, day: number) {
  const { N, t, payer, to, val } = segment(day)
  const at = (addresses: Uint16Array, pair: number) => ADDR[addresses[pair] as number] as string
  const bursts: Burst[] = []
  const plain: Funding[] = []
  for (let tx = 0; tx < N; tx++) {
    const first = t.par[tx] as number
    for (let pair = first; t.kind[tx] === 0 && pair < first + (t.cnt[tx] as number); pair++) {
      const amount = BigInt(val[pair] as number)
      const relayer = ADDR[t.from[tx] as number] as string
      bursts.push({
        operator: at(to, pair),
        payer: at(payer, pair),
        age: DAYS - 1 - day,
        count: 1,
        amount,
        relayer,
      })
    }
    if (t.kind[tx] === 1)
      plain.push({ operator: at(payer, first), wallet: at(to, first), amount: BigInt(val[first] as number) })
  }
  const paid = new Set(bursts.map((burst) => burst.operator))
  const payers = new Set(bursts.map((burst) => burst.payer))
  return {
    bursts,
    fundings: plain.filter((funding) => paid.has(funding.operator) && payers.has(funding.wallet)),
  }
}

test('in a week of the replay the planted sellers are flagged and fall, and no other seller is', async () => {
  const server = replayServer()
  const library = server === null ? null : join(dirname(server), 'lib/chain.mjs')
  if (library === null || !existsSync(library)) return console.log('not run: no replay server')
  const generator = (await import(library)) as Generator
  const days = Array.from({ length: DAYS }, (_, day) => readTransfers(generator, day))
  const db = await buildDemand({
    bursts: days.flatMap((day) => day.bursts),
    fundings: days.flatMap((day) => day.fundings),
  })
  try {
    const rows = await db.rows<Record<string, number> & { operator: string; notices: string[] }>(
      `select operator, len(wash_flags) as flags, notices, unique_payers, unique_payers_adjusted, rank_raw, rank_adjusted
       from x402_demand where chain = 'all' and days = ${DAYS}`,
    )
    const of = (seller: number) => rows.find((row) => row.operator === generator.ADDR[seller])
    const planted = generator.circular.map(({ s }) => of(s)).filter((item) => item !== undefined)
    expect(planted).toHaveLength(4)
    for (const item of planted) {
      expect(item.flags).toBeGreaterThan(0)
      expect(item.unique_payers).toBeGreaterThan(10)
      expect(item.unique_payers_adjusted).toBeLessThanOrEqual(3)
      expect(item.rank_adjusted).toBeGreaterThan(2 * (item.rank_raw as number))
    }
    const sellers = new Set(generator.ADDR.slice(0, SELLERS))
    const honest = rows.filter((row) => sellers.has(row.operator) && !planted.includes(row))
    expect(honest.length).toBeGreaterThan(500)
    for (const item of honest) {
      expect(item.flags, item.operator).toBe(0)
      expect(item.unique_payers_adjusted, item.operator).toBe(item.unique_payers)
    }
    expect([593, 594].map((seller) => of(seller)?.notices)).toEqual([['dominant_payer'], ['dominant_payer']])
  } finally {
    db.close()
  }
}, 60_000)
