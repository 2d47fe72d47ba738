import { NUMBERS } from '../domain/numbers.ts'
import { ATOM_LINK_TYPE } from '../feeds/atom.ts'
import { ownerFeedPath } from '../feeds/owner_feed.ts'
import { WAYS } from '../keys/ways.ts'
import type { OwnerRecord } from '../views/owner_row.ts'
import { thousands } from './numbers.ts'
import type { PageSite } from './page_site.ts'
import type { PageView } from './page_view.ts'
import { agentPath, categoryName, linkable, pageBase } from './parts.ts'

/** View of the page of an owner. */
interface OwnerPageView extends PageView {
  name: string
  about: string
  /** The owner's own page elsewhere; null for a wallet. */
  link: string | null
  /** Its agents in numbers. */
  counts: string
  agents: {
    href: string
    handle: string
    name: string
    flagged: string | null
    state: string
    proof: string
  }[]
  /** A sentence for each chain, or one where nothing was paid. */
  payments: string[]
  json_url: string
  feed_url: string
  resolve_url: string
}

const KINDS = { github: 'Account of GitHub', domain: 'Domain', wallet: 'Wallet' }
const PLATFORM =
  ' This wallet has registered so many agents that it may be a platform which registers for others.'

/** The address of an owner's page on this site. */
export const ownerPath = (owner: string): string => `/owners/${owner}`

/** `/owners/{owner}`: the agents that proof ties to an owner, and what they were paid. */
export function ownerPageView(record: OwnerRecord, site: PageSite): OwnerPageView {
  const { owner, kind, counts, agents } = record
  const name = owner.slice(kind.length + 1)
  const address = kind === 'github' ? `github.com/${name}` : name
  return {
    ...pageBase(site, {
      title: `${owner}: agents of one owner: Assay`,
      path: ownerPath(owner),
      alternates: [
        {
          type: ATOM_LINK_TYPE,
          title: `Changes of the agents of ${owner} (Atom)`,
          href: ownerFeedPath(owner),
        },
      ],
      description: `${KINDS[kind]} ${name}: ${counts.agents} agents on ${site.day}, their states, ranks and flags, the proof of each tie, and payments.`,
    }),
    name,
    about: `${KINDS[kind]}. These agents are tied to it by proof; what anybody can claim ties nothing.${record.may_be_platform ? PLATFORM : ''}`,
    link: kind === 'wallet' ? null : linkable(`https://${address}`),
    counts: describeCounts(record),
    agents: agents.map(({ handle, name, rank, ...agent }) => ({
      ...{ href: agentPath(handle), handle, name },
      flagged: agent.risk_flags.length === 0 ? null : `flagged: ${toWords(agent.risk_flags.join(', '))}`,
      state: `${categoryName(site, agent.primary_category)}, ${rank === null ? 'no rank' : `rank ${thousands(rank)}`}, ${toWords(agent.liveness ?? 'unknown')}, ${agent.verdict}`,
      proof: `${WAYS[agent.proof].says} Since ${agent.since}.`,
    })),
    payments: describePayments(record),
    json_url: `/api/owners/${owner}`,
    feed_url: ownerFeedPath(owner),
    resolve_url: `/api/resolve?key=${address}`,
  }
}

const toWords = (text: string): string => text.replaceAll('_', ' ')

const describeCounts = ({ counts, agents }: OwnerRecord): string =>
  `${thousands(counts.agents)} agents: ${counts.alive} alive, ${counts.not_alive} not alive, ${counts.unknown} unknown; ${counts.ranked} ranked, ${counts.flagged} flagged; ${counts.departed} more have departed.${
    counts.agents > agents.length ? ` The first ${agents.length} are shown.` : ''
  }`

const describePayments = ({ payments }: OwnerRecord): string[] =>
  payments.length === 0
    ? ['No payment to it was seen.']
    : payments.map(
        (paid) =>
          `${paid.chain_name}, ${NUMBERS.market_days} days: ${thousands(paid.payments)} payments of ${paid.volume_usd} USD to ${paid.wallets} of its wallets, by ${thousands(paid.unique_payers)} payers, ${thousands(paid.independent_payers)} of them independent.`,
      )
