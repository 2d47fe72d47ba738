import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { chooseLayout } from '../../core/release/choose_layout.ts'
import type { ReleaseInputs } from '../../core/release/manifest.ts'
import { type PublishResult, publishStream } from '../../core/release/write.ts'
import { renderAll } from '../artifacts/render.ts'
import type { Site } from '../artifacts/site.ts'
import { statusFacts } from '../artifacts/status.ts'
import { type Day, hashInputs } from '../history/day.ts'
import { listDerivedFiles, openDayLog } from '../log/derived.ts'
import { readLogKey } from '../log/key.ts'
import { type RunOptions, STEPS } from './types.ts'

/** Renders and publishes a day. The log is opened first, so that a broken log fails before rendering. */
export async function publishDay(day: Day, site: Site): Promise<PublishResult> {
  const { options } = day
  const log = openDayLog(options)
  const status = await statusFacts(site)
  const inputs = releaseInputs(day, site.counts)
  options.report.step(STEPS.publish)
  const packs = inputs.layout === 'packs' ? packOptions(options, site.counts) : null
  return publishStream(options.output, log.reading(renderAll(site, packs)), inputs, {
    leavesCurrent: options.store !== undefined,
    derived: (_about, manifest) =>
      listDerivedFiles(manifest, log, { info: site.info, status, output: options.output }),
  })
}

/** Minimum number of agents for which threads save more than they cost. */
const WORTH_THREADS = 10_000

const packOptions = (options: RunOptions, counts: Record<string, number>) => ({
  scratch: join(options.output, 'cache', 'packs'),
  isLogged: readLogKey(options) !== null,
  threads: (counts.indexed_agents ?? 0) < WORTH_THREADS ? 0 : availableParallelism(),
})

function releaseInputs(day: Day, counts: Record<string, number>): ReleaseInputs {
  const { options, code } = day
  const { archive, previous } = hashInputs(day)
  const oracleKeys = options.oracleKeys?.sha256 ?? null
  const archived = Object.entries(archive).map(([date, digest]) => [`archive:${date}`, digest])
  return {
    date: options.day,
    world: options.universe.world,
    base_url: options.baseUrl,
    ...(options.isStaticHost && { static_host: true as const }),
    code,
    inputs: Object.fromEntries([
      ...archived,
      ...(previous === null ? [] : [['history', previous]]),
      ...(oracleKeys === null ? [] : [['oracle_keys', oracleKeys]]),
    ]),
    counts,
    layout: chooseLayout(
      options.layout ?? 'auto',
      (counts.indexed_agents ?? 0) + (counts.departed_agents ?? 0),
    ),
  }
}
