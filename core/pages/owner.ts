import { NUMBERS } from '../domain/numbers.ts'
import { WAYS } from '../keys/ways.ts'
import type { OwnerRecord } from '../views/owner_row.ts'
import type { PageSite } from './page_site.ts'
import type { LinkView, PageView } from './page_view.ts'
import { agentPath, categoryName, linkable, pageBase } from './parts.ts'

/** View of the page of an owner. */
interface OwnerPageView extends PageView {
  name: string
  /** `Account of GitHub`. */
  kind: string
  /** The owner's own page elsewhere; null for a wallet. */
  link: LinkView | null
  facts: { title: string; text: number }[]
  may_be_platform: boolean
  days: number
  payments: OwnerRecord['payments']
  agents: (Pick<OwnerRecord['listed'][number], 'handle' | 'name' | 'rank' | 'since'> & {
    page_url: string
    category: string
    liveness: string
    verdict: string
    flagged: string | null
    proof: string
  })[]
  /** Number of agents that are not shown. */
  more: number
  json_url: string
  resolve_url: string
}

const KINDS = { github: 'Account of GitHub', domain: 'Domain', wallet: 'Wallet' }

/** The address of an owner's page on this site. */
export const ownerPath = (owner: string): string => `/owners/${owner}`

/** `/owners/{owner}`: the agents that proof ties to an owner, and what they were paid. */
export function ownerPageView(record: OwnerRecord, site: PageSite): OwnerPageView {
  const { owner, kind, name, listed } = record
  return {
    ...pageBase(site, {
      title: `${owner}: agents of one owner: Assay`,
      path: ownerPath(owner),
      description: `${KINDS[kind]} ${name}: ${record.agents} agents on ${site.day}, with their states, ranks and flags, the proof of each tie, and payments to them.`,
    }),
    ...{ name, kind: KINDS[kind], link: linkToOwner(record), facts: toFacts(record) },
    ...{ may_be_platform: record.may_be_platform, days: NUMBERS.market_days, payments: record.payments },
    agents: listed.map((agent) => ({
      ...{ handle: agent.handle, name: agent.name, rank: agent.rank, since: agent.since },
      page_url: agentPath(agent.handle),
      category: categoryName(site, agent.primary_category),
      ...{ liveness: agent.liveness ?? 'unknown', verdict: agent.verdict },
      flagged: agent.flags.length === 0 ? null : `flagged: ${agent.flags.join(', ').replaceAll('_', ' ')}`,
      proof: WAYS[agent.how].says,
    })),
    more: record.agents - listed.length,
    json_url: `/api/owners/${owner}`,
    resolve_url: `/api/resolve?key=${encodeURIComponent(kind === 'github' ? `github.com/${name}` : name)}`,
  }
}

function linkToOwner({ kind, name }: OwnerRecord): LinkView | null {
  if (kind === 'wallet') return null
  const href = linkable(kind === 'github' ? `https://github.com/${name}` : `https://${name}/`)
  return href === null ? null : { href, text: href }
}

const toFacts = (record: OwnerRecord): OwnerPageView['facts'] => [
  { title: 'agents', text: record.agents },
  { title: 'alive', text: record.alive },
  { title: 'not alive', text: record.not_alive },
  { title: 'unknown', text: record.unknown },
  { title: 'ranked', text: record.ranked },
  { title: 'flagged', text: record.flagged },
  { title: 'departed', text: record.departed },
]
