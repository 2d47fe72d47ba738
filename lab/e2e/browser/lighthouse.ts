import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { z } from 'zod'

const LIGHTHOUSE = 'lighthouse@13.5.0'
const MAX_MS = 300_000
const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo']
const FLAGS = '--headless --no-sandbox --disable-gpu --disable-quic --no-first-run --disable-sync'

const Report = z.object({
  categories: z.record(
    z.string(),
    z.object({
      score: z.number().nullable(),
      auditRefs: z.array(z.object({ id: z.string(), weight: z.number() })),
    }),
  ),
  audits: z.record(z.string(), z.object({ score: z.number().nullable(), title: z.string() })),
})

/** Lighthouse scores of one page. */
export interface Scores {
  /** Category → 0 to 100. */
  scores: Record<string, number>
  /** Titles of the audits that cost points. */
  losses: string[]
}

/**
 * Runs Lighthouse, which npm downloads on demand: it is no dependency of the project. It runs asynchronously, since
 * this process serves the pages that it requests.
 */
export async function lighthouse(url: string, chrome: string, folder: string): Promise<Scores> {
  const file = join(folder, 'lighthouse.json')
  const asked = [
    '--quiet',
    '--output=json',
    `--output-path=${file}`,
    `--only-categories=${CATEGORIES.join(',')}`,
  ]
  const run = ['exec', '--yes', `--package=${LIGHTHOUSE}`, '--', 'lighthouse', url, ...asked]
  await promisify(execFile)('npm', [...run, `--chrome-flags=${FLAGS} --user-data-dir=${folder}/chrome`], {
    cwd: folder,
    env: { ...process.env, CHROME_PATH: chrome },
    timeout: MAX_MS,
  })
  return readScores(JSON.parse(readFileSync(file, 'utf8')))
}

/** The scores of a report, and the titles of the audits that cost points. */
export function readScores(report: unknown): Scores {
  const { categories, audits } = Report.parse(report)
  const weighted = Object.values(categories).flatMap(({ auditRefs }) =>
    auditRefs.filter(({ weight }) => weight > 0),
  )
  const lost = [...new Set(weighted.map(({ id }) => id))].filter((id) => (audits[id]?.score ?? 1) < 1)
  return {
    scores: Object.fromEntries(
      Object.entries(categories).map(([name, { score }]) => [name, Math.round((score ?? 0) * 100)]),
    ),
    losses: lost.map((id) => `${id} (${audits[id]?.title ?? ''})`),
  }
}
