import { parseArgs } from 'node:util'
import { bucketName } from '../../core/bucket/settings.ts'
import { BadUsage } from '../../core/domain/errors.ts'
import { environmentNames } from '../../core/settings/help.ts'
import type { Store } from '../../pipeline/release_store/store.ts'
import type { Reporter } from '../../pipeline/run/types.ts'
import { createReporter } from '../progress.ts'
import { requiredStore } from '../release_store.ts'
import { existingFolder, OUTPUT } from './command.ts'

export const help = `Usage: npm run assay -- store verify [--deep] | gc [--dry-run] [--hours N] [--resume] | rollback [--to ID]
                              | keep [--output DIR]

Looks after the bucket that RELEASE_STORE names (docs/operate/store.md).

  verify      checks that every object that the pointer leads to is there, and as long as it must be
  gc          deletes objects that the pointer does not lead to: what runs that were cut short left, and what belonged
              to releases that are not kept any more
  rollback    serves the release before the one that is served; data and log stay as they are, and the next day that is
              published is served again
  keep        stores what a run that was killed has fetched, so that the next one asks only for the rest

  --deep      verify: also reads every object and compares its hash
  --dry-run   gc: deletes nothing, and says what it would delete
  --hours N   gc: objects that were written in the last N hours stay (default: 24)
  --resume    gc: goes on where a collection was cut short; only while no other is under way
  --to ID     rollback: a release that is kept, e.g. 2026-01-31-0123456789ab
  --output DIR  keep: the folder of the run (default: ${OUTPUT})
  --help      print this

${environmentNames('store', 'see docs/reference/configuration.md')}

Exit code: 0 done, 1 it failed or verify found something, 2 wrong usage.
`

const HOUR_MS = 3_600_000
const OPTIONS = {
  deep: { type: 'boolean', default: false },
  'dry-run': { type: 'boolean', default: false },
  hours: { type: 'string', default: '24' },
  resume: { type: 'boolean', default: false },
  to: { type: 'string' },
  output: { type: 'string', default: OUTPUT },
} as const

type Values = ReturnType<typeof parseCommandArgs>['values']

/** Dependencies of the command, replaced in tests. */
export interface StoreTools {
  store: Store
  report: Reporter
  /** In milliseconds. */
  now: () => number
  print(line: string): void
  /** Allows the local service to serve a release; returns the remaining steps. */
  allow(release: string): Promise<string>
}

const parseCommandArgs = (args: string[]) =>
  parseArgs({ args, options: OPTIONS, strict: true, allowPositionals: true })

/** Checks, tidies or turns back the store that the environment names. */
export async function run(args: string[]): Promise<number> {
  const task = parseStoreArgs(args)
  const report = createReporter(process.stderr, false)
  const print = (line: string) => process.stdout.write(`${line}\n`)
  const { allowRelease } = await import('../allow_release.ts')
  const allow = (release: string) => allowRelease(release, OUTPUT)
  return task({ store: requiredStore(process.env), report, now: Date.now, print, allow }).finally(() =>
    report.end(),
  )
}

/** Parses the arguments before any request to the store; throws BadUsage. */
export function parseStoreArgs(args: string[]): (tools: StoreTools) => Promise<number> {
  const { values, positionals } = parseCommandArgs(args)
  const [name, ...more] = positionals
  if (more.length > 0) throw new BadUsage(`${more.join(' ')}: one action at a time`)
  if (name === 'verify') return (tools) => verify(tools, values)
  if (name === 'gc') {
    const hours = parseHours(values.hours)
    return (tools) => collectGarbage(tools, values, hours)
  }
  if (name === 'rollback') return (tools) => rollBack(tools, values)
  if (name === 'keep') return (tools) => keepFetched(tools, existingFolder(values.output))
  throw new BadUsage(`${name ?? 'no action'}: choose verify, gc, rollback or keep`)
}

/** The run has ended, however: its lock is free. */
async function keepFetched({ store, report, print }: StoreTools, output: string): Promise<number> {
  const { BucketRunStore } = await import('../../pipeline/release_store/run_store.ts')
  const { withLock } = await import('../../core/disk/lock.ts')
  await withLock(output, async () => {
    const kept = new BucketRunStore(store, output)
    await kept.restore(report)
    await kept.keepFetched(report)
  })
  report.end()
  print(`What was fetched is in ${bucketName(store.bucket.settings)}: the next run asks only for the rest.`)
  return 0
}

async function verify({ store, report, print }: StoreTools, { deep }: Values): Promise<number> {
  const { verifyStore } = await import('../../pipeline/release_store/verify_store.ts')
  const { serial, release, objects, bytes, unneeded, problems } = await verifyStore(store, deep, report)
  report.end()
  for (const problem of problems) print(problem)
  const how = deep ? 'read and compared' : 'there'
  const rest = unneeded === 0 ? '' : `; ${unneeded} are not needed any more (npm run assay -- store gc)`
  print(
    problems.length === 0
      ? `${bucketName(store.bucket.settings)} is whole: pointer ${serial}, ${release ?? 'no release'} is served, ${objects} objects of ${bytes} bytes are ${how}${rest}.`
      : `${problems.length} of ${objects} objects are missing or damaged: put them back from a copy of the bucket, or serve a release that is whole with npm run assay -- store rollback --to ID.`,
  )
  return problems.length === 0 ? 0 : 1
}

async function collectGarbage(
  { store, report, now, print }: StoreTools,
  values: Values,
  hours: number,
): Promise<number> {
  const { collect } = await import('../../pipeline/release_store/collect.ts')
  const { 'dry-run': isDryRun, resume: isResumed } = values
  const writtenBefore = now() - hours * HOUR_MS
  const { objects, bytes, retained } = await collect(store, { writtenBefore, isDryRun, isResumed }, report)
  report.end()
  print(
    `${objects} objects of ${bytes} bytes ${isDryRun ? 'would be' : 'were'} deleted; the pointer leads to ${retained} others.`,
  )
  return 0
}

async function rollBack({ store, report, print, allow }: StoreTools, { to }: Values): Promise<number> {
  const { rollback } = await import('../../pipeline/release_store/rollback.ts')
  const { from, release } = await rollback(store, to ?? null, report)
  report.end()
  print(
    `Served now: ${release} (before: ${from ?? 'none'}). npm run assay -- store rollback --to ${from ?? 'ID'} undoes it. Until the next day is published, npm run verify finds that the log has a newer release: it has. ${await allow(release)}`,
  )
  return 0
}

function parseHours(text: string): number {
  if (/^\d{1,5}$/.test(text)) return Number(text)
  throw new BadUsage(`--hours ${text}: give a whole number, e.g. --hours 24`)
}
