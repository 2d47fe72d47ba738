import { parseArgs } from 'node:util'
import { SAMPLE_DAYS } from '../../sample/sample.ts'
import { BadCommandLine, runAsCommand, wholeNumber } from '../../scripts/lib/command.ts'
import { inTemporaryFolder } from '../../test/kit/folder.ts'
import { replayAll } from '../../test/kit/payments/chain_reader.ts'
import { buyer } from '../../test/kit/payments/clients.ts'
import { cutConnections } from '../../test/kit/payments/cut_connections.ts'
import { buyDuringFault, closeBooks } from '../../test/kit/payments/fault_trials.ts'
import { FAULTS, type FaultName } from '../../test/kit/payments/faults.ts'
import { type PaymentSandbox, startPaymentSandbox } from '../../test/kit/payments/stand.ts'
import {
  buyAtOnce,
  buyEach,
  buyWith,
  type Finding,
  race,
  replayElsewhere,
} from '../../test/kit/payments/trials.ts'
import { fundedWallet } from '../../test/kit/payments/wallets.ts'
import { runSampleDay } from '../../test/kit/sample_day.ts'
import { table } from '../../test/kit/table.ts'
import { legacyClient } from './payments/legacy_client.ts'

const HELP = `Usage: npm run e2e -- payments [--copies N] [--many N] [--replays N] [--cut N]
                                      [--faults a,b] [--legacy DIR]

Buys from the service with stock clients on a chain of this machine: each endpoint in both versions of x402, copies
of one payment, many payments at once, one payment for two calls, connections that are cut, replays of all that the
chain shows, and each fault of a facilitator. Exit code: 0 when
nothing was served unpaid, charged twice or lost, 1 otherwise, 2 bad usage.

  --copies N    how many copies of one payment race each other (default: 50)
  --many N      how many payments are made at once (default: 200)
  --replays N   how many times somebody who reads the chain replays what was paid (default: 10000)
  --cut N       how many clients have their connection cut (default: 200)
  --faults a,b  which faults of the facilitator (default: all; none for none)
  --legacy DIR  where x402-fetch is installed, the client of version 1 alone, to buy with it too
`

// Longer than the service waits for any answer of a facilitator.
const SLOW_MS = 30_000
// The one chain of the trials that version 1 has a name for.
const BASE = 8453
const SEED = 20

interface Plan {
  copies: number
  many: number
  replays: number
  cut: number
  faults: readonly FaultName[]
  legacy: string | undefined
}

/** All trials, in order; `tell` gets the findings of each as soon as they are there. */
async function tryAll(
  stand: PaymentSandbox,
  plan: Plan,
  tell: (findings: Finding[]) => void,
): Promise<boolean> {
  const client = buyer(await fundedWallet(stand.local.token, 'campaign', 1_000_000_000n), 2)
  const [first] = stand.sold
  if (first === undefined) throw new Error('nothing is sold')
  let isRight = true
  const addFindings = (findings: Finding[]) => {
    isRight &&= findings.every((finding) => finding.isRight)
    tell(findings)
  }
  addFindings(await buyEach(stand, 1))
  addFindings(await buyEach(stand, 2))
  if (plan.legacy !== undefined) {
    const wallet = await fundedWallet(stand.local.token, 'legacy', 10_000_000n)
    const { name, ...legacy } = await legacyClient(plan.legacy, wallet)
    addFindings(await buyWith(stand, name, legacy))
  }
  for (const endpoint of stand.sold) addFindings([await race(stand, client, endpoint, plan.copies)])
  addFindings([await buyAtOnce(stand, client, first, plan.many)])
  addFindings(await replayElsewhere(stand, client))
  if (plan.cut > 0) addFindings([await cutConnections(stand, first, { clients: plan.cut, seed: SEED })])
  if (plan.replays > 0) addFindings(await replayAll(stand, stand.handles, plan.replays))
  for (const fault of plan.faults) addFindings(await buyDuringFault(stand, fault))
  addFindings(await closeBooks(stand))
  return isRight
}

const lines = (findings: Finding[]): string[] =>
  table(
    ['what', 'seen', ''],
    findings.map(({ what, seen, isRight }) => [what, seen, isRight ? 'right' : 'WRONG']),
  )

function parseFaults(text: string | undefined): FaultName[] {
  const names = Object.keys(FAULTS) as FaultName[]
  if (text === undefined) return names
  if (text === 'none') return []
  return text.split(',').map((part) => {
    const name = names.find((known) => known === part)
    if (name === undefined) throw new BadCommandLine(`--faults ${part}: take ${names.join(', ')} or none`)
    return name
  })
}

await runAsCommand(import.meta.url, HELP, async (args) => {
  const { values } = parseArgs({
    args,
    options: {
      copies: { type: 'string', default: '50' },
      many: { type: 'string', default: '200' },
      replays: { type: 'string', default: '10000' },
      cut: { type: 'string', default: '200' },
      faults: { type: 'string' },
      legacy: { type: 'string' },
    },
  })
  const plan = {
    copies: wholeNumber('copies', values.copies),
    many: wholeNumber('many', values.many),
    replays: wholeNumber('replays', values.replays),
    cut: wholeNumber('cut', values.cut),
    faults: parseFaults(values.faults),
    legacy: values.legacy,
  }
  return inTemporaryFolder(async (folder) => {
    console.error('Building one day of the sample …')
    await runSampleDay(folder, SAMPLE_DAYS[0] ?? '')
    const stand = await startPaymentSandbox({ output: folder, folder, chainId: BASE }, { slowMs: SLOW_MS })
    if (stand === null) return false
    const all: Finding[] = []
    try {
      const isRight = await tryAll(stand, plan, (findings) => {
        all.push(...findings)
        process.stderr.write('.')
      })
      return isRight
    } finally {
      await stand.close()
      console.log(`\n${lines(all).join('\n')}`)
    }
  })
})
