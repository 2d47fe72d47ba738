import { BadUsage, RunFailed } from '../../core/domain/errors.ts'
import type { World } from '../../core/domain/world.ts'
import type { ServiceConfig } from '../../serving/service/config.ts'
import type { Log } from '../../serving/service/observe/log.ts'
import type { BucketMirror } from '../../serving/service/release/bucket_mirror.ts'
import type { Guard } from '../../serving/service/release/known_log/log_guard.ts'
import type { RunningServer } from '../../serving/service/server.ts'
import type { Settings } from '../settings.ts'

/** Message of a server on a stop signal. */
export const STOPPING_MESSAGE = 'Stopping …'

const MAX_PORT = 65_535
const FREE_TO_ALL = 1024

/** Throws where data that were made up, or replayed, would be sold for real money. */
export async function refuseRealMoneyForOtherData(
  world: World,
  { payment }: Pick<ServiceConfig, 'payment'>,
): Promise<void> {
  const { isTestNetwork } = await import('../../serving/service/payments/networks.ts')
  if (world === 'live' || payment.isSample || isTestNetwork(payment.network)) return
  throw new BadUsage(
    `this is ${world} data, and ${payment.network} is real money: unset PAY_TO, or set X402_NETWORK to a test network such as eip155:84532`,
  )
}

/** Starts the server; throws RunFailed that says what to do where it cannot listen. */
export async function openServer(
  output: string,
  settings: Settings,
  config: ServiceConfig,
  { mirror, guard, log }: { mirror?: BucketMirror | null; guard?: Guard; log?: Log } = {},
): Promise<RunningServer> {
  const { startServer } = await import('../../serving/service/server.ts')
  const { host, port, baseUrl } = settings
  try {
    return await startServer({
      output,
      host,
      port,
      baseUrl,
      config,
      ...(mirror && { mirror }),
      ...(guard && { guard }),
      ...(log && { log }),
    })
  } catch (cause) {
    const problem = listenProblem((cause as NodeJS.ErrnoException).code, host, port)
    if (problem === null) throw cause
    throw new RunFailed(problem, { cause })
  }
}

/** Explains why a server cannot listen and how to fix it; null for unrelated error codes. */
export function listenProblem(code: string | undefined, host: string, port: number): string | null {
  if (code === 'EADDRINUSE')
    return `port ${port} of ${host} is in use by another program: stop that one, or choose another port, e.g. --port ${port === MAX_PORT ? port - 1 : port + 1}`
  if (code === 'EACCES' && port < FREE_TO_ALL)
    return `port ${port} is for the administrator of this machine: choose one from ${FREE_TO_ALL} on, e.g. --port 8787`
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND' || code === 'EAI_AGAIN')
    return `${host} is no address of this machine: use --host 127.0.0.1 for this machine alone, or --host 0.0.0.0 for the network`
  return null
}

/** Prints what can be opened and tried. Throws RunFailed when nothing is published. */
export async function printWelcome(output: string, url: string, config: ServiceConfig): Promise<void> {
  const { currentRelease } = await import('../../core/release/release.ts')
  const { welcomeLines } = await import('./welcome.ts')
  const { paymentLines } = await import('./payment_lines.ts')
  const release = currentRelease(output)
  if (release === null) throw new RunFailed(`${output} holds no index any more`)
  const lines = welcomeLines(release, url, await paymentLines(release, url, config))
  process.stdout.write(`\n${lines.join('\n')}\n\n`)
}

/** Closes the server; what hangs must not hold that up for ever. Standard error is for the log alone. */
export async function stopServing(server: RunningServer, lastWords = STOPPING_MESSAGE): Promise<void> {
  process.stdout.write(`${lastWords}\n`)
  const { MAX_CLOSE_MS } = await import('../../serving/service/server.ts')
  setTimeout(() => process.exit(0), MAX_CLOSE_MS + 1_000).unref()
  await server.close()
}

/** Settles at the first signal to stop. Later ones change nothing: one Ctrl-C can arrive twice through npm. */
export function stopSignal(): Promise<void> {
  return new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => resolve())
  })
}
