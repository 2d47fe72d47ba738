import { RunFailed } from '../../core/domain/errors.ts'
import { readSettings, type Settings } from '../settings.ts'
import { OUTPUT, parseOptions, SAMPLE_OUTPUT } from './command.ts'
import { openServer, printWelcome, refuseRealMoneyForOtherData, stopServing, stopSignal } from './serving.ts'

export const help = `Usage: npm run serve -- [--output DIR] [--host HOST] [--port PORT]

Serves the index that was published last, until it is stopped (Ctrl-C). It builds nothing; an index that is
published meanwhile is served within a second.

  --output DIR  the folder that "npm run daily" writes to (default: ${OUTPUT}; the sample's is ${SAMPLE_OUTPUT})
  --host HOST   the address to listen on (default: HOST, or 127.0.0.1)
  --port PORT   the port to listen on (default: PORT, or 8787; 0 takes a free one)
  --help        print this

Environment: HOST, PORT, PUBLIC_BASE_URL (what published links start with); payments, state and logs are set there
too: see docs/operating.md.
`

/** Serves the current release until the process is told to stop. */
export async function run(args: string[]): Promise<void> {
  const { output, settings } = servingOptions(args, OUTPUT)
  const { readServiceConfig } = await import('../../serving/service/config.ts')
  const { currentRelease } = await import('../../core/release/release.ts')
  const config = readServiceConfig(process.env, output)
  const release = currentRelease(output)
  if (release === null)
    throw new RunFailed(
      `${output} holds no index yet: build it with "npm run daily", or try a sample with "npm start"`,
    )
  await refuseRealMoneyForOtherData(release.about.world, config)
  const server = await openServer(output, settings, config)
  try {
    await printWelcome(output, server.url, config)
  } catch (error) {
    await server.close()
    throw error
  }
  await stopSignal()
  await stopServing(server)
}

const OPTIONS = { output: { type: 'string' }, host: { type: 'string' }, port: { type: 'string' } } as const

/** What `serve` and `start` are called with; the options stand above the environment. */
export function servingOptions(args: string[], usual: string): { output: string; settings: Settings } {
  const { output = usual, host, port } = parseOptions(args, OPTIONS)
  return { output, settings: readSettings(process.env, { host, port }) }
}
