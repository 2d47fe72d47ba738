import { BadUsage } from '../../core/domain/errors.ts'
import { clean } from '../../core/domain/text.ts'
import { environmentNames } from '../../core/settings/help.ts'
import { readSettings, universeFromEnv } from '../settings.ts'
import { parseOptions } from './command.ts'
import { stopSignal } from './serving.ts'

const AT_ONCE = 4
const MAX_LINE = 400

export const help = `Usage: npm run assay -- ingest-worker [--jobs N]

Asks upstreams for runs on other machines, until it is stopped (Ctrl-C): takes jobs from the queue, and writes what was
answered into the bucket. Start as many as you like, anywhere, with the same code as the run. docs/operate/workers.md explains.

  --jobs N  jobs at once (default: ${AT_ONCE})
  --help    print this

It ends with exit code 1 where it cannot do jobs as it is set up, or has no network: let whatever started it start it
again.

${environmentNames('ingest-worker', 'INGEST_QUEUE and the bucket must be set, and the settings of sources that the run has; see "npm run daily -- --help"')}
`

/** Works until a stop signal. */
export async function run(args: string[]): Promise<void> {
  const { jobs = String(AT_ONCE) } = parseOptions(args, { jobs: { type: 'string' } })
  if (!/^[1-9]\d?$/.test(jobs))
    throw new BadUsage(`--jobs ${jobs}: give a whole number from 1 to 99, e.g. --jobs 4`)
  const settings = readSettings(process.env)
  if (settings.ingestQueue === null)
    throw new BadUsage(
      'INGEST_QUEUE is not set: the queue of the run, e.g. INGEST_QUEUE=postgres://assay@db.example/assay',
    )
  const { work } = await import('../worker.ts')
  await work({
    ...{ queue: settings.ingestQueue, environment: process.env, jobs: Number(jobs), stop: stopSignal() },
    makeUniverse: (day) => universeFromEnv(settings, day),
    print: (line) => void process.stderr.write(`${clean(line, MAX_LINE)}\n`),
  })
}
