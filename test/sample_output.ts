import { cpSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { silentReporter } from '../cli/progress.ts'
import type { Upstreams } from '../pipeline/http/upstreams.ts'
import type { RunOptions } from '../pipeline/run/types.ts'
import { runDay } from '../pipeline/run.ts'
import { createSampleUpstreams, SAMPLE_DAYS } from '../sample/sample.ts'
import { builtOnce } from './kit/built_once.ts'

/** The days of the sample world that `sampleOutput` holds. */
export const PUBLISHED_DAYS = SAMPLE_DAYS.slice(0, 3)

const LAST_DAY = PUBLISHED_DAYS.at(-1)

/** Base URL of its links. */
export const SAMPLE_BASE_URL = 'https://assay.example'

/** File with the addresses that agents' own records led to: a list of `{ url, ip }`. */
export const REACHED_FILE = 'reached.json'

/**
 * An output folder with the first days of the sample world, built once for a state of the code and shared by all
 * tests. Nobody writes to it.
 */
export const sampleOutput = (layout: 'files' | 'packs' = 'files'): Promise<string> =>
  builtOnce(layout, (folder) => build(folder, layout))

/** Packs are the last day derived again from the files' archive: a run for each day would ask the same anew. */
async function build(output: string, layout: 'files' | 'packs'): Promise<void> {
  if (layout === 'packs') {
    cpSync(await sampleOutput(), output, { recursive: true, verbatimSymlinks: true })
    await runDay({ ...optionsFor(LAST_DAY ?? '', output), offline: true, layout })
    return
  }
  const reached: { url: string; ip: string }[] = []
  for (const day of PUBLISHED_DAYS) {
    const universe = createSampleUpstreams(day)
    const reachAndRecord: Upstreams['reach'] = (url, ip, asked) => {
      reached.push({ url: url.href, ip })
      return universe.reach(url, ip, asked)
    }
    // Published values are compared with the last day's database.
    await runDay({
      ...optionsFor(day, output),
      universe: { ...universe, reach: reachAndRecord },
      keepsDatabase: day === LAST_DAY,
    })
  }
  writeFileSync(join(output, REACHED_FILE), JSON.stringify(reached))
}

const optionsFor = (day: string, output: string): RunOptions => ({
  ...{ day, output, universe: createSampleUpstreams(day), baseUrl: SAMPLE_BASE_URL, layout: 'files' },
  ...{ sources: null, offline: false, refetch: false, acceptShrink: false, env: {} },
  leavesPast: true,
  report: silentReporter,
})
