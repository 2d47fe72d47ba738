import { createHash } from 'node:crypto'
import { type KnownRow, PROVENANCE_COLUMNS } from '../source/source.ts'

/** Maximum length of an address in a row. */
export const URI_LENGTH = 2_000

/** The columns of registration events that are read here, or by who reads their files: a chain has a million rows. */
export const URI_COLUMNS = [
  ...['chain', 'agent_id', 'kind', 'account', 'uri'],
  ...['block_number', 'log_index', 'block_time', 'observed_on', ...PROVENANCE_COLUMNS],
]

/** An agent and the address of its registration file, as the chain has it now. */
export interface RegisteredAgent {
  chain: string
  agentId: string
  uri: string
  /** The account that registered it, which is on the chain; the agent itself where its registration was not read. */
  registrant: string
  /** The event that set it. */
  event: KnownRow
}

/** The key of an agent: ids repeat on each chain. */
export const toAgentKey = (row: KnownRow): string => `${row.chain}/${row.agent_id}`

/** Each agent with the address that its newest event names; an address can be set to none. */
export function selectNewestUris(events: KnownRow[]): RegisteredAgent[] {
  const place = (event: KnownRow) => Number(event.block_number) * 1e6 + Number(event.log_index)
  const newest = new Map<string, KnownRow>()
  const registrants = new Map<string, string>()
  for (const event of events) {
    if (event.kind !== 'registered' && event.kind !== 'uri_updated') continue
    if (event.kind === 'registered' && typeof event.account === 'string')
      registrants.set(toAgentKey(event), event.account)
    const last = newest.get(toAgentKey(event))
    if (!last || place(event) > place(last)) newest.set(toAgentKey(event), event)
  }
  return [...newest.values()].map((event) => ({
    chain: String(event.chain),
    agentId: String(event.agent_id),
    uri: typeof event.uri === 'string' ? event.uri : '',
    registrant: registrants.get(toAgentKey(event)) ?? toAgentKey(event),
    event,
  }))
}

/** True if the file that was read last is of another address, or of the same one before it was set again. */
export const needsRead = ({ uri, event }: RegisteredAgent, last: KnownRow | undefined): boolean =>
  last === undefined ||
  last.uri !== capUri(uri) ||
  (event.kind === 'uri_updated' && event.observed_on > last.observed_on)

/** Returns an address as its row stores it; a truncated one has its hash, so that any change shows. */
export function capUri(uri: string): string {
  const whole = uri.toWellFormed()
  if (whole.length <= URI_LENGTH) return whole
  const hash = createHash('sha256').update(whole).digest('hex')
  return `${whole.slice(0, URI_LENGTH - 100).toWellFormed()}… (sha256 ${hash})`
}
