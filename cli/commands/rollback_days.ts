import { BadUsage } from '../../core/domain/errors.ts'
import { createReporter } from '../progress.ts'
import { releaseStore } from '../release_store.ts'
import { outputFolder, parseOptions } from './command.ts'

export const help = `Usage: npm run assay -- rollback-days --after DATE [--output DIR]

Archives all days after DATE and serves the newest one left: what was recorded, derived and published for them is
moved to rolled-back/ in the output folder, and nothing is deleted. For a pipeline that ran with a clock that was
ahead, or a history that can neither be restored nor derived. Days whose archive is moved back can be derived again
in order, each with npm run daily -- --date YYYY-MM-DD --offline.

With RELEASE_STORE they are archived in the bucket as well (docs/operate/store.md).

  --after DATE   the last date that stays, YYYY-MM-DD
  --output DIR   the output folder (default: output)
  --help         print this
`

const OPTIONS = { after: { type: 'string' }, output: { type: 'string', default: 'output' } } as const

/** Archives days and prints which release is served now. */
export async function run(args: string[]): Promise<void> {
  const { after, output } = parseOptions(args, OPTIONS)
  if (after === undefined || !/^\d{4}-\d{2}-\d{2}$/.test(after))
    throw new BadUsage('--after names the last date that stays, e.g. --after 2026-01-31')
  const { rollbackDays } = await import('../../pipeline/run/rollback_days.ts')
  const { dates, folder, release } = await rollbackDays(
    outputFolder(output),
    after,
    await openRunStore(output),
  )
  const summary = dates.length === 0 ? 'Nothing was later' : `${dates.join(', ')} moved to ${folder}`
  const served = release ?? `none: npm run daily -- --date ${after} --offline makes that of ${after} again`
  const { allowRelease } = await import('../allow_release.ts')
  const allowed = release === null ? '' : ` ${await allowRelease(release, output)}`
  process.stdout.write(`${summary}. Served now: ${served}.${allowed}\n`)
}

/** Opens the store that archives the same days too, if the environment names one. */
async function openRunStore(output: string) {
  const store = releaseStore(process.env)
  if (store === null) return undefined
  const { BucketRunStore } = await import('../../pipeline/release_store/run_store.ts')
  const run = new BucketRunStore(store, output)
  const report = createReporter(process.stderr, false)
  return {
    restore: () => run.restore(report),
    publishRollback: (after: string) => run.publishRollback(after, report).finally(() => report.end()),
  }
}
