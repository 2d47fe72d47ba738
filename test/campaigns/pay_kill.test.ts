import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { killAt, retry } from '../../scripts/campaigns/pay_kill/round.ts'
import { SPOTS } from '../../scripts/campaigns/pay_kill/spots.ts'
import { type PayWorld, startPayWorld } from '../../scripts/campaigns/pay_kill/world.ts'
import { findAnvil } from '../../scripts/payments/anvil.ts'
import { sampleOutput } from '../sample_output.ts'

const isThere = (await findAnvil()) !== null
const title = (text: string) => (isThere ? text : `${text} (left out: no anvil can be had)`)

const folder = mkdtempSync(join(tmpdir(), 'assay-pay-kill-'))
let world: PayWorld | null = null

beforeAll(async () => {
  if (!isThere) return
  world = await startPayWorld({
    output: await sampleOutput(),
    stateFile: join(folder, 'service.sqlite'),
    databaseUrl: null,
    leaseMs: 500,
    slowMs: 0,
  })
}, 180_000)
afterAll(async () => {
  await world?.close()
  rmSync(folder, { recursive: true, force: true })
})

// Nothing kept; an answer kept and nothing paid; paid, and nobody knows of it.
test
  .skipIf(!isThere)
  .each(['before its answer is kept', 'after its answer is kept', 'settled, not yet noted'])(
  title('a service killed in a payment (%s) takes it once and answers it once'),
  async (what) => {
    const spot = SPOTS.find((one) => one.what === what)
    const endpoint = world?.sold[0]
    if (world === null || spot === undefined || endpoint === undefined) throw new Error(`no ${what}`)
    const killed = await killAt(world, spot, endpoint, what)
    expect(killed.found).toBe(spot.found)
    expect(killed.isPaid).toBe(what === 'settled, not yet noted')
    expect((await retry(world, killed)).problems).toEqual([])
  },
)
