import { randomBytes } from 'node:crypto'
import { parseArgs } from 'node:util'
import { BadUsage, RunFailed } from '../../core/domain/errors.ts'
import { clean } from '../../core/domain/text.ts'
import type { ProKey, ProKeys } from '../../serving/service/payments/pro_keys.ts'
import { existingFolder, OUTPUT } from './command.ts'
import { openExisting } from './open_existing.ts'

export const help = `Usage: npm run assay -- pro-key issue --label TEXT | list | revoke ID [--output DIR]

Issues, lists and revokes Pro keys, which give access to paid endpoints without payment (header X-API-Key). They are
kept in the database of the service (STATE_FILE or DATABASE_URL), which stores a hash of a key and not the key.

  issue --label TEXT  creates a key and prints it, once (TEXT: who it is for, 1 to 100 characters)
  list                all keys, the oldest first: id, issued, revoked, label
  revoke ID           revokes a key; a running service refuses it within seconds

  --output DIR  the folder of the index (default: ${OUTPUT})
  --help        print this
`

const MAX_LABEL = 100
const OPTIONS = {
  label: { type: 'string' },
  output: { type: 'string', default: OUTPUT },
} as const

/** Dependencies of the command, replaced in tests. */
export interface ProKeyTools {
  keys: ProKeys
  /** Prints machine-readable output. */
  print(text: string): void
  /** Prints output for people only. */
  notify(text: string): void
}

const parseOptions = (args: string[]) =>
  parseArgs({ args, options: OPTIONS, strict: true, allowPositionals: true })

/** Issues, lists or revokes Pro keys in the store that the environment names. */
export async function run(args: string[]): Promise<void> {
  const action = parseProKeyArgs(args)
  const { readServiceConfig } = await import('../../serving/service/config.ts')
  const { ProKeys } = await import('../../serving/service/payments/pro_keys.ts')
  const { openStore } = await import('../../serving/service/store/open.ts')
  const config = readServiceConfig(process.env, existingFolder(parseOptions(args).values.output))
  const isFirst = parseOptions(args).positionals[0] === 'issue'
  const db = await (isFirst ? openStore(config) : openExisting('ledger', config))
  try {
    await action({
      keys: new ProKeys(db, { now: Date.now, random: randomBytes }),
      print: (text) => process.stdout.write(text),
      notify: (text) => process.stderr.write(text),
    })
  } finally {
    await db.close()
  }
}

/** Parses the arguments before any store is opened; throws BadUsage. */
export function parseProKeyArgs(args: string[]): (tools: ProKeyTools) => Promise<void> {
  const { values, positionals } = parseOptions(args)
  const [word, ...rest] = positionals
  if (word !== 'issue' && values.label !== undefined) throw new BadUsage('only issue takes a --label')
  if (word === 'revoke') return createRevoke(rest)
  if (rest.length > 0) throw new BadUsage(`${word} takes only options; put a label with spaces in quotes`)
  if (word === 'issue') return createIssue(values.label)
  if (word === 'list') return list
  throw new BadUsage('choose issue, list or revoke')
}

function createIssue(given: string | undefined) {
  const label = clean(given ?? '', MAX_LABEL + 1)
  if (label === '' || label.length > MAX_LABEL)
    throw new BadUsage(`issue needs --label with 1 to ${MAX_LABEL} characters that say who the key is for`)
  return async ({ keys, print, notify }: ProKeyTools): Promise<void> => {
    const { id, key } = await keys.issue(label)
    print(`${key}\n`)
    notify(`Keep it: this key is not shown again. To revoke it: npm run assay -- pro-key revoke ${id}\n`)
  }
}

function createRevoke([id, ...rest]: string[]) {
  if (id === undefined || rest.length > 0)
    throw new BadUsage('revoke needs the id of one key; list shows them')
  // Who gives the whole key means its id.
  const named = id.replace(/^assay_/, '').replace(/\..*$/, '')
  return async ({ keys, print }: ProKeyTools): Promise<void> => {
    if (!(await keys.revoke(named)))
      throw new RunFailed(
        `no key in use has the id ${clean(named, 40)}; npm run assay -- pro-key list shows them`,
      )
    print(`${named} is revoked\n`)
  }
}

async function list({ keys, print }: ProKeyTools): Promise<void> {
  const rows = await keys.list()
  print(rows.length === 0 ? 'No Pro keys.\n' : rows.map(formatKey).join(''))
}

/** Columns with tabs between. */
function formatKey({ id, label, createdAt, revokedAt }: ProKey): string {
  const times = [createdAt, revokedAt].map((time) => (time === null ? '-' : new Date(time).toISOString()))
  return `${[id, ...times, clean(label, MAX_LABEL)].join('\t')}\n`
}
