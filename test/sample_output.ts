import { existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { codeVersion } from '../pipeline/code_version.ts'
import { silentReporter } from '../pipeline/progress.ts'
import { runDay } from '../pipeline/run.ts'
import { SAMPLE_DAYS, sampleUniverse } from '../pipeline/sample/sample.ts'

const CACHE = resolve(import.meta.dirname, '../node_modules/.cache/assay-sample')

/** The days of the sample world that `sampleOutput` holds. */
export const PUBLISHED_DAYS = SAMPLE_DAYS.slice(0, 3)

/** What the links in it start with. */
export const SAMPLE_BASE_URL = 'https://assay.example'

/** Where the addresses are kept that agents' own records led to: a list of `{ url, ip }`. */
export const REACHED_FILE = 'reached.json'

/**
 * An output folder with the first days of the sample world, built once for a state of the code and shared by all
 * tests. Nobody writes to it.
 */
export async function sampleOutput(layout: 'files' | 'packs' = 'files'): Promise<string> {
  const { sha256 } = codeVersion()
  const folder = join(CACHE, `${layout}-${sha256.slice(0, 16)}`)
  if (existsSync(folder)) return folder
  mkdirSync(CACHE, { recursive: true })
  for (const old of readdirSync(CACHE))
    if (/^(?:files|packs)-/.test(old) && !old.endsWith(sha256.slice(0, 16)))
      rmSync(join(CACHE, old), { recursive: true, force: true })
  const work = mkdtempSync(join(CACHE, 'building-'))
  await build(work, layout)
  try {
    renameSync(work, folder)
  } catch {
    // Another test file was quicker; both built the same.
    rmSync(work, { recursive: true })
  }
  return folder
}

async function build(output: string, layout: 'files' | 'packs'): Promise<void> {
  const reached: { url: string; ip: string }[] = []
  for (const day of PUBLISHED_DAYS) {
    const universe = sampleUniverse(day)
    await runDay({
      day,
      output,
      universe: {
        ...universe,
        reach: (url, ip, asked) => {
          reached.push({ url: url.href, ip })
          return universe.reach(url, ip, asked)
        },
      },
      sources: null,
      offline: false,
      refetch: false,
      acceptShrink: false,
      baseUrl: SAMPLE_BASE_URL,
      layout,
      env: {},
      report: silentReporter,
    })
  }
  writeFileSync(join(output, REACHED_FILE), JSON.stringify(reached))
}
