import type { ChainProtocol } from '../catalog/chain_totals.ts'
import { joinNames } from '../chain/chain_texts.ts'
import type { Database } from '../model/database.ts'

/** A row of the mart `protocol_chains`. */
export interface ProtocolChain {
  protocol: ChainProtocol
  chain: string
  name: string
  state: 'read' | 'unread' | 'not_indexed'
  /** The reason for which it is not indexed. */
  reason: string | null
}

/** A row of the mart `catalog_lists`. */
interface CatalogList {
  list: 'facilitators' | 'chain_totals'
  entries: number
  old_entries: number
  listed_on: string
  age_days: number
}

/** The chains of each protocol as a release knows them, and the lists that this rests on. */
export interface ChainScope {
  chains: ProtocolChain[]
  /** The estimated number of main chains with a protocol; an invented world has none. */
  about: Partial<Record<ChainProtocol, number>>
  lists: CatalogList[]
}

/** Reads what is known of chains. */
export async function readChainScope(db: Database): Promise<ChainScope> {
  const totals = await db.rows<{ protocol: ChainProtocol; about: number }>(
    'select protocol, about from raw_chain_totals order by protocol',
  )
  return {
    chains: await db.rows('select * from protocol_chains order by protocol, state, name, chain'),
    about: Object.fromEntries(totals.map(({ protocol, about }) => [protocol, about])),
    lists: await db.rows('select * from catalog_lists order by list'),
  }
}

const SUBJECTS: Record<ChainProtocol, string> = {
  erc8004: 'ERC-8004 agents are read',
  x402: 'x402 payments are read',
}

/** Returns on which chains a protocol is read, of about how many, and on which it is not; nothing for an invented world. */
export function describeChains({ chains, about }: ChainScope, protocol: ChainProtocol): string[] {
  const total = about[protocol]
  if (total === undefined) return []
  const select = (state: ProtocolChain['state']) =>
    chains.filter((chain) => chain.protocol === protocol && chain.state === state).map(({ name }) => name)
  const [read, unread, others] = [select('read'), select('unread'), select('not_indexed')]
  return [
    [
      `${SUBJECTS[protocol]} on ${read.length} of about ${total} chains${read.length === 0 ? '' : `: ${joinNames(read)}`}.`,
      ...(unread.length === 0 ? [] : [`Nothing could be read yet of ${joinNames(unread)}.`]),
      ...(others.length === 0
        ? []
        : [`Not read, and in no count: ${joinNames(others)}, and others that are not known.`]),
    ].join(' '),
  ]
}

/** Returns the chains that have a protocol and of which nothing is read, each with the reason. */
export const listAbsent = (
  { chainScope }: { chainScope: ChainScope },
  protocol: ChainProtocol,
): { chain: string; name: string; why: string }[] =>
  chainScope.chains
    .filter((row) => row.protocol === protocol && row.state !== 'read')
    .map(({ chain, name, reason }) => ({ chain, name, why: reason ?? 'nothing could be read of it yet' }))

/** Returns the age of the list of facilitators where it is old, for readers of payments. */
export const describeFacilitators = ({ lists }: ChainScope): string[] =>
  lists
    .filter(({ list, old_entries }) => list === 'facilitators' && old_entries > 0)
    .map(
      ({ listed_on, age_days }) =>
        `Facilitators are known by a list of ${listed_on}, ${age_days} days old: on Solana payments through newer ones are not seen, and elsewhere theirs have an unknown relayer.`,
    )
