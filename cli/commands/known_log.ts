import { parseArgs } from 'node:util'
import { BadUsage, RunFailed } from '../../core/domain/errors.ts'
import { clean } from '../../core/domain/text.ts'
import type { KnownLogState, KnownLogs } from '../../serving/service/release/known_log/known_logs.ts'
import { existingFolder, OUTPUT } from './command.ts'
import { openExisting } from './open_existing.ts'

export const help = `Usage: npm run assay -- known-log list | accept RELEASE | forget [--output DIR]

What the service remembers of the log of its index, in its database (STATE_FILE or DATABASE_URL). It serves no release
that this log does not end with, and none whose log is another, or shorter (docs/operate/runbook.md#a-release-is-refused).

  list            each index: the key of its log, its entries, the release that was accepted, and what is refused
  accept RELEASE  an earlier release may be served, e.g. 2026-01-31-0123456789ab, until the log grows; a running service
                  serves it within a minute
  forget          the index has a new log: the next one that is seen is remembered in place of the old one. Set
                  LOG_VERIFIER_KEY to its key first, so that it can be no other

  --output DIR  the folder of the index (default: ${OUTPUT})
  --help        print this
`

const OPTIONS = { output: { type: 'string', default: OUTPUT } } as const
const RELEASE = /^\d{4}-\d\d-\d\d-[0-9a-f]{12}$/
const MAX_WHY = 300

/** Dependencies of the command, replaced in tests. */
export interface KnownLogTools {
  logs: KnownLogs
  /** The index that the environment names. */
  index: string
  print(line: string): void
}

const parseCommandArgs = (args: string[]) =>
  parseArgs({ args, options: OPTIONS, strict: true, allowPositionals: true })

/** Shows or changes what the store that the environment names remembers. */
export async function run(args: string[]): Promise<void> {
  const action = parseKnownLogArgs(args)
  const { readServiceConfig } = await import('../../serving/service/config.ts')
  const { KnownLogs } = await import('../../serving/service/release/known_log/known_logs.ts')
  const { indexName } = await import('../../serving/service/release/known_log/open_guard.ts')
  const { openStore } = await import('../../serving/service/store/open.ts')
  const { readSettings } = await import('../settings.ts')
  const config = readServiceConfig(process.env, existingFolder(parseCommandArgs(args).values.output))
  const isFirst = parseCommandArgs(args).positionals[0] === 'accept'
  const db = await (isFirst ? openStore(config) : openExisting('ledger', config))
  try {
    await action({
      logs: new KnownLogs(db),
      index: indexName(config, readSettings(process.env).baseUrl),
      print: (line) => process.stdout.write(`${line}\n`),
    })
  } finally {
    await db.close()
  }
}

/** Parses the arguments before any store is opened; throws BadUsage. */
export function parseKnownLogArgs(args: string[]): (tools: KnownLogTools) => Promise<void> {
  const { positionals } = parseCommandArgs(args)
  const [word, release, ...rest] = positionals
  if (word === 'accept') return createAccept(release, rest)
  if (release !== undefined) throw new BadUsage(`${word} takes only options`)
  if (word === 'list') return list
  if (word === 'forget') return forget
  throw new BadUsage('choose list, accept or forget')
}

function createAccept(release: string | undefined, rest: string[]) {
  if (release === undefined || rest.length > 0 || !RELEASE.test(release))
    throw new BadUsage('accept needs the id of one release, e.g. 2026-01-31-0123456789ab')
  return async ({ logs, index, print }: KnownLogTools): Promise<void> => {
    await logs.allow(index, release)
    print(`${release} may be served until the log grows, if the log has it.`)
  }
}

async function forget({ logs, index, print }: KnownLogTools): Promise<void> {
  if (!(await logs.forget(index)))
    throw new RunFailed(`no log of ${index} is remembered; npm run assay -- known-log list shows what is`)
  print('Forgotten: the next log that is seen is remembered. Look at the log of the service for its key.')
}

async function list({ logs, print }: KnownLogTools): Promise<void> {
  const rows = await logs.all()
  if (rows.length === 0) print('No log is remembered.')
  for (const [index, memory] of rows) for (const line of describeMemory(index, memory)) print(line)
}

function describeMemory(index: string, { head, accepted, allowed, refused }: KnownLogState): string[] {
  return [
    `${index}\t${head === null ? 'no log' : `${head.key}\t${head.size} entries, root ${head.root}`}`,
    ...(accepted === null ? [] : [`  accepted\t${accepted.id}`]),
    ...(allowed === null ? [] : [`  allowed\t${allowed.release}`]),
    ...(refused === null
      ? []
      : [
          `  refused\t${clean(refused.release, 40)}\t${new Date(refused.at).toISOString()}\t${clean(refused.why, MAX_WHY)}`,
        ]),
  ]
}
