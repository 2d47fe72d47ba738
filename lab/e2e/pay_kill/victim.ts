import { parseArgs } from 'node:util'
import { BadCommandLine, runAsCommand, wholeNumber } from '../../../scripts/lib/command.ts'
import { readServiceConfig } from '../../../serving/service/config.ts'
import { startServer } from '../../../serving/service/server.ts'
import { openState, type StateOptions } from '../../../serving/service/state.ts'
import { openStore } from '../../../serving/service/store/open.ts'
import { killingStore, type Statement } from './killing_store.ts'

const HELP = `Usage: node lab/e2e/pay_kill/victim.ts --output DIR --lease MS [--payer ADDRESS --kill before:N|after:N]

The service as its environment configures it, on a free port, with a lease of its own. It kills itself (kill -9) at
the N-th statement that changes this payer's row in the ledger.
`

function parseStatement(text: string): Statement {
  const [, side, n] = /^(before|after):(\d)$/.exec(text) ?? []
  if ((side !== 'before' && side !== 'after') || n === undefined)
    throw new BadCommandLine(`--kill ${text}: write before:N or after:N`)
  return { side, n: Number(n) }
}

const killMyself = () => void process.kill(process.pid, 'SIGKILL')

await runAsCommand(import.meta.url, HELP, async (args) => {
  const { values } = parseArgs({
    args,
    options: {
      output: { type: 'string', default: '' },
      lease: { type: 'string', default: '' },
      payer: { type: 'string', default: '' },
      kill: { type: 'string' },
    },
  })
  const { output, payer, kill } = values
  const leaseMs = wholeNumber('lease', values.lease)
  const statement = kill === undefined ? null : parseStatement(kill)
  const config = readServiceConfig(process.env, output)
  const openLedger = async () => {
    const db = await openStore(config)
    return statement === null ? db : killingStore(db, payer, statement, killMyself)
  }
  const open = (options: StateOptions) => openState({ ...options, leaseMs, openLedger })
  const { url } = await startServer({ output, host: '127.0.0.1', port: 0, config, open })
  process.stdout.write(`Open ${url}/\n`)
  return true
})
