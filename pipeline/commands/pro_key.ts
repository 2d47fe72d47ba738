import { randomBytes } from 'node:crypto'
import { parseArgs } from 'node:util'
import type { ProKey, ProKeys } from '../../service/pro_keys.ts'
import { BadUsage, RunFailed } from '../errors.ts'
import { clean } from '../text.ts'
import { outputFolder } from './command.ts'

export const help = `Usage: npm run pro-key -- issue --label TEXT | list | revoke ID [--output DIR]

Issues, lists and revokes the keys that open paid addresses without payment (header X-API-Key). They are kept in the
store that STATE_FILE or DATABASE_URL names; of a key's secret the store has a hash alone.

  issue --label TEXT  makes a key and prints it, this once (TEXT: who it is for, 1 to 100 characters)
  list                all keys, the oldest first: id, issued, revoked, label
  revoke ID           ends a key; a running service follows within seconds

  --output DIR  the folder that runs write to (default: output)
  --help        print this
`

const LONGEST_LABEL = 100
const OPTIONS = {
  label: { type: 'string' },
  output: { type: 'string', default: 'output' },
} as const

/** What the command works with; a test gives its own. */
export interface ProKeyTools {
  keys: ProKeys
  /** What a program may read. */
  print(text: string): void
  /** What only a person needs. */
  tell(text: string): void
}

const parseOptions = (args: string[]) =>
  parseArgs({ args, options: OPTIONS, strict: true, allowPositionals: true })

/** Issues, lists or revokes Pro keys in the store that the environment names. */
export async function run(args: string[]): Promise<void> {
  const order = orderOf(args)
  const { readServiceConfig } = await import('../../service/config.ts')
  const { ProKeys } = await import('../../service/pro_keys.ts')
  const { openStore } = await import('../../service/store/open.ts')
  const db = await openStore(readServiceConfig(process.env, outputFolder(parseOptions(args).values.output)))
  try {
    await order({
      keys: new ProKeys(db, { now: Date.now, random: randomBytes }),
      print: (text) => process.stdout.write(text),
      tell: (text) => process.stderr.write(text),
    })
  } finally {
    await db.close()
  }
}

/** What the arguments ask for, checked before any store is opened; throws BadUsage. */
export function orderOf(args: string[]): (tools: ProKeyTools) => Promise<void> {
  const { values, positionals } = parseOptions(args)
  const [word, ...rest] = positionals
  if (word !== 'issue' && values.label !== undefined) throw new BadUsage('only issue takes a --label')
  if (word === 'revoke') return revoking(rest)
  if (rest.length > 0) throw new BadUsage(`${word} takes nothing but options; quote a label that has spaces`)
  if (word === 'issue') return issuing(values.label)
  if (word === 'list') return list
  throw new BadUsage('say what to do: issue, list or revoke')
}

function issuing(given: string | undefined) {
  const label = clean(given ?? '', LONGEST_LABEL + 1)
  if (label === '' || label.length > LONGEST_LABEL)
    throw new BadUsage(
      `issue needs --label with 1 to ${LONGEST_LABEL} characters that say who the key is for`,
    )
  return async ({ keys, print, tell }: ProKeyTools): Promise<void> => {
    const { id, key } = await keys.issue(label)
    print(`${key}\n`)
    tell(`This is the only time that key ${id} is shown. It ends with: npm run pro-key -- revoke ${id}\n`)
  }
}

function revoking([id, ...rest]: string[]) {
  if (id === undefined || rest.length > 0)
    throw new BadUsage('revoke needs the id of one key; list shows them')
  // Who gives the whole key means its id.
  const named = id.replace(/^assay_/, '').replace(/\..*$/, '')
  return async ({ keys, print }: ProKeyTools): Promise<void> => {
    if (!(await keys.revoke(named)))
      throw new RunFailed(`no key in use has the id ${clean(named, 40)}; npm run pro-key -- list shows them`)
    print(`${named} is revoked\n`)
  }
}

async function list({ keys, print }: ProKeyTools): Promise<void> {
  const rows = await keys.list()
  print(rows.length === 0 ? 'There is none.\n' : rows.map(lineOf).join(''))
}

/** Columns with tabs between. */
function lineOf({ id, label, createdAt, revokedAt }: ProKey): string {
  const times = [createdAt, revokedAt].map((time) => (time === null ? '-' : new Date(time).toISOString()))
  return `${[id, ...times, clean(label, LONGEST_LABEL)].join('\t')}\n`
}
