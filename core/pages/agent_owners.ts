import { WAYS } from '../keys/ways.ts'
import type { AgentRecord } from '../views/agent_record.ts'
import { ownerPath } from './owner.ts'

/** An owner on the page of its agent. */
export interface AgentOwnerView {
  owner: string
  /** The address of its page; null where this is its only agent. */
  href: string | null
  words: string
}

/** Returns the owners of an agent with the proof of each tie. */
export const agentOwnersView = ({ owners = [] }: AgentRecord): AgentOwnerView[] =>
  owners.map(({ owner, how, since, others, has_page }) => ({
    owner,
    href: has_page ? ownerPath(owner) : null,
    words: `${others === 0 ? 'no other agent' : others === 1 ? '1 other agent' : `${others} other agents`}, since ${since}. ${WAYS[how].says}`,
  }))
