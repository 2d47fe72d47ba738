import { BadUsage } from '../../core/domain/errors.ts'
import type { Universe } from '../../pipeline/universe.ts'
import type { PostedJob } from '../../pipeline/workers/posted_job.ts'
import { readSettings, type Settings, universeFromEnv } from '../settings.ts'
import { parseOptions } from './command.ts'
import { stopSignal } from './serving.ts'

const AT_ONCE = 4

export const help = `Usage: npm run ingest-worker -- [--jobs N]

Asks upstreams for runs on other machines, until it is stopped (Ctrl-C): takes jobs from the queue, and writes what was
answered into the bucket. Start as many as you like, anywhere, with the same code as the run. docs/workers.md explains.

  --jobs N  jobs at once (default: ${AT_ONCE})
  --help    print this

Environment: INGEST_QUEUE (postgres://…), RELEASE_STORE, S3_ENDPOINT, S3_REGION, S3_ACCESS_KEY_ID and
S3_SECRET_ACCESS_KEY (the bucket), and the settings of sources that the run has, such as GITHUB_TOKEN: see
"npm run daily -- --help".
`

/** Works until the process is told to stop. */
export async function run(args: string[]): Promise<void> {
  const { jobs = String(AT_ONCE) } = parseOptions(args, { jobs: { type: 'string' } })
  if (!/^[1-9]\d?$/.test(jobs))
    throw new BadUsage(`--jobs ${jobs}: give a whole number from 1 to 99, e.g. --jobs 4`)
  const settings = readSettings(process.env)
  if (settings.ingestQueue === null)
    throw new BadUsage(
      'INGEST_QUEUE is not set: the queue of the run, e.g. INGEST_QUEUE=postgres://assay@db.example/assay',
    )
  const [{ ingestBucket }, { openBoss }, { Work }, { codeVersion }, { loadSources }] = await Promise.all([
    import('../ingest_workers.ts'),
    import('../../pipeline/workers/boss.ts'),
    import('../../pipeline/workers/work.ts'),
    import('../../pipeline/code_version.ts'),
    import('../../pipeline/source_loader.ts'),
  ])
  const bucket = ingestBucket(process.env)
  const sources = await loadSources()
  const work = new Work({ bucket, sources, env: settings.env, universeOf: universes(settings) })
  const boss = await openBoss(settings.ingestQueue, codeVersion().sha256, say)
  await boss.work(Number(jobs), async (job, signal) => {
    const startedAt = performance.now()
    try {
      return await work.do(job, signal)
    } catch (error) {
      say(`${nameOf(job)}: ${error instanceof Error ? error.message : error}`)
      throw error
    } finally {
      say(`${nameOf(job)}: ended after ${((performance.now() - startedAt) / 1000).toFixed(1)} s`)
    }
  })
  say(`waiting for jobs, ${jobs} at once`)
  await stopSignal()
  await boss.close()
}

const nameOf = ({ day, source, part }: PostedJob): string => `${day} ${source} ${part}`

const say = (line: string): void => void process.stderr.write(`${line}\n`)

/** One world for each day, so that all jobs of a day share the limits of hosts. Days come one after another. */
function universes(settings: Settings): (day: string) => Universe {
  let last: { day: string; universe: Universe } | null = null
  return (day) => {
    if (last?.day !== day) last = { day, universe: universeFromEnv(settings, day) }
    return last.universe
  }
}
