import fc from 'fast-check'
import { expect } from 'vitest'
import type { Database } from '../../pipeline/model/database.ts'
import { bruteForce, type Expected } from './x402_brute_force.ts'
import { BASE, burst, inDemand, POLYGON, type World } from './x402_given.ts'

type Row = Expected & { rank_raw: number; rank_adjusted: number }

/** The rows of the mart, in order. */
export const readDemand = (db: Database, where = 'true'): Promise<Row[]> =>
  db.rows<Row>(
    `select * replace (volume_atomic::varchar as volume_atomic) from x402_demand where ${where} order by operator, chain, days`,
  )

const operators = ['0xa', '0xb', '0xc']
const wallets = ['0xp', '0xq', '0xr', '0xs', ...operators]
const FACILITATORS = [
  { address: '0xf1', name: 'Made Up' },
  { address: '0xf2', name: 'Made Up' },
  { address: '0xf3', name: 'Invented' },
]

const anyWorld = fc.record({
  bursts: fc.array(
    fc.record({
      operator: fc.constantFrom(...operators),
      payer: fc.constantFrom(...wallets),
      age: fc.oneof(
        fc.integer({ min: 0, max: 6 }),
        fc.integer({ min: 0, max: 45 }),
        fc.constantFrom(0, 29, 30),
      ),
      count: fc.oneof(fc.integer({ min: 1, max: 3 }), fc.integer({ min: 1, max: 80 })),
      amount: fc.bigInt({ min: 0n, max: 2n ** 61n }),
      chain: fc.constantFrom(BASE, BASE, POLYGON),
      relayer: fc.constantFrom('0xf1', '0xf2', '0xf3', '0xg1', '0xg2'),
    }),
    { minLength: 1, maxLength: 30 },
  ),
  fundings: fc.array(
    fc.record({
      operator: fc.constantFrom(...operators),
      wallet: fc.constantFrom(...wallets),
      amount: fc.bigInt({ min: 0n, max: 2n ** 61n }),
    }),
    { maxLength: 3 },
  ),
})

/** Every window of every operator and chain equals a count payment by payment, in so many worlds. */
export async function everyWindow(worlds: number): Promise<void> {
  await fc.assert(
    fc.asyncProperty(anyWorld, async (made) => {
      const anchored = { ...made, bursts: [...made.bursts, burst('0xa', '0xp', { age: 50, amount: 1n })] }
      const world: World = { ...anchored, facilitators: FACILITATORS }
      await inDemand(world, async (db) => {
        const expected = bruteForce(world)
        const seen = await readDemand(db)
        const key = (row: Expected) => `${row.operator} ${row.chain} ${row.days}`
        const byKey = new Map(seen.map((row) => [key(row), row]))
        expect(seen).toHaveLength(expected.length)
        for (const row of expected) expect(byKey.get(key(row)), key(row)).toMatchObject(row)
      })
    }),
    { numRuns: worlds },
  )
}
