import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { silentReporter } from '../cli/progress.ts'
import type { Upstreams } from '../pipeline/http/upstreams.ts'
import { readCodeVersion } from '../pipeline/run/code_version.ts'
import type { RunOptions } from '../pipeline/run/types.ts'
import { runDay } from '../pipeline/run.ts'
import { createSampleUpstreams, SAMPLE_DAYS } from '../sample/sample.ts'

const PAUSE_MS = 100
const MAX_BUILD_MS = 300_000
const CACHE = resolve(import.meta.dirname, '../node_modules/.cache/assay-sample')

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
export async function sampleOutput(layout: 'files' | 'packs' = 'files'): Promise<string> {
  const version = readCodeVersion().sha256.slice(0, 16)
  const folder = join(CACHE, `${layout}-${version}`)
  mkdirSync(CACHE, { recursive: true })
  while (!existsSync(folder)) {
    const claim = `${folder}-claimed`
    if (isClaimed(claim)) await sleep(PAUSE_MS)
    else await buildAs(folder, layout).finally(() => rmSync(claim, { recursive: true, force: true }))
  }
  return folder
}

/** True if another process already builds it; otherwise claims it. An abandoned claim is taken over. */
function isClaimed(claim: string): boolean {
  try {
    mkdirSync(claim)
    return false
  } catch {
    const age = Date.now() - (statSync(claim, { throwIfNoEntry: false })?.mtimeMs ?? Date.now())
    if (age > MAX_BUILD_MS) rmSync(claim, { recursive: true, force: true })
    return true
  }
}

async function buildAs(folder: string, layout: 'files' | 'packs'): Promise<void> {
  if (existsSync(folder)) return
  const version = folder.slice(-16)
  for (const old of readdirSync(CACHE))
    if (!old.includes(version)) rmSync(join(CACHE, old), { recursive: true, force: true })
  const work = mkdtempSync(join(CACHE, `building-${version}-`))
  await build(work, layout)
  renameSync(work, folder)
}

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
