import { RunFailed } from '../errors.ts'
import { readSettings, type Settings } from '../settings.ts'
import { outputFolder, parseOptions } from './command.ts'

export const help = `Usage: npm run serve -- [--output DIR] [--host HOST] [--port PORT]

Serves the current release of an output folder, and nothing else, until it is stopped (Ctrl-C).

  --output DIR  the folder that runs write to (default: output)
  --host HOST   the address to listen on (default: HOST, or 127.0.0.1)
  --port PORT   the port to listen on (default: PORT, or 8787; 0 takes a free one)
  --help        print this
`

const LONGEST_STOP_MS = 5_000

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
  const { currentRelease } = await import('../release/release.ts')
  const release = currentRelease(output)
  if (release === null) {
    throw new RunFailed(
      `${output} holds no release: make one with npm run daily, or npm start for the sample universe`,
    )
  }
  const { welcomeLines } = await import('./welcome.ts')
  const server = await listen(output, settings)
  process.stdout.write(`${welcomeLines(release, server.url).join('\n')}\n`)
  await stopSignal()
  process.stderr.write('Stopping …\n')
  // A client that keeps its connection open must not hold the stop up.
  setTimeout(() => process.exit(0), LONGEST_STOP_MS).unref()
  await server.close()
}

async function listen(output: string, { host, port }: Settings) {
  const { startServer } = await import('../../service/server.ts')
  try {
    return await startServer({ output, host, port })
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException
    if (code !== 'EADDRINUSE') throw cause
    throw new RunFailed(`${host}:${port} is in use: choose another port, e.g. --port ${port + 1}`, { cause })
  }
}

/** Settles at the first signal to stop. Later ones change nothing: one Ctrl-C can arrive twice through npm. */
function stopSignal(): Promise<void> {
  return new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => resolve())
  })
}
