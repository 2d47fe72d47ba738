import { createReporter, silentReporter } from '../progress.ts'
import type { Release } from '../release/release.ts'
import type { Settings } from '../settings.ts'
import { serveUntilStopped, servingOptions } from './serve.ts'

export const help = `Usage: npm start -- [--output DIR] [--host HOST] [--port PORT]

Builds the sample universe (invented agents, plainly labelled as such) if the output folder holds no release
yet, then serves what is there until it is stopped (Ctrl-C).

  --output DIR  the only folder that is written to (default: output)
  --host HOST   the address to listen on (default: HOST, or 127.0.0.1)
  --port PORT   the port to listen on (default: PORT, or 8787; 0 takes a free one)
  --help        print this
`

/** Builds the sample universe where there is no release, then serves. */
export async function run(args: string[]): Promise<void> {
  const { output, settings } = servingOptions(args)
  await buildSample(output, settings)
  await serveUntilStopped(output, settings)
}

async function buildSample(output: string, settings: Settings): Promise<void> {
  const { currentRelease } = await import('../release/release.ts')
  const { SAMPLE_DAYS, sampleUniverse } = await import('../sample/sample.ts')
  const days = missingDays(currentRelease(output), SAMPLE_DAYS, settings.baseUrl)
  if (days.length === 0) return
  const { runDay } = await import('../run.ts')
  const report = createReporter(process.stderr, false)
  report.step('Building the sample universe, day by day', days.length)
  try {
    for (const day of days) {
      await runDay({
        ...{ day, output, universe: sampleUniverse(day), baseUrl: settings.baseUrl, env: {} },
        ...{ sources: null, offline: false, refetch: false, acceptShrink: false, report: silentReporter },
      })
      report.tick()
    }
  } finally {
    report.end()
  }
}

/**
 * The sample's days that have to be run: all without a release, the rest after a start that was cut short, the
 * last one where the links of the release name another address, and none where the release is not a sample.
 */
export function missingDays(
  release: Pick<Release, 'about'> | null,
  days: string[],
  baseUrl: string,
): string[] {
  if (release === null) return days
  const { world, date, base_url } = release.about
  if (world !== 'sample') return []
  const later = days.filter((day) => day > date)
  return later.length > 0 || base_url === baseUrl ? later : days.slice(-1)
}
