import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findAnvil } from '../kit/payments/anvil.ts'
import { replayAll } from '../kit/payments/chain_reader.ts'
import { buyer } from '../kit/payments/clients.ts'
import { cutConnections } from '../kit/payments/cut_connections.ts'
import { buyDuringFault, closeBooks } from '../kit/payments/fault_trials.ts'
import { FAULTS, type FaultName } from '../kit/payments/faults.ts'
import { type PaymentSandbox, startPaymentSandbox } from '../kit/payments/stand.ts'
import { buyAtOnce, buyEach, type Finding, race, replayElsewhere } from '../kit/payments/trials.ts'
import { fundedWallet } from '../kit/payments/wallets.ts'
import { sampleOutput } from '../sample_output.ts'

const anvil = await findAnvil()
const BASE = 8453
// The ones that take as long as the service waits are for the campaign.
const QUICK = (Object.keys(FAULTS) as FaultName[]).filter((name) => !name.includes('slow'))

describe.skipIf(anvil === null)('paid calls on a local chain (needs anvil)', () => {
  const folder = mkdtempSync(join(tmpdir(), 'assay-paid-'))
  let stand: PaymentSandbox
  beforeAll(async () => {
    stand = (await startPaymentSandbox({
      output: await sampleOutput(),
      folder,
      chainId: BASE,
    })) as PaymentSandbox
  }, 180_000)
  afterAll(async () => {
    await stand?.close()
    rmSync(folder, { recursive: true, force: true })
  })

  const selectFailures = (findings: Finding[]) => findings.filter(({ isRight }) => !isRight)
  const client = async (name: string) => buyer(await fundedWallet(stand.local.token, name, 100_000_000n), 2)
  const sold = (id: string) => {
    const found = stand.sold.find((endpoint) => endpoint.id === id)
    if (found === undefined) throw new Error(`${id} is not sold`)
    return found
  }

  test.each([1, 2] as const)(
    'stock clients of version %s buy each endpoint for its price',
    async (version) => {
      const findings = await buyEach(stand, version)
      expect(findings.length).toBeGreaterThanOrEqual(5)
      expect(selectFailures(findings)).toEqual([])
    },
  )

  test('50 copies of one payment at once are one payment with one answer', async () => {
    expect(selectFailures([await race(stand, await client('racing'), sold('find_full'), 50)])).toEqual([])
  })

  test('20 payments at once are all settled', async () => {
    expect(selectFailures([await buyAtOnce(stand, await client('many'), sold('trust_summary'), 20)])).toEqual(
      [],
    )
  })

  test('a payment for one call buys no other', async () => {
    expect(selectFailures(await replayElsewhere(stand, await client('replaying')))).toEqual([])
  })

  test('clients whose connection is cut get what they paid for by their retry, once', async () => {
    expect(
      selectFailures([await cutConnections(stand, sold('verification_status'), { clients: 12, seed: 1 })]),
    ).toEqual([])
  })

  test('who reads the chain gets nothing for it', async () => {
    expect(selectFailures(await replayAll(stand, stand.handles, 300))).toEqual([])
  })

  test.each(QUICK)(
    'a facilitator with the fault %s: nothing is unpaid, charged twice or lost',
    async (fault) => {
      expect(selectFailures(await buyDuringFault(stand, fault))).toEqual([])
    },
  )

  test('reconciling closes what is open, and the ledger says what the chain says', async () => {
    const [closed, books] = await closeBooks(stand)
    expect(closed?.seen).toMatch(/^[1-9]\d* open before/)
    expect(selectFailures([closed, books] as Finding[])).toEqual([])
  })
})
