import { parseArgs } from 'node:util'
import { runAsCommand } from '../../scripts/lib/command.ts'
import { inTemporaryFolder } from '../../test/kit/folder.ts'
import type { Finding } from '../../test/kit/payments/trials.ts'
import { table } from '../../test/kit/table.ts'
import { publishWhileDown } from './anchor/publish.ts'
import { startAnchorSetup } from './anchor/stand.ts'
import {
  DOWN,
  down,
  forgotten,
  killThere,
  listSpots,
  manyAtOnce,
  nonceTaken,
  spedUp,
  tryLostTransaction,
} from './anchor/trials.ts'

const HELP = `Usage: npm run e2e -- anchor [--copies N]

Anchors days on a chain of this machine with the real command: killed at each of its calls to the node, before and
after the chain has it; copies of it at once; a chain that is down, forgets or loses what it got; a nonce that goes to
another transaction; a run that publishes while an anchor waits. Exit code: 0 when each digest is in exactly one transaction, 1 otherwise, 2 bad usage.

  --copies N  how many run at once (default: 8)
`

await runAsCommand(import.meta.url, HELP, async (args) => {
  const { values } = parseArgs({ args, options: { copies: { type: 'string', default: '8' } } })
  return inTemporaryFolder(async (output) => {
    const stand = await startAnchorSetup(output)
    if (stand === null) return false
    const findings: Finding[] = []
    const addFinding = async (found: Promise<Finding>) => {
      findings.push(await found)
      process.stderr.write('.')
    }
    try {
      const { spots, send } = await listSpots(stand)
      for (const spot of spots) await addFinding(killThere(stand, spot))
      await addFinding(killThere(stand, { call: send, side: 'before' }, true))
      await addFinding(manyAtOnce(stand, Number(values.copies)))
      for (const trial of [tryLostTransaction, nonceTaken, spedUp, forgotten]) await addFinding(trial(stand))
      await addFinding(down(stand, 'cannot be reached', 'closed'))
      for (const [name, rule] of Object.entries(DOWN)) await addFinding(down(stand, name, rule))
      findings.push(...(await inTemporaryFolder((folder) => publishWhileDown(stand, folder))))
      return findings.every(({ isRight }) => isRight)
    } finally {
      await stand.close()
      const rows = findings.map(({ what, seen, isRight }) => [what, seen, isRight ? 'right' : 'WRONG'])
      console.log(`\n${table(['what', 'seen', ''], rows).join('\n')}`)
    }
  })
})
