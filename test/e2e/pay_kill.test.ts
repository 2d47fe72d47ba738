import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { killAt, retry } from '../../lab/e2e/pay_kill/round.ts'
import { SPOTS } from '../../lab/e2e/pay_kill/spots.ts'
import { type PaymentSetup, startPaymentSetup } from '../../lab/e2e/pay_kill/world.ts'
import { findAnvil } from '../kit/payments/anvil.ts'
import { sampleOutput } from '../sample_output.ts'

const isThere = (await findAnvil()) !== null
const title = (text: string) => (isThere ? text : `${text} (left out: no anvil can be had)`)

const folder = mkdtempSync(join(tmpdir(), 'assay-pay-kill-'))
let world: PaymentSetup | null = null

beforeAll(async () => {
  if (!isThere) return
  world = await startPaymentSetup({
    output: await sampleOutput(),
    stateFile: join(folder, 'service.sqlite'),
    databaseUrl: null,
    leaseMs: 0,
    slowMs: 0,
  })
}, 180_000)
afterAll(async () => {
  await world?.close()
  rmSync(folder, { recursive: true, force: true })
})

// Nothing stored; an answer stored and nothing paid; paid and not recorded. The last has a lease that outlives the
// restart, so that a retry resumes it, and not the reconciliation at the start.
test.skipIf(!isThere).each([
  ['before its answer is kept', 500],
  ['after its answer is kept', 500],
  ['settled, not yet noted', 3_000],
] as const)(
  title('a service killed in a payment (%s) takes it once and answers it once'),
  async (what, leaseMs) => {
    const spot = SPOTS.find((spot) => spot.what === what)
    const endpoint = world?.sold[0]
    if (world === null || spot === undefined || endpoint === undefined) throw new Error(`no ${what}`)
    const killed = await killAt({ ...world, leaseMs }, spot, endpoint, what)
    expect(killed.found).toBe(spot.found)
    expect(killed.isPaid).toBe(what === 'settled, not yet noted')
    expect((await retry(world, killed)).problems).toEqual([])
  },
  180_000,
)
