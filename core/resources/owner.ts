import { NUMBERS } from '../domain/numbers.ts'
import { pathOwner } from '../interface/parameters.ts'
import { WAYS } from '../keys/ways.ts'
import type { AgentRecord } from '../views/agent_record.ts'
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
  `Payments are those of ${NUMBERS.market_days} days to wallets that its agents are credited with, and to the wallet itself. Payers are counted by chain and never added up; one that is related to these wallets is not independent.`,
]

/** `/api/owners/{owner}`: an owner, its agents and what they were paid. */
export function ownerView(record: OwnerRecord, info: ReleaseInfo): Owner {
  const { owner, kind, agents, alive, not_alive, unknown, ranked, flagged, departed, listed } = record
  return {
    type: 'owner',
    owner,
    kind,
    url: `${info.base_url}/owners/${owner}`,
    counts: { agents, alive, not_alive, unknown, ranked, flagged, departed },
    may_be_platform: record.may_be_platform,
    payments: {
      days: NUMBERS.market_days,
      by_chain: record.payments.map(
        ({ chain, chain_name, wallets, payments, volume_usd, unique_payers, independent_payers }) => ({
          ...{ chain, chain_name, wallets, payments, volume_usd, unique_payers, independent_payers },
        }),
      ),
    },
    count: listed.length,
    agents: listed.map(({ handle, name, primary_category, rank, liveness, verdict, flags, how, since }) => ({
      ...{ handle, name, url: agentUrl(info.base_url, handle), primary_category, rank, liveness, verdict },
      ...{ risk_flags: flags, proof: how, proof_says: WAYS[how].says, since },
    })),
    untrusted_fields: ['agents.name'],
    limitations: [...info.limitations, ...SCOPE],
    last_updated: info.last_updated,
  }
}

/** Returns the record of an owner whose only agent this is, and that nobody paid; null if the agent is not its own. */
export function soleOwnerRecord(agent: AgentRecord, owner: string): OwnerRecord | null {
  const tie = agent.owners?.find((row) => row.owner === owner)
  if (tie === undefined || tie.has_page) return null
  const { handle, name, primary_category, rank, liveness, trust } = agent
  const [kind, ...rest] = owner.split(':')
  const flags = trust.flags.filter(({ severity }) => severity !== 'minor').map(({ flag }) => flag)
  return {
    ...{ owner, kind: kind as OwnerRecord['kind'], name: rest.join(':'), agents: 1 },
    ...{ alive: Number(liveness === 'alive'), not_alive: Number(liveness === 'not_alive') },
    ...{ unknown: Number(liveness === 'unknown'), ranked: Number(rank !== null) },
    ...{ flagged: Number(flags.length > 0), departed: 0, may_be_platform: false, payments: [] },
    listed: [
      {
        ...{ handle, name, primary_category, rank, liveness, verdict: trust.verdict, flags },
        ...{ how: tie.how, since: tie.since },
      },
    ],
  }
}
