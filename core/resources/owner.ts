import { NUMBERS } from '../domain/numbers.ts'
import { pathOwner } from '../interface/parameters.ts'
import { WAYS } from '../keys/ways.ts'
import type { AgentRecord } from '../views/agent_record.ts'
import { onlyGrave } from '../views/flag_words.ts'
import type { OwnerRecord } from '../views/owner_row.ts'
import { agentUrl } from '../views/parts.ts'
import type { ReleaseInfo } from '../views/release_info.ts'
import type { Owner } from './owner.schema.ts'
import { file } from './resource.ts'

/** An owner and its agents. */
export const OWNER_ENTRY = file({
  id: 'owner',
  path: '/api/owners/{owner}',
  title: 'Agents of an account of GitHub, a domain or a wallet',
  group: 'agents',
  parameters: [pathOwner],
  errors: [404],
  answer: 'Owner',
})

const SCOPE = [
  'An agent is here by proof alone: what anybody can claim in a record or a listing ties nothing.',
  'Payments are those to wallets that its agents are credited with, and to the wallet itself. Payers are counted by chain and never added up; one that is related to these wallets is not independent.',
]

/** `/api/owners/{owner}`: an owner, its agents and what they were paid. */
export function ownerView({ payments, agents, changes: _, ...owner }: OwnerRecord, info: ReleaseInfo): Owner {
  return {
    type: 'owner',
    ...owner,
    url: `${info.base_url}/owners/${owner.owner}`,
    payments: { days: NUMBERS.market_days, by_chain: payments },
    count: agents.length,
    agents: agents.map((agent) => ({
      ...agent,
      url: agentUrl(info.base_url, agent.handle),
      proof_says: WAYS[agent.proof].says,
    })),
    untrusted_fields: ['agents.name'],
    limitations: [...info.limitations, ...SCOPE],
    last_updated: info.last_updated,
  }
}

/** Returns the record of an owner whose only agent this is, and that nobody paid; null if the agent is not its own. */
export function soleOwnerRecord(agent: AgentRecord, owner: string): OwnerRecord | null {
  const tie = agent.owners?.find((row) => row.owner === owner && !row.has_page)
  if (tie === undefined) return null
  const { handle, name, primary_category, rank, liveness, trust } = agent
  const risk_flags = onlyGrave(trust.flags).map(({ flag }) => flag)
  const counts = { agents: 1, alive: 0, not_alive: 0, unknown: 0, ranked: 0, flagged: 0, departed: 0 }
  if (liveness !== null) counts[liveness] = 1
  if (rank !== null) counts.ranked = 1
  if (risk_flags.length > 0) counts.flagged = 1
  const { verdict } = trust
  return {
    ...{ owner, kind: owner.split(':')[0] as OwnerRecord['kind'], counts, may_be_platform: false },
    payments: [],
    agents: [
      {
        ...{ handle, name, primary_category, rank, liveness, verdict, risk_flags },
        ...{ proof: tie.how, since: tie.since },
      },
    ],
    changes: [],
  }
}
