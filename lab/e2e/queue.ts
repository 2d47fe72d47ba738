import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { openRunWorkers } from '../../cli/ingest_workers.ts'
import { silentReporter } from '../../cli/progress.ts'
import { readSettings, universeFromEnv } from '../../cli/settings.ts'
import type { JobQueue } from '../../pipeline/ingest/jobs/job_queue.ts'
import type { RunSummary } from '../../pipeline/run/types.ts'
import { runDay } from '../../pipeline/run.ts'
import { SAMPLE_DAYS } from '../../sample/sample.ts'
import { runAsCommand, wholeNumber } from '../../scripts/lib/command.ts'
import { killGroup } from '../../test/kit/child.ts'
import { differingPaths, hashesUnder, inTemporaryFolder } from '../../test/kit/folder.ts'
import { runSampleDay } from '../../test/kit/sample_day.ts'
import { replayDate, type Upstream, withUpstream } from '../../test/kit/upstream.ts'
import { startPostgres } from '../../test/service/postgres.ts'
import { openBucket } from './queue/bucket.ts'
import {
  cutOff,
  killed,
  openGates,
  restarted,
  startWorker,
  type WorkerEnvironment,
  type WorkerProgram,
} from './queue/trouble.ts'

const HELP = `Usage: npm run e2e -- queue [--days N] [--replay [--sources a,b]]

Runs days with four ingest workers on a PostgreSQL and a bucket of this machine: in the middle of each day one worker
is killed with -9, one is cut off from the network, and PostgreSQL crashes and comes back. The archive must be equal to
that of a run on one machine, byte for byte, and so must the manifest. A second run of the same date must say that the
first one works. The bucket is one of Ceph's gateway where that is installed. Exit code: 0 all held, 1 something did not.

  --days N   how many days (default: 2)
  --replay   on the replay server instead of the sample universe
  --sources  these of its sources alone
`

/** The days of a campaign, and who reads them. */
export interface QueueWorld {
  days: string[]
  run(output: string, day: string, queue?: JobQueue): Promise<RunSummary>
  worker(day: string): WorkerProgram
}

/** The result of a day. */
export interface QueueDay {
  day: string
  problems: string[]
  events: string[]
  seconds: number
}

/** Each request of a worker takes so long, so that there is a middle of its jobs. */
const PAUSE_MS = 40
const env = { GITHUB_TOKEN: 'sample' }

/** Works everywhere. */
export const sampleWorld = (days: number): QueueWorld => ({
  days: SAMPLE_DAYS.slice(0, days),
  run: (output, day, queue) => runSampleDay(output, day, { env, ...(queue && { queue }) }),
  worker: () => ({
    file: 'lab/e2e/queue/worker_process.ts',
    args: ['2', String(PAUSE_MS)],
    settings: env,
  }),
})

const replayWorld = (upstream: Upstream, days: number, sources: string[] | null): QueueWorld => {
  const all = Array.from({ length: days }, (_, index) => replayDate(index))
  const environment = (day: string) => ({ ...env, UPSTREAM_BASE: upstream.base(all.indexOf(day)) })
  return {
    days: all,
    run(output, day, queue) {
      const settings = readSettings(environment(day))
      return runDay({
        ...{ day, output, universe: universeFromEnv(settings, day), env: settings.env, sources },
        ...{ offline: false, refetch: false, acceptShrink: false, report: silentReporter },
        ...{ baseUrl: settings.baseUrl, ...(queue && { queue }) },
        // Only rows that were read are compared; publishing fifty thousand agents takes longer than everything else.
        isUnreleased: true,
      })
    },
    worker: (day) => ({
      file: 'cli/cli.ts',
      args: ['ingest-worker', '--jobs', '2'],
      settings: environment(day),
    }),
  }
}

/** One day with workers in trouble, compared with the same day of one machine. */
async function tryDay(
  world: QueueWorld,
  ground: WorkerEnvironment,
  outputs: { alone: string; shared: string },
  day: string,
): Promise<QueueDay> {
  const startedAt = performance.now()
  const reference = await world.run(outputs.alone, day)
  const gates = await openGates(ground)
  const program = world.worker(day)
  const workers = [
    ...[startWorker(program, ground), startWorker(program, ground, gates)],
    ...[startWorker(program, ground), startWorker(program, ground)],
  ]
  const [first, second] = workers as [(typeof workers)[0], (typeof workers)[0]]
  const problems: string[] = []
  const note = (): void => {}
  const open = () => openRunWorkers(ground.postgres.url, ground.bucket.settings, { day, minutes: 10, note })
  const run = await open()
  try {
    const trouble = Promise.all([
      killed(first, 2),
      cutOff(second, Object.values(gates), 2),
      restarted(ground.postgres, workers, 12),
    ])
    // It is awaited below; a failure of the run before it must not leave the rejection unhandled.
    trouble.catch(() => {})
    const another = open().then(
      () => problems.push('a second run of the same date was let in'),
      (error: Error) => error.message.includes('another run works on') || problems.push(error.message),
    )
    const summary = await world.run(outputs.shared, day, run.queue)
    await another
    await run.close(true)
    const [archive, expected] = [outputs.shared, outputs.alone].map((output) =>
      hashesUnder(join(output, 'archive')),
    ) as [Map<string, string>, Map<string, string>]
    const differing = differingPaths(archive, expected)
    if (differing.length > 0)
      problems.push(
        `the archive differs in ${differing.length} files, e.g. ${differing.slice(0, 5).join(', ')}`,
      )
    if (summary.manifest_sha256 !== reference.manifest_sha256) problems.push('the manifest differs')
    const events = await trouble
    return { day, problems, events, seconds: (performance.now() - startedAt) / 1000 }
  } finally {
    for (const worker of workers) killGroup(worker.started)
    await Promise.all(workers.map(({ started }) => started.ended))
    for (const gate of Object.values(gates)) await gate.close()
  }
}

/** All days of a world, one after another, in one queue and one bucket, a real one where it can be had and is wanted. Null where no PostgreSQL is installed. */
export async function tryQueue(
  world: QueueWorld,
  isReal: boolean,
  say: (line: string) => void,
): Promise<QueueDay[] | null> {
  const postgres = await startPostgres()
  if (postgres === null) return null
  try {
    return await inTemporaryFolder(async (folder) => {
      const bucket = await openBucket(join(folder, 's3'), isReal)
      say(`through PostgreSQL and ${bucket.name}`)
      try {
        return await tryDays(world, { postgres, bucket }, folder, say)
      } finally {
        await bucket.close()
      }
    })
  } finally {
    await postgres.close()
  }
}

async function tryDays(
  world: QueueWorld,
  ground: WorkerEnvironment,
  folder: string,
  say: (line: string) => void,
) {
  const outputs = { alone: join(folder, 'alone'), shared: join(folder, 'shared') }
  const days: QueueDay[] = []
  for (const day of world.days) {
    const result = await tryDay(world, ground, outputs, day)
    const left = await ground.bucket.count()
    if (left > 0) result.problems.push(`${left} objects stayed in the bucket`)
    for (const line of formatDay(result)) say(line)
    days.push(result)
  }
  return days
}

const formatDay = ({ day, problems, events, seconds }: QueueDay): string[] => [
  `${day}: ${problems.length === 0 ? 'the archive and the manifest are those of one machine' : problems.join('; ')} (${seconds.toFixed(0)} s)`,
  ...events.map((event) => `  ${event}`),
]

await runAsCommand(import.meta.url, HELP, async (args) => {
  const options = {
    days: { type: 'string', default: '2' },
    replay: { type: 'boolean' },
    sources: { type: 'string' },
  } as const
  const { values } = parseArgs({ args, options })
  const days = wholeNumber('days', values.days)
  const runTrial = async (world: QueueWorld): Promise<boolean> => {
    const all = await tryQueue(world, true, (line) => console.log(line))
    if (all === null) console.log('not run: no PostgreSQL is installed')
    return all === null || all.every(({ problems }) => problems.length === 0)
  }
  return values.replay
    ? withUpstream((upstream) => runTrial(replayWorld(upstream, days, values.sources?.split(',') ?? null)))
    : runTrial(sampleWorld(days))
})
