import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { PLAIN, STOCK } from '../../lab/e2e/a2a_pay/agents.ts'
import { tryFault } from '../../lab/e2e/a2a_pay/fault_trials.ts'
import { type PaidEndpoint, type PaymentSetup, startPaymentSetup } from '../../lab/e2e/a2a_pay/stand.ts'
import {
  buys,
  checkLedger,
  opensWithKey,
  paidOverRest,
  races,
  replays,
  tryRepair,
} from '../../lab/e2e/a2a_pay/trials.ts'
import { tryUnpaidService } from '../../lab/e2e/a2a_pay/unpaid.ts'
import { findAnvil } from '../kit/payments/anvil.ts'
import type { Finding } from '../kit/payments/trials.ts'
import { sampleOutput } from '../sample_output.ts'

const isThere = (await findAnvil()) !== null
const title = (text: string) => (isThere ? text : `${text} (left out: no anvil can be had)`)

const folder = mkdtempSync(join(tmpdir(), 'assay-a2a-pay-'))
let output: string
let stand: PaymentSetup | null = null

beforeAll(async () => {
  output = await sampleOutput()
  if (isThere) stand = await startPaymentSetup(output, folder)
}, 180_000)
afterAll(async () => {
  await stand?.close()
  rmSync(folder, { recursive: true, force: true })
})

/** The failures of a trial of an endpoint on sale. */
async function findFailures(
  id: string,
  trial: (stand: PaymentSetup, sold: PaidEndpoint) => Promise<Finding>,
) {
  const sold = stand?.sold.find(({ endpoint }) => endpoint.id === id)
  if (stand === null || sold === undefined) throw new Error(`${id} is not for sale`)
  const { seen, isRight } = await trial(stand, sold)
  return isRight ? null : seen
}

const SOLD = ['find_full', 'trust_evaluation_full', 'attestation']

test.skipIf(!isThere).each(SOLD)(
  title('%s is quoted, paid on a real chain and answered once, by fetch and by stock clients'),
  async (id) => {
    for (const wire of [PLAIN, ...STOCK])
      expect(await findFailures(id, (at, sold) => buys(at, sold, wire))).toBeNull()
    expect(await findFailures(id, replays)).toBeNull()
  },
  60_000,
)

test.skipIf(!isThere)(
  title('a payment over REST, failed ones, copies at once, a lost answer and a Pro key'),
  async () => {
    const [id = ''] = SOLD
    expect(await findFailures(id, paidOverRest)).toBeNull()
    expect(await findFailures(id, tryRepair)).toBeNull()
    expect(await findFailures(id, (at, sold) => races(at, sold, 5))).toBeNull()
    expect(await findFailures(id, (at, sold) => tryFault(at, sold, 'settles_but_answer_lost'))).toBeNull()
    expect(await findFailures(id, (at, sold) => tryFault(at, sold, 'down'))).toBeNull()
    expect(await findFailures(id, opensWithKey)).toBeNull()
    expect(await findFailures(id, checkLedger)).toBeNull()
  },
  60_000,
)

test('a service without an address to be paid at quotes the local chain, and takes nothing', async () => {
  const own = mkdtempSync(join(folder, 'unpaid-'))
  const { seen, isRight } = await tryUnpaidService(output, own)
  expect(isRight ? null : seen).toBeNull()
})
