import { join } from 'node:path'
import type { Release } from '../../core/release/release.ts'
import { environmentNames } from '../../core/settings/help.ts'
import type { Reporter } from '../../pipeline/run/types.ts'
import type { RunningServer } from '../../serving/service/server.ts'
import { createReporter } from '../progress.ts'
import type { Settings } from '../settings.ts'
import { makeFolder, OUTPUT, outputFolder, SAMPLE_OUTPUT } from './command.ts'
import { failureLines } from './failure.ts'
import { missingDays, type SampleBuild, startBuilding } from './sample_build.ts'
import { servingOptions } from './serve.ts'
import {
  openServer,
  printWelcome,
  refuseRealMoneyForOtherData,
  STOPPING_MESSAGE,
  stopServing,
  stopSignal,
} from './serving.ts'

export const help = `Usage: npm start -- [--output DIR] [--host HOST] [--port PORT]

A first look at Assay. Builds a sample index, thirty days of invented agents, and serves it from the first day on,
until it is stopped (Ctrl-C). The next start goes on where this one stopped, and builds nothing once all is there.
The real index is built by "npm run daily" and served by "npm run serve", in a folder of its own.

  --output DIR  the folder of the sample (default: ${SAMPLE_OUTPUT}; "npm run daily" writes to ${OUTPUT})
  --host HOST   the address to listen on (default: HOST, or 127.0.0.1)
  --port PORT   the port to listen on (default: PORT, or 8787; 0 takes a free one)
  --help        print this

${environmentNames('start', 'see docs/reference/configuration.md')}
`

/** Serves the sample index; what is missing of it is built meanwhile. */
export async function run(args: string[]): Promise<void> {
  const { output, settings } = servingOptions(args, SAMPLE_OUTPUT)
  outputFolder(output)
  const { readServiceConfig } = await import('../../serving/service/config.ts')
  const { currentRelease } = await import('../../core/release/release.ts')
  const config = readServiceConfig(process.env, output)
  const release = currentRelease(output)
  await refuseRealMoneyForOtherData(release?.about.world ?? 'sample', config)
  makeFolder(output)
  // Before any build, so that a port in use is reported at once.
  // The log of a sample is rebuilt with it, by a public key, so that there is nothing to guard.
  const { UNGUARDED } = await import('../../serving/service/release/known_log/log_guard.ts')
  const server = await openServer(output, settings, config, { guard: UNGUARDED })
  const lastWords = await serve({
    ...{ output, settings, release, server, stopped: stopSignal() },
    welcome: () => printWelcome(output, server.url, config),
  }).catch(async (error) => {
    await server.close()
    throw error
  })
  await stopServing(server, lastWords)
}

interface Start {
  output: string
  settings: Settings
  release: Release | null
  server: RunningServer
  /** Settles on a stop signal. */
  stopped: Promise<void>
  welcome(): Promise<void>
}

/** Settles when the server is to stop, with what to say then. Throws RunFailed when there is nothing to serve. */
async function serve({ output, settings, release, server, stopped, welcome }: Start): Promise<string> {
  const { SAMPLE_DAYS } = await import('../../sample/days.ts')
  const { History } = await import('../../pipeline/history/history.ts')
  const done = new History(join(output, 'history')).days()
  const days = missingDays(release, done, SAMPLE_DAYS, settings.baseUrl)
  if (days.length === 0) {
    await welcome()
    await stopped
    return STOPPING_MESSAGE
  }
  process.stdout.write(`${planLines(server.url, SAMPLE_DAYS.length, days.length).join('\n')}\n`)
  const report = createReporter(process.stderr, false)
  const build = startBuilding({ days, output, baseUrl: settings.baseUrl }, () => report.tick())
  let isStopping = false
  const stopping = stopped.then(() => {
    isStopping = true
    build.stop()
  })
  await Promise.race([stopping, release === null ? build.first : null])
  if (!isStopping) {
    await welcome()
    showRest(build, days.length, report)
    await stopping
  }
  report.end()
  return lastWords(SAMPLE_DAYS.length, days.length - build.built())
}

/** Shows how far the build is, and how it ends: what is built is served on in either case. */
function showRest(build: SampleBuild, days: number, report: Reporter): void {
  report.step('Building the sample', days)
  report.tick(build.built())
  build.all.then(
    () => {
      report.end()
      process.stderr.write('The sample is complete.\n')
    },
    (error) => {
      report.end()
      process.stderr.write(`The rest of the sample was not built: ${failureLines(error).join('\n')}\n`)
    },
  )
}

/** Describes a start before it begins: its steps, its duration and where to look. */
export function planLines(url: string, all: number, missing: number): string[] {
  const plan =
    missing === all
      ? `Assay builds a sample index: ${all} days of invented agents. This takes two to three minutes, once.`
      : `Assay builds the last ${missing === 1 ? '' : `${missing} `}of the ${all} days of its sample index of invented agents.`
  const served =
    missing === all
      ? 'after some fifteen seconds, as soon as the first day is built'
      : 'now, with what is there'
  return [
    plan,
    `It is served at ${url}/ ${served}; later days are worked out while you look around.`,
    'Stop with Ctrl-C at any time: the next "npm start" goes on where this one stopped.',
  ]
}

/** Message after a stop: the progress that is saved. */
export const lastWords = (all: number, missing: number): string =>
  missing === 0
    ? STOPPING_MESSAGE
    : `${STOPPING_MESSAGE} ${all - missing} of ${all} days are built; the next "npm start" goes on from there.`
