import type { Way } from '../keys/ways.ts'

/** An owner of an agent: an account of GitHub, a domain or a wallet that proof ties it to. */
export interface AgentOwner {
  /** Its key, e.g. `github:acme`. */
  owner: string
  /** The proof of the tie. */
  how: Way
  /** The first day on which a record so proven was the agent's. */
  since: string
  /** Number of the owner's other agents. */
  others: number
  /** False if this agent is the only one and nobody paid: then its page is the owner's. */
  has_page: boolean
}
