import { generateKeyPairSync } from 'node:crypto'
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { BadUsage } from '../../core/domain/errors.ts'
import { clean } from '../../core/domain/text.ts'
import type { World } from '../../core/domain/world.ts'
import {
  addKeyEvent,
  keysAfter,
  oracleKeysFile,
  readKeyEvents,
  thumbprint,
} from '../../pipeline/log/oracle_keys.ts'
import { currentTime, readSettings } from '../settings.ts'
import { existingFolder, OUTPUT } from './command.ts'

export const help = `Usage: npm run assay -- oracle-key new [--from TIME] [--until TIME] | list | retire KID [--compromised]
                             [--output DIR]

Creates, lists and retires the Ed25519 keys that sign attestations. The private key stays in ORACLE_KEY_FOLDER
(default: state/oracle in the output folder), in a file <kid>.pem that only its owner can read. The history of all keys
is keys/oracle.jsonl in the output folder; runs publish it as /.well-known/jwks.json. A service signs with a key once
the release that it serves publishes that key: run "npm run daily" after each change.

  new             creates a key and prints its id
  list            all keys, the oldest first: id, valid from, valid until, state, whether the private key is here
  retire KID      ends a key: deletes its private key, and the next run publishes its end

  --from TIME     when it starts to sign: "now", or a time such as 2026-04-01T12:00:00Z (default: 24 hours from now,
                  so that verifiers with a cached copy of the published keys have it by then)
  --until TIME    when it ends (default: 365 days later)
  --compromised   the private key may be in other hands: verifiers are told to trust nothing that it has signed
  --output DIR    the folder of the index (default: ${OUTPUT})
  --help          print this
`

const OPTIONS = {
  from: { type: 'string' },
  until: { type: 'string' },
  compromised: { type: 'boolean', default: false },
  output: { type: 'string', default: OUTPUT },
} as const

const HOUR_MS = 3_600_000
const LEAD_MS = 24 * HOUR_MS
const LIFE_MS = 365 * 24 * HOUR_MS

/** Dependencies of the command, replaced in tests. */
export interface OracleKeyTools {
  output: string
  /** Folder of the private keys. */
  folder: string
  /** Data set of the folder, or null while there is none. */
  world: World | null
  /** Milliseconds since 1970. */
  now(): number
  /** Prints machine-readable output. */
  print(text: string): void
  /** Prints output for people only. */
  notify(text: string): void
}

type Action = (tools: OracleKeyTools) => void

const parseOptions = (args: string[]) =>
  parseArgs({ args, options: OPTIONS, strict: true, allowPositionals: true })

/** Makes, lists or retires keys of the oracle. */
export async function run(args: string[]): Promise<void> {
  const action = parseOracleKeyArgs(args)
  const output = existingFolder(parseOptions(args).values.output)
  const { readServiceConfig } = await import('../../serving/service/config.ts')
  const { Archive } = await import('../../pipeline/archive/archive.ts')
  const { readWorld } = await import('../../pipeline/archive/world.ts')
  const settings = readSettings(process.env)
  action({
    output,
    folder: readServiceConfig(process.env, output).oracleKeyFolder,
    world: readWorld(new Archive(join(output, 'archive'))),
    now: () => currentTime(settings),
    print: (text) => process.stdout.write(text),
    notify: (text) => process.stderr.write(text),
  })
}

/** Parses the arguments before anything is changed; throws BadUsage. */
export function parseOracleKeyArgs(args: string[]): Action {
  const { values, positionals } = parseOptions(args)
  const [word, ...rest] = positionals
  const { from, until, compromised } = values
  if (word !== 'new' && (from ?? until) !== undefined) throw new BadUsage('only new takes --from and --until')
  if (word !== 'retire' && compromised) throw new BadUsage('only retire takes --compromised')
  if (word === 'retire') return createRetire(rest, compromised)
  if (rest.length > 0) throw new BadUsage(`${word} takes only options`)
  if (word === 'new') return createNew(from, until)
  if (word === 'list') return list
  throw new BadUsage('choose new, list or retire')
}

function createNew(from: string | undefined, until: string | undefined): Action {
  const isNow = from === 'now'
  const period = { from: isNow ? null : parseTime('--from', from), until: parseTime('--until', until) }
  return ({ output, folder, world, now, print, notify }) => {
    if (world === 'sample')
      throw new BadUsage(
        `${output} holds sample data, which are signed with a published sample key. Choose the folder of your own index with --output`,
      )
    const at = formatSeconds(now())
    const validFrom = isNow ? at : formatSeconds(period.from ?? now() + LEAD_MS)
    const validUntil = formatSeconds(period.until ?? Date.parse(validFrom) + LIFE_MS)
    if (validFrom < at)
      throw new BadUsage('a key cannot be valid before it is created: use --from now, or a later time')
    if (validUntil <= validFrom) throw new BadUsage('--until must be later than --from')
    const { kid, x, file } = newKey(folder)
    addKeyEvent(output, { event: 'created', at, kid, x, valid_from: validFrom, valid_until: validUntil })
    print(`${kid}\n`)
    notify(
      `The private key is ${file}: keep a copy where only you can read it, and give it to every instance of the service.\nThe next "npm run daily" publishes it; it is valid from ${validFrom} until ${validUntil}.\n`,
    )
  }
}

/** Creates a key whose private half is in the folder. Never overwrites a file. */
function newKey(folder: string): { kid: string; x: string; file: string } {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519')
  const { x = '' } = publicKey.export({ format: 'jwk' })
  const kid = thumbprint(x)
  // Such an id would be taken for an option.
  if (kid.startsWith('-')) return newKey(folder)
  const file = join(folder, `${kid}.pem`)
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  writeFileSync(file, privateKey.export({ type: 'pkcs8', format: 'pem' }), {
    ...{ mode: 0o600, flag: 'wx', flush: true },
  })
  return { kid, x, file }
}

function createRetire([kid, ...rest]: string[], isCompromised: boolean): Action {
  if (kid === undefined || rest.length > 0)
    throw new BadUsage('retire needs the id of one key; list shows them')
  return ({ output, folder, now, print, notify }) => {
    if (!readKeyEvents(output).some((event) => event.kid === kid))
      throw new BadUsage(`there is no key ${clean(kid, 50)}; npm run assay -- oracle-key list shows them`)
    const reason = isCompromised ? 'compromised' : 'superseded'
    rmSync(join(folder, `${kid}.pem`), { force: true })
    addKeyEvent(output, { event: 'retired', at: formatSeconds(now()), kid, reason })
    print(`${kid} is retired\n`)
    notify(
      `The private key is deleted here: delete it from other instances and copies too. The next "npm run daily" publishes its end.\n${nextStep(output, now())}`,
    )
  }
}

function nextStep(output: string, now: number): string {
  const activeKeys = keysAfter(readKeyEvents(output)).filter(({ exp }) => exp * 1000 > now)
  return activeKeys.length > 0
    ? ''
    : 'No key is left: attestations are unavailable until there is one (npm run assay -- oracle-key new).\n'
}

const list: Action = ({ output, folder, now, print }) => {
  const keys = keysAfter(readKeyEvents(output))
  const lines = keys.map(({ kid, nbf, exp, revoked }) => {
    const state = revoked ? 'compromised' : keyState(now() / 1000, nbf, exp)
    const isHere = existsSync(join(folder, `${kid}.pem`))
    const times = [nbf, exp].map((seconds) => formatSeconds(seconds * 1000))
    return `${[kid, ...times, state, isHere ? 'private key here' : 'no private key here'].join('\t')}\n`
  })
  print(lines.length === 0 ? `No keys in ${oracleKeysFile(output)}.\n` : lines.join(''))
}

function keyState(now: number, nbf: number, exp: number): string {
  if (now >= exp) return 'ended'
  return now < nbf ? 'to come' : 'valid'
}

function parseTime(option: string, text: string | undefined): number | null {
  if (text === undefined) return null
  const time = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/.test(text) ? Date.parse(text) : Number.NaN
  if (Number.isNaN(time)) throw new BadUsage(`${option} must be a time such as 2026-04-01T12:00:00Z`)
  return time
}

const formatSeconds = (ms: number): string => `${new Date(ms).toISOString().slice(0, 19)}Z`
