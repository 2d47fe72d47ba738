import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { readServiceConfig } from '../../../serving/service/config.ts'
import { createLog } from '../../../serving/service/observe/log.ts'
import { ProKeys } from '../../../serving/service/payments/pro_keys.ts'
import { startServer } from '../../../serving/service/server.ts'
import { openStore } from '../../../serving/service/store/open.ts'
import { type Started, startScript } from '../../../test/kit/child.ts'
import { NETWORK, PAY_TO } from './false_payments.ts'
import { type RefusingFacilitator, refusingFacilitator } from './refusing_facilitator.ts'

/** The service with payments switched on, of which none can succeed. */
export interface AttackedService {
  port: number
  /** Of its process; null where it runs in this one. */
  pid: number | null
  keys: { valid: string; revoked: string }
  facilitator: RefusingFacilitator
  /** All that it has logged so far. */
  logged(): string
  close(): Promise<void>
}

interface Where {
  output: string
  /** For its state. */
  folder: string
}

/** Starts it over the release of an output folder, as a process of its own or within this one. */
export async function attackedService(where: Where, isOwnProcess: boolean): Promise<AttackedService> {
  const facilitator = await refusingFacilitator()
  const environment = {
    ...{ PAY_TO, X402_NETWORK: NETWORK, FACILITATOR_URL: facilitator.url, X402_RPC_URL: facilitator.url },
    // The caller says where it calls from, so that its calls do not all count as one caller's.
    ...{ TRUSTED_PROXIES: '1', STATE_FILE: join(where.folder, 'service.sqlite') },
    ...{ DATABASE_URL: '', LOG_LEVEL: 'info' },
  }
  const keys = await issueKeys(environment, where.output)
  const running = isOwnProcess
    ? await startChild(environment, where.output)
    : await startHere(environment, where.output)
  const close = async () => {
    await running.close()
    await facilitator.close()
  }
  return { ...running, keys, facilitator, close }
}

type Running = Pick<AttackedService, 'port' | 'pid' | 'logged' | 'close'>

async function issueKeys(
  environment: Record<string, string>,
  output: string,
): Promise<AttackedService['keys']> {
  const db = await openStore(readServiceConfig(environment, output))
  try {
    const keys = new ProKeys(db, { now: Date.now, random: randomBytes })
    const [valid, revoked] = [await keys.issue('valid'), await keys.issue('revoked')]
    await keys.revoke(revoked.id)
    return { valid: valid.key, revoked: revoked.key }
  } finally {
    await db.close()
  }
}

async function startHere(environment: Record<string, string>, output: string): Promise<Running> {
  const config = readServiceConfig(environment, output)
  let logged = ''
  const stream = {
    write(line: string) {
      logged += line
    },
  }
  const log = createLog({ level: 'info', secrets: config.secrets }, stream)
  const server = await startServer({ output, host: '127.0.0.1', port: 0, config, log })
  return { port: Number(new URL(server.url).port), pid: null, logged: () => logged, close: server.close }
}

async function startChild(environment: Record<string, string>, output: string): Promise<Running> {
  const started = startScript(
    'cli/cli.ts',
    ['serve', '--output', output, '--host', '127.0.0.1', '--port', '0'],
    { settings: environment },
  )
  let logged = ''
  started.process.stderr?.on('data', (text: string) => {
    logged += text
  })
  const port = await listening(started)
  return {
    port,
    pid: started.process.pid ?? null,
    logged: () => logged,
    async close() {
      started.process.kill('SIGTERM')
      await started.ended
    },
  }
}

/** Returns the port that it prints once it listens; throws its output otherwise. */
function listening({ process: child, ended }: Started): Promise<number> {
  return new Promise((resolve, reject) => {
    let said = ''
    child.stdout?.on('data', (text: string) => {
      said += text
      const [, port] = /http:\/\/127\.0\.0\.1:(\d+)/.exec(said) ?? []
      if (port !== undefined) resolve(Number(port))
    })
    ended.then(
      ({ code, stderr }) => reject(new Error(`the service ended with code ${code}: ${stderr}`)),
      reject,
    )
  })
}
