import { BadUsage } from '../../core/domain/errors.ts'
import { releaseStore } from '../release_store.ts'
import { currentTime, readSettings } from '../settings.ts'
import type { IndexState } from '../status/index_state.ts'
import { existingFolder, OUTPUT, parseOptions } from './command.ts'

export const help = `Usage: npm run status -- [--output DIR | --url URL] [--max-age DAYS] [--json]

Shows index health and required actions: the last 30 runs, sources, chains, log and anchor; where INGEST_QUEUE is set
also how many jobs of workers wait, run and have failed.

  --output DIR     the output folder of runs (default: the bucket that RELEASE_STORE names, or else output)
  --url URL        a server instead, of which only what is published can be seen: its /status.json
  --max-age DAYS   how many days old the newest day may be (default: 1; 0 in the evening, when today's must be there)
  --json           print all of it as JSON
  --help           print this

Exit code: 0 no action needed, 1 action needed (the newest day is old, a run did not end, the log is ahead of what is
served, a source or a chain has given nothing for three days, jobs of workers failed, the service refuses a release), 2 wrong
usage.
`

const OPTIONS = {
  output: { type: 'string' },
  url: { type: 'string' },
  'max-age': { type: 'string', default: '1' },
  json: { type: 'boolean', default: false },
} as const

/** Prints index health; the exit code tells whether an operator has to act. */
export async function run(args: string[]): Promise<number> {
  const { output, url, json, 'max-age': age } = parseOptions(args, OPTIONS)
  if (output !== undefined && url !== undefined)
    throw new BadUsage('--output reads a folder and --url a server: use one of them')
  if (!/^\d{1,3}$/.test(age)) throw new BadUsage(`--max-age ${age}: give a number of days, e.g. --max-age 1`)
  const settings = readSettings(process.env)
  const [
    { readQueueState, readBucketStatus, readFolderStatus, fetchStatus },
    { fetchRefused, readRefused },
    { findProblems },
    { statusLines },
  ] = await Promise.all([
    import('../status/read.ts'),
    import('../status/refused_releases.ts'),
    import('../status/findings.ts'),
    import('../status/lines.ts'),
  ])
  const readState = async (): Promise<Omit<IndexState, 'queue' | 'refused'>> => {
    if (url !== undefined) return fetchStatus(asAddress(url))
    const store = output === undefined ? releaseStore(process.env) : null
    return store === null
      ? readFolderStatus(existingFolder(output ?? OUTPUT))
      : readBucketStatus(store.bucket)
  }
  const { ingestQueue } = settings
  const refused = await (url === undefined ? readRefused(output ?? OUTPUT) : fetchRefused(asAddress(url)))
  const queue = ingestQueue === null ? null : await readQueueState(ingestQueue)
  const found = { ...(await readState()), queue, refused }
  const findings = findProblems(found, currentTime(settings), Number(age))
  const text = json ? JSON.stringify({ ...found, findings }) : statusLines(found, findings).join('\n')
  process.stdout.write(`${text}\n`)
  return findings.length === 0 ? 0 : 1
}

function asAddress(url: string): string {
  if (/^https?:\/\//.test(url) && URL.canParse(url)) return url
  throw new BadUsage(`--url ${url} is not an http or https address, e.g. --url https://assay.example`)
}
