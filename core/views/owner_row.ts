import type { Category } from '../domain/category.ts'
import type { Way } from '../keys/ways.ts'
import type { ChangeRow } from './agent_record.ts'

/** Payments to an owner's wallets on a chain in the longest window. */
interface OwnerPayments {
  chain: string
  chain_name: string
  wallets: number
  payments: number
  /** A decimal string. */
  volume_usd: string
  unique_payers: number
  independent_payers: number
}

/** An agent as its owner's page shows it; the name is third-party text. */
export interface OwnedAgent {
  handle: string
  name: string
  primary_category: Category
  rank: number | null
  liveness: 'alive' | 'not_alive' | 'unknown' | null
  verdict: 'proceed' | 'caution' | 'reject'
  /** Its grave flags. */
  risk_flags: string[]
  /** The proof of the tie. */
  proof: Way
  since: string
}

/** A change of an agent of an owner; the name is third-party text. */
export type OwnedChange = ChangeRow & Pick<OwnedAgent, 'handle' | 'name'>

/** All that any view of one owner shows; `owners/{owner}.json` on the private side holds it, with the fields of its JSON. */
export interface OwnerRecord {
  owner: string
  kind: 'github' | 'domain' | 'wallet'
  /** Agents that have not departed, whose states add up to all, and those that have. */
  counts: {
    agents: number
    alive: number
    not_alive: number
    unknown: number
    ranked: number
    flagged: number
    departed: number
  }
  /** True for a wallet with so many registrations that it may register for others. */
  may_be_platform: boolean
  /** The chain with most payments first. */
  payments: OwnerPayments[]
  /** The first of its agents in the order of find. */
  agents: OwnedAgent[]
  /** The newest changes of its agents, for its feed. */
  changes: OwnedChange[]
}
