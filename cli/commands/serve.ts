import { join } from 'node:path'
import { bucketName } from '../../core/bucket/settings.ts'
import { RunFailed } from '../../core/domain/errors.ts'
import { currentRelease, currentTarget } from '../../core/release/release.ts'
import { environmentNames } from '../../core/settings/help.ts'
import type { ServiceConfig } from '../../serving/service/config.ts'
import type { Log } from '../../serving/service/observe/log.ts'
import type { BucketMirror } from '../../serving/service/release/bucket_mirror.ts'
import type { Guard } from '../../serving/service/release/known_log/log_guard.ts'
import type { RunningServer } from '../../serving/service/server.ts'
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

With RELEASE_STORE it serves a bucket, which is mirrored in DIR/mirror, instead of the releases in DIR: docs/operate/store.md.

${environmentNames('serve', 'see docs/reference/configuration.md')}
`

/** Serves the current release until a stop signal. */
export async function run(args: string[]): Promise<void> {
  const { output, settings } = servingOptions(args, OUTPUT)
  const { readServiceConfig } = await import('../../serving/service/config.ts')
  const config = readServiceConfig(process.env, output)
  const { createLog } = await import('../../serving/service/observe/log.ts')
  const log = createLog({ level: config.logLevel, secrets: config.secrets })
  const guard = await openGuard(config, settings, log)
  const server = await serve(output, settings, config, { guard, log }).catch(async (error) => {
    await guard.close()
    throw error
  })
  await stopSignal()
  await stopServing(server)
}

async function serve(
  output: string,
  settings: Settings,
  config: ServiceConfig,
  { guard, log }: { guard: Guard; log: Log },
): Promise<RunningServer> {
  const mirror = await openMirror(config, output, { guard, log })
  const folder = mirror?.folder ?? output
  const release = currentRelease(folder)
  if (release === null) throw nothingToServe(output, config, guard)
  await refuseRealMoneyForOtherData(release.about.world, config)
  const server = await openServer(output, settings, config, { mirror, guard, log })
  try {
    await printWelcome(folder, server.url, config)
    return server
  } catch (error) {
    await server.close()
    throw error
  }
}

function nothingToServe(output: string, { releaseStore }: ServiceConfig, { refusal }: Guard): RunFailed {
  const place = releaseStore === null ? output : bucketName(releaseStore)
  return new RunFailed(
    refusal === null
      ? `${place} holds no index yet: build it with "npm run daily", or try a sample with "npm start"`
      : `${place} offers nothing that may be served (docs/operate/runbook.md#a-release-is-refused): ${refusal}`,
  )
}

/** Opens the guard that remembers the log of the served release. */
async function openGuard(config: ServiceConfig, { baseUrl }: Settings, log: Log): Promise<Guard> {
  const { openLogGuard } = await import('../../serving/service/release/known_log/open_guard.ts')
  return openLogGuard(config, baseUrl, log)
}

/**
 * The mirror of the bucket that releases come from, or null without one. A bucket that is away, or a memory, does not
 * keep what was fetched before from being served.
 */
async function openMirror(
  config: ServiceConfig,
  output: string,
  { guard, log }: { guard: Guard; log: Log },
): Promise<BucketMirror | null> {
  const { releaseStore } = config
  if (releaseStore === null) return null
  const { BucketMirror } = await import('../../serving/service/release/bucket_mirror.ts')
  const { liveBucket } = await import('../release_store.ts')
  const mirror = new BucketMirror(liveBucket(releaseStore), join(output, 'mirror'), guard, log.fault)
  process.stdout.write(`Fetching the release that ${bucketName(releaseStore)} serves …\n`)
  await mirror.follow().catch((error) => {
    if (currentTarget(mirror.folder) === null) throw error
    log.fault(error)
    log.note('the bucket cannot be read: serving the release that was fetched before')
  })
  return mirror
}

const OPTIONS = { output: { type: 'string' }, host: { type: 'string' }, port: { type: 'string' } } as const

/** Parses the options of `serve` and `start`; options override the environment. */
export function servingOptions(args: string[], usual: string): { output: string; settings: Settings } {
  const { output = usual, host, port } = parseOptions(args, OPTIONS)
  return { output, settings: readSettings(process.env, { host, port }) }
}
