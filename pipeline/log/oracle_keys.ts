import { createHash } from 'node:crypto'
import { appendFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { z } from 'zod'
import { OperationalError } from '../../core/domain/errors.ts'
import type { World } from '../../core/domain/world.ts'
import { SAMPLE_ORACLE_KEY } from '../../core/interface/sample_oracle_key.ts'
import { type OracleKey, oracleKey } from '../../core/interface/schemas/jwks.ts'

const { kid, x } = oracleKey.shape
const at = z.iso.datetime({ precision: 0 })

const keyEvent = z.discriminatedUnion('event', [
  z.strictObject({ event: z.literal('created'), at, kid, x, valid_from: at, valid_until: at }),
  z.strictObject({ event: z.literal('retired'), at, kid, reason: z.enum(['superseded', 'compromised']) }),
])

/**
 * An event of an oracle key, one line of the append-only `keys/oracle.jsonl`. A day's release has the events up to
 * that day, so that a rebuild has the same.
 */
export type KeyEvent = z.infer<typeof keyEvent>

/** The oracle keys in a release. */
export interface PublishedKeys {
  /** The oldest first. */
  keys: OracleKey[]
  /** Hash of the events behind them; null if there are none, and for the sample's key, which is code. */
  sha256: string | null
}

/** Returns the path of the key events of an output folder. */
export const oracleKeysFile = (output: string): string => join(output, 'keys', 'oracle.jsonl')

/** Returns the keys in the release of a logical date. Throws OperationalError for a damaged file. */
export function publishedKeys(output: string, { day, world }: { day: string; world: World }): PublishedKeys {
  if (world === 'sample') return { keys: [SAMPLE_ORACLE_KEY], sha256: null }
  const events = readKeyEvents(output).filter((event) => event.at.slice(0, 10) <= day)
  if (events.length === 0) return { keys: [], sha256: null }
  const sha256 = createHash('sha256').update(JSON.stringify(events)).digest('hex')
  return { keys: keysAfter(events), sha256 }
}

/** Returns all events of an output folder, the oldest first. Throws OperationalError with the line and its problem. */
export function readKeyEvents(output: string): KeyEvent[] {
  const file = oracleKeysFile(output)
  if (!existsSync(file)) return []
  const lines = readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
  const events: KeyEvent[] = []
  for (const [index, line] of lines.entries()) {
    const event = parseEvent(line)
    const problem = event === null ? 'it is not a key event' : findMismatch(event, events)
    if (event === null || problem !== null)
      throw new OperationalError(
        `${file}, line ${index + 1}: ${problem}. Put the file back from your backup.`,
      )
    events.push(event)
  }
  return events
}

/** Appends a key event. Throws OperationalError if it contradicts the earlier ones. */
export function addKeyEvent(output: string, event: KeyEvent): void {
  const problem = findMismatch(event, readKeyEvents(output))
  if (problem !== null) throw new OperationalError(`the key ${event.kid}: ${problem}`)
  const file = oracleKeysFile(output)
  mkdirSync(dirname(file), { recursive: true })
  appendFileSync(file, `${JSON.stringify(event)}\n`, { flush: true })
}

/** Returns the keys after these events, the oldest first. */
export function keysAfter(events: KeyEvent[]): OracleKey[] {
  const keys = new Map<string, OracleKey>()
  for (const event of events) {
    const key = keys.get(event.kid)
    if (event.event === 'created') keys.set(event.kid, toOracleKey(event))
    else if (key !== undefined) keys.set(event.kid, toRetiredKey(key, event))
  }
  return [...keys.values()]
}

/** Returns the RFC 7638 thumbprint of an Ed25519 key, given its public half in base64url. */
export const thumbprint = (publicHalf: string): string =>
  createHash('sha256')
    .update(JSON.stringify({ crv: 'Ed25519', kty: 'OKP', x: publicHalf }))
    .digest('base64url')

function parseEvent(line: string): KeyEvent | null {
  try {
    return keyEvent.parse(JSON.parse(line))
  } catch {
    return null
  }
}

/** Returns the reason why an event cannot follow the earlier ones, or null. */
function findMismatch(event: KeyEvent, before: KeyEvent[]): string | null {
  const last = before.at(-1)
  if (last !== undefined && event.at < last.at) return 'its time is before that of the line above'
  const own = before.filter((item) => item.kid === event.kid).map((item) => item.event)
  if (event.event === 'retired') {
    if (!own.includes('created')) return 'it was never created'
    return own.includes('retired') ? 'it is already retired' : null
  }
  if (own.length > 0) return 'it already exists'
  if (event.kid === SAMPLE_ORACLE_KEY.kid) return 'it is the sample key, whose private part is public'
  if (event.kid !== thumbprint(event.x)) return 'its id does not match its thumbprint'
  return event.valid_from < event.valid_until ? null : 'its validity ends before it starts'
}

const toOracleKey = ({
  kid,
  x,
  at,
  valid_from,
  valid_until,
}: KeyEvent & { event: 'created' }): OracleKey => ({
  ...{ kty: 'OKP', crv: 'Ed25519', x, kid, use: 'sig', alg: 'EdDSA' },
  ...{ iat: toSeconds(at), nbf: toSeconds(valid_from), exp: toSeconds(valid_until) },
})

function toRetiredKey(key: OracleKey, { at, reason }: KeyEvent & { event: 'retired' }): OracleKey {
  const ended = { ...key, exp: Math.min(key.exp, toSeconds(at)) }
  return reason === 'superseded'
    ? ended
    : { ...ended, revoked: { revoked_at: toSeconds(at), reason: 'compromised' } }
}

const toSeconds = (time: string): number => Math.floor(Date.parse(time) / 1000)
