import { parseArgs } from 'node:util'
import { SAMPLE_DAYS } from '../../sample/sample.ts'
import { runAsCommand, wholeNumber } from '../../scripts/lib/command.ts'
import { inTemporaryFolder } from '../../test/kit/folder.ts'
import type { Finding } from '../../test/kit/payments/trials.ts'
import { runSampleDay } from '../../test/kit/sample_day.ts'
import { table } from '../../test/kit/table.ts'
import { PLAIN, STOCK } from './a2a_pay/agents.ts'
import { OPEN_FAULTS, tryFault } from './a2a_pay/fault_trials.ts'
import { type PaymentSetup, startPaymentSetup } from './a2a_pay/stand.ts'
import { buys, checkLedger, opensWithKey, paidOverRest, races, replays, tryRepair } from './a2a_pay/trials.ts'
import { tryUnpaidService } from './a2a_pay/unpaid.ts'

const HELP = `Usage: npm run e2e -- a2a-pay [--copies N]

Buys the paid skills of the agent-to-agent interface on a chain of this machine, with plain fetch and with stock clients:
quote, payment and answer, one payment again in every way, payments that fail, copies at once, faults of the facilitator,
and Pro keys. Exit code: 0 when nothing was served unpaid, charged twice or lost, 1 otherwise, 2 bad usage.

  --copies N    how many copies of one payment race each other, in one task and in as many others (default: 20)
`

/** All trials, in order; `tell` gets each finding as soon as it is there. */
async function tryAll(stand: PaymentSetup, copies: number, tell: (finding: Finding) => void): Promise<void> {
  for (const sold of stand.sold) {
    for (const wire of [PLAIN, ...STOCK]) tell(await buys(stand, sold, wire))
    tell(await replays(stand, sold))
    tell(await paidOverRest(stand, sold))
    tell(await tryRepair(stand, sold))
    tell(await races(stand, sold, copies))
    for (const fault of Object.keys(OPEN_FAULTS) as (keyof typeof OPEN_FAULTS)[])
      tell(await tryFault(stand, sold, fault))
    tell(await opensWithKey(stand, sold))
  }
  tell(await checkLedger(stand))
}

await runAsCommand(import.meta.url, HELP, async (args) => {
  const { values } = parseArgs({ args, options: { copies: { type: 'string', default: '20' } } })
  const copies = wholeNumber('copies', values.copies)
  return inTemporaryFolder(async (folder) => {
    console.error('Building one day of the sample …')
    await runSampleDay(folder, SAMPLE_DAYS[0] ?? '')
    const all: Finding[] = []
    const stand = await startPaymentSetup(folder, folder)
    if (stand === null) return false
    try {
      await tryAll(stand, copies, (finding) => {
        all.push(finding)
        process.stderr.write('.')
      })
    } finally {
      await stand.close()
    }
    await inTemporaryFolder(async (other) => all.push(await tryUnpaidService(folder, other)))
    const rows = all.map(({ what, seen, isRight }) => [what, seen, isRight ? 'right' : 'WRONG'])
    console.log(`\n${table(['what', 'seen', ''], rows).join('\n')}`)
    return all.every(({ isRight }) => isRight)
  })
})
