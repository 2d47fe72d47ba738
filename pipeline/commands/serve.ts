import { dirname, join } from 'node:path'
import type { ServiceConfig } from '../../service/config.ts'
import { BadUsage, RunFailed } from '../errors.ts'
import type { Release } from '../release/release.ts'
import { readSettings, type Settings } from '../settings.ts'
import { outputFolder, parseOptions } from './command.ts'

export const help = `Usage: npm run serve -- [--output DIR] [--host HOST] [--port PORT]

Serves the current release of an output folder, and nothing else, until it is stopped (Ctrl-C).

  --output DIR  the folder that runs write to (default: output)
  --host HOST   the address to listen on (default: HOST, or 127.0.0.1)
  --port PORT   the port to listen on (default: PORT, or 8787; 0 takes a free one)
  --help        print this

Payments, state and logs are set by the environment: see docs/operating.md.
`

const OPTIONS = {
  output: { type: 'string', default: 'output' },
  host: { type: 'string' },
  port: { type: 'string' },
} as const

/** Serves the current release until the process is told to stop. */
export async function run(args: string[]): Promise<void> {
  const { output, settings } = servingOptions(args)
  await serveUntilStopped(output, settings)
}

/** What `serve` and `start` are called with; the options stand above the environment. */
export function servingOptions(args: string[]): { output: string; settings: Settings } {
  const { output, host, port } = parseOptions(args, OPTIONS)
  const settings = readSettings({
    ...process.env,
    ...(host === undefined ? {} : { HOST: host }),
    ...(port === undefined ? {} : { PORT: port }),
  })
  return { output: outputFolder(output), settings }
}

/** Starts the server, prints what to open, and settles when a signal has stopped it. */
export async function serveUntilStopped(output: string, settings: Settings): Promise<void> {
  const { readServiceConfig } = await import('../../service/config.ts')
  const config = readServiceConfig(process.env, output)
  const { currentRelease } = await import('../release/release.ts')
  const release = currentRelease(output)
  if (release === null) {
    throw new RunFailed(
      `${output} holds no release: make one with npm run daily, or npm start for the sample universe`,
    )
  }
  await refuseRealMoneyForOtherData(release, config)
  const { welcomeLines } = await import('./welcome.ts')
  const { server, longestStopMs } = await listen(output, settings, config)
  const payments = await paymentLines(release, server.url, config)
  const lines = welcomeLines(release, server.url).toSpliced(-1, 0, ...payments)
  process.stdout.write(`${lines.join('\n')}\n`)
  await stopSignal()
  process.stderr.write('Stopping …\n')
  // What hangs must not hold the stop up for ever.
  setTimeout(() => process.exit(0), longestStopMs).unref()
  await server.close()
}

/** Throws where data that were made up, or replayed, would be sold for real money. */
export async function refuseRealMoneyForOtherData(
  { about }: Pick<Release, 'about'>,
  { payment }: Pick<ServiceConfig, 'payment'>,
): Promise<void> {
  const { isTestNetwork } = await import('../../service/payments/networks.ts')
  if (about.world === 'live' || payment.isSample || isTestNetwork(payment.network)) return
  throw new BadUsage(
    `the release is ${about.world} data and ${payment.network} is real money: unset PAY_TO, or set X402_NETWORK to a test network such as eip155:84532`,
  )
}

async function listen(output: string, settings: Settings, config: ServiceConfig) {
  const { LONGEST_CLOSE_MS, startServer } = await import('../../service/server.ts')
  const { host, port, baseUrl } = settings
  try {
    return {
      server: await startServer({ output, host, port, baseUrl, config }),
      longestStopMs: LONGEST_CLOSE_MS + 1_000,
    }
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException
    if (code !== 'EADDRINUSE') throw cause
    throw new RunFailed(`${host}:${port} is in use: choose another port, e.g. --port ${port + 1}`, { cause })
  }
}

/** How calls are paid; of a sample that nobody can pay, how to try it all the same. */
async function paymentLines(release: Release, url: string, config: ServiceConfig): Promise<string[]> {
  const { payment } = config
  if (!payment.isSample) return [`Paid calls: USDC on ${payment.network} to ${payment.payTo}`]
  if (release.about.world !== 'sample')
    return ['Paid calls: nothing can be paid, since PAY_TO is not set; Pro keys work (npm run pro-key)']
  const key = await trialKey(config).catch(() => null)
  if (key === null) return ['Paid calls: not now, since the database of DATABASE_URL does not answer']
  return [
    'Paid calls: nothing can be paid in the sample; this Pro key opens them',
    `  curl -s -H 'X-API-Key: ${key}' '${url}/api/agents/find/full?q=agent'`,
    'See payments on a chain of your own machine with npm run demo:pay',
  ]
}

async function trialKey(config: ServiceConfig): Promise<string> {
  const { randomBytes } = await import('node:crypto')
  const { ProKeys } = await import('../../service/pro_keys.ts')
  const { sampleKey } = await import('../../service/sample_key.ts')
  const { openStore } = await import('../../service/store/open.ts')
  const db = await openStore(config)
  try {
    const keys = new ProKeys(db, { now: Date.now, random: randomBytes })
    return await sampleKey(keys, join(dirname(config.stateFile), 'sample-pro-key'))
  } finally {
    await db.close()
  }
}

/** Settles at the first signal to stop. Later ones change nothing: one Ctrl-C can arrive twice through npm. */
function stopSignal(): Promise<void> {
  return new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => resolve())
  })
}
