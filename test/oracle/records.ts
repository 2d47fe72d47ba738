import { CATEGORIES, type Category } from '../../core/domain/category.ts'
import type { Catalog } from '../../pipeline/catalog/catalog.ts'
import { listAt } from '../kit/json.ts'
import { Rule } from './compare.ts'
import type { Bound } from './past.ts'
import type { Reading } from './readers/reading.ts'
import type { Readings } from './readings.ts'
import { catalogRecord, serverRecord, tokenRecord } from './records_listed.ts'
import { cardRecord, registrationRecord, sellerRecord } from './records_service.ts'
import { shownText } from './shown.ts'

/** One record of an agent, as a recorded body or the catalogue has it. */
export interface Listed {
  bound: Bound
  category: Category
  source:
    | 'catalog'
    | 'mcp_registry'
    | 'erc8004_identity'
    | 'x402_bazaar'
    | 'a2a_cards'
    | 'coingecko_ai_agents'
  /** The source's own name for it. */
  key: string
  name: string
  description: string | null
  website: string | null
  repository: string | null
  url: string
  server: Reading | null
  /** True if the registry made the publisher sign in to the account that owns the code. */
  isSignedIn: boolean
  /** True if one of its own hosts names this registration. */
  isProven: boolean
  departed: { on: string; reason: string } | null
  /** Since when it is known, where it was read before it was bound: while it was a copy. */
  knownOn: string | null
  /** The registration whose text this one repeats. */
  copyOf: string | null
}

/** A record's own data; missing fields are empty. */
export type RecordData = Pick<Listed, 'category' | 'source' | 'key' | 'name' | 'url'> & Partial<Listed>

/** The data of an archive and a catalogue that describe records. */
export type RecordReader = (key: string) => RecordData | null

/** Gives the records that are bound to one agent; one that nothing recorded knows of is left out. */
export function recordsFrom(readings: Readings, catalog: Catalog): (bound: Bound[]) => Listed[] {
  const sayers: Record<string, RecordReader> = {
    mcp_registry: serverRecord(readings),
    coingecko_ai_agents: tokenRecord(readings),
    erc8004_identity: registrationRecord(readings, catalog),
    x402_bazaar: sellerRecord(readings),
    a2a_cards: cardRecord(readings),
    catalog: (key) => catalogRecord(key, catalog),
  }
  const nothing = {
    description: null,
    website: null,
    repository: null,
    server: null,
    isSignedIn: false,
    isProven: false,
    knownOn: null,
    departed: null,
    copyOf: null,
  }
  return (bound) =>
    bound.flatMap((bound) => {
      const colon = bound.record_id.indexOf(':')
      const said = sayers[bound.record_id.slice(0, colon)]?.(bound.record_id.slice(colon + 1)) ?? null
      return said === null ? [] : [{ ...nothing, ...said, bound: bound }]
    })
}

/** Order of speaking: those that are there, then by category, then by name. */
export function bySpokesman(a: Listed, b: Listed): number {
  const place = ({ category }: Listed): number => CATEGORIES.indexOf(category)
  const departedLast = ({ departed }: Listed): number => Number(departed !== null)
  return (
    departedLast(a) - departedLast(b) ||
    place(a) - place(b) ||
    (a.bound.record_id < b.bound.record_id ? -1 : 1)
  )
}

/** The order in which records are shown: oldest binding first, then by source and name. */
export function byBinding(a: Listed, b: Listed): number {
  const place = ({ bound, source, key, category }: Listed): string[] => [
    bound.bound_on,
    source,
    key,
    category,
  ]
  const [left, right] = [place(a), place(b)]
  const at = left.findIndex((part, index) => part !== right[index])
  return at === -1 ? 0 : (left[at] as string) < (right[at] as string) ? -1 : 1
}

/** Returns the record as the summary shows it; `reason` is the public part of the reason of its binding. */
export function shownRecord(
  { source, key, category, url, bound, departed }: Listed,
  reason: unknown,
): object {
  const departed_on = departed?.on ?? null
  return {
    source,
    name: shownText(key, 100, null),
    category,
    url,
    bound_on: bound.bound_on,
    reason,
    departed_on,
  }
}

/** The archetype of an agent: for services by what they offer, for servers by the ways in which they can be run. */
export function getArchetype(main: Listed, records: Listed[]): string {
  if (main.category === 'model_family') return 'foundation_model'
  if (main.category === 'developer') return 'builder'
  if (main.category === 'tokenized') return 'agent_token'
  if (main.category === 'service') {
    if (records.some(({ source, departed }) => source === 'x402_bazaar' && departed === null))
      return 'paid_service'
    return records.some(({ source }) => source === 'a2a_cards') ? 'callable_agent' : 'registered_agent'
  }
  const has = (list: string): boolean =>
    records.some(({ server }) => server !== null && listAt(server.item, 'server', list).length > 0)
  if (has('remotes')) return has('packages') ? 'hybrid_tool_server' : 'hosted_tool_server'
  return has('packages') ? 'packaged_tool_server' : 'source_tool_server'
}

/** Returns why an agent counts as verified, or null. */
export function getVerification(main: Listed, records: Listed[]): string | null {
  if (main.source === 'catalog') return 'curated catalogue'
  if (records.some(({ isProven }) => isProven)) return 'its own domain names its ERC-8004 registration'
  return records.some(({ isSignedIn }) => isSignedIn)
    ? 'registry namespace proves the repository account'
    : null
}

/** Returns when and why an agent without any present record left. */
export function findDeparture(records: Listed[]): object | null {
  const left = records.flatMap(({ departed }) => departed ?? [])
  if (left.length < records.length) return null
  const on = left
    .map((departure) => departure.on)
    .sort()
    .at(-1)
  const reasons = left.filter((departure) => departure.on === on).map((departure) => departure.reason)
  return { on, reason: new Rule(reasons.join(' or '), (shown) => reasons.some((reason) => reason === shown)) }
}
