import { isRouteTemplate } from '../../core/domain/route_template.ts'
import type { VisitOutcome } from '../http/guarded.ts'
import { parseIpfsAddress } from '../ipfs/address.ts'
import type { Observation } from '../source/source.ts'
import { parseInlineFile } from './inline_file.ts'
import { findUnreadFields, readRegistration } from './registration_file.ts'
import { capUri, type RegisteredAgent } from './registration_uris.ts'

// Schemes that some client could open; any other scheme merely has no file for us.
const UNSAFE = /^\s*(https?|file|ftp|javascript|gopher|ssh|smb|ldap):/i

/** Outcome of a file at IPFS that no gateway returned: no fault of the agent. */
export const FILE_NOT_OBSERVED = 'not_observed'

/** The outcome of reading a registration file. */
export type RegistrationOutcome = VisitOutcome | typeof FILE_NOT_OBSERVED

/** Reads a file without a request: it is inline in the address, or there is none. */
export function readInline(uri: string): [RegistrationOutcome, unknown] {
  const file = parseInlineFile(uri)
  if (file !== null) return file.json === undefined ? ['error', null] : ['ok', file.json]
  // A route template is no address, whatever its scheme.
  return [UNSAFE.test(uri) && !isRouteTemplate(uri) ? 'refused_unsafe' : 'not_found', null]
}

function parseScheme(uri: string): string {
  const [, scheme = ''] = /^\s*([a-z][a-z0-9+.-]*):/i.exec(uri) ?? []
  if (uri.trim() === '') return 'none'
  const named = ['https', 'ipfs', 'data'].find((text) => text === scheme.toLowerCase())
  if (named !== undefined) return named
  if (/^http$/i.test(scheme)) return 'other'
  return parseIpfsAddress(uri) ? 'ipfs' : parseInlineFile(uri) ? 'data' : 'other'
}

/** Returns the row of an address, and the fields of the file that the row could not take. */
export function toReading(
  agent: RegisteredAgent,
  outcome: RegistrationOutcome,
  file: unknown,
): Pick<Observation, 'row' | 'dropped'> {
  const row = toRegistrationRow(agent, outcome, file)
  return { row, dropped: row.outcome === 'ok' ? findUnreadFields(file, row) : [] }
}

/** A JSON value that is no object is no registration file. */
export function toRegistrationRow(
  agent: RegisteredAgent,
  outcome: RegistrationOutcome,
  file: unknown,
): Record<string, unknown> {
  const isObject = typeof file === 'object' && file !== null && !Array.isArray(file)
  return {
    chain: agent.chain,
    agent_id: agent.agentId,
    uri: capUri(agent.uri),
    scheme: parseScheme(agent.uri),
    outcome: outcome === 'ok' && !isObject ? 'error' : outcome,
    ...readRegistration(file),
  }
}
