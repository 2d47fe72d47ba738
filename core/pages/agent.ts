import { agentFeedPath } from '../feeds/agent_feed.ts'
import { ATOM_LINK_TYPE } from '../feeds/atom.ts'
import type { AgentDays } from '../views/agent_days.ts'
import type { AgentRecord, StandingRow } from '../views/agent_record.ts'
import { badgeSnippets } from '../views/badge_snippets.ts'
import { describeFlags, onlyGrave } from '../views/flag_words.ts'
import { describeOverride } from '../views/parts.ts'
import { placeRange } from '../views/place.ts'
import { describeProbe } from '../views/probe_words.ts'
import { agentAdvice } from './agent_advice.ts'
import { connectPart } from './agent_connect.ts'
import { agentFacts } from './agent_facts.ts'
import { agentOwnersView } from './agent_owners.ts'
import type { AgentView, FlagView } from './agent_page_view.ts'
import { agentPaymentsView } from './agent_payments.ts'
import { standingView } from './agent_standing.ts'
import { agentState, livenessSentences } from './agent_state.ts'
import { cardPath } from './card_path.ts'
import { formatAmount, points, shortDay } from './numbers.ts'
import type { PageSite } from './page_site.ts'
import { agentPath, categoryName, categoryPaths, describeChange, linkable, pageBase } from './parts.ts'
import { agentScoreHistory } from './score_history.ts'
import { toolListView } from './tool_lists.ts'

const RECORDS = 10
const CHANGES = 6

/** `/agents/{handle}`: all that is known of an agent; of a departed one when and why it left. */
export function agentView(agent: AgentRecord, days: AgentDays, site: PageSite): AgentView {
  const { handle, name, description, departed_on } = agent
  const hasDeparted = departed_on !== null
  const snippets = badgeSnippets(site.baseUrl, handle)
  return {
    // The handle too: names are not unique.
    ...pageBase(site, {
      title: name === handle ? `${handle}: Assay` : `${name} (${handle}): Assay`,
      path: agentPath(handle),
      twin: `${agentPath(handle)}.md`,
      card: cardPath(agent, site.world),
      alternates: [
        { type: ATOM_LINK_TYPE, title: `Changes of ${handle} (Atom)`, href: agentFeedPath(handle) },
      ],
      description: summarizeAgent(agent, site),
      limitations: limitations(agent, site),
    }),
    handle,
    name,
    says: description === null ? null : { text: description, is_folded: isFolded(description, agent) },
    category: categoryName(site, agent.primary_category),
    ranking_url: categoryPaths(agent.primary_category).ranking_url,
    state: agentState(agent),
    alerts: onlyGrave(agent.trust.flags).map(flagView),
    notes: agent.trust.flags.filter(({ severity }) => severity === 'minor').map(toNote),
    departed: hasDeparted ? { on: departed_on, reason: agent.departed_reason ?? 'reason unknown' } : null,
    key_facts: hasDeparted ? [] : keyFacts(agent, site),
    standings: hasDeparted
      ? []
      : firstStanding(agent).map((row, at) => standingView(row, { handle, isFirst: at === 0 }, site)),
    ...(hasDeparted ? { course: null, calendar: null } : agentScoreHistory(agent, days, site)),
    has_service: site.evidence?.is_served ?? true,
    liveness: livenessSentences(agent),
    advice: agentAdvice(agent),
    connect: connectPart(agent),
    tool_lists: hasDeparted ? [] : agent.tools.lists.map(toolListView),
    more_tool_lists: hasDeparted ? 0 : agent.tools.servers - agent.tools.lists.length,
    endpoints: hasDeparted ? [] : listEndpoints(agent),
    ...agentFacts(agent),
    ...identityView(agent),
    owners: agentOwnersView(agent),
    payments: agentPaymentsView(agent),
    changes: agent.changes.slice(0, CHANGES).map((row) => ({
      day: row.day,
      category: categoryName(site, row.category),
      words: describeChange(row),
    })),
    badge_url: `/embed/${handle}.svg`,
    badge_html: snippets.html,
    badge_markdown: snippets.markdown,
    claim: describeClaim(agent),
    calculator_url: `${categoryPaths(agent.primary_category).methodology_url}?agent=${handle}#calculator`,
    links: dataLinks(handle, hasDeparted),
  }
}

/** Descriptions up to this length are shown whole. */
const SHORT_TEXT = 180

/** A long description waits for who wants to read it, and so does that of an agent with a grave flag. */
const isFolded = (description: string, { trust }: AgentRecord): boolean =>
  description.length > SHORT_TEXT || onlyGrave(trust.flags).length > 0

/** Says what proves that an agent is its maintainer's. */
function describeClaim({ trust }: AgentRecord): string {
  if (trust.identity === 'erc8004_proven') return 'Claimed: its host names its ERC-8004 registration.'
  const how =
    'To claim it, serve /.well-known/agent-registration.json on your host and name your ERC-8004 registration there.'
  return trust.identity === 'account_proven'
    ? `A registry proved its account or domain. ${how}`
    : `Nobody has claimed it. ${how}`
}

/** Summarizes the page in a sentence of our own words: it names the agent by its handle, since names are not unique. */
function summarizeAgent(agent: AgentRecord, site: PageSite): string {
  const { handle, rank, departed_on, trust } = agent
  const category = categoryName(site, agent.primary_category)
  if (departed_on !== null) return `The agent ${handle} (${category}) departed on ${departed_on}.`
  const place = rank === null ? 'indexed, not ranked' : `rank ${rank}`
  const flagged = describeFlags(trust.flags)
  return `The agent ${handle} in ${category}: ${place}, verdict ${trust.verdict}${flagged === null ? '' : `, ${flagged}`}. Scores, signals, liveness and trust on ${site.day}.`
}

/** The first day on which a record was known to be this agent; what sources say of earlier days is another matter. */
function indexedSince({ records, first_seen_on }: AgentRecord): string | null {
  const days = records.map((record) => record.bound_on).sort()
  return days[0] ?? first_seen_on
}

type Flag = AgentRecord['trust']['flags'][number]

const toLink = (related: string | null): FlagView['related'] =>
  related === null ? null : { href: agentPath(related), text: related }

const flagView = ({ flag, severity, reason, related }: Flag): FlagView => ({
  ...{ flag, severity, reason },
  related: toLink(related),
})

/** Anybody can cause a minor flag: it says what is so, and accuses nobody. */
const toNote = ({ flag, reason, related }: Flag): AgentView['notes'][number] => ({
  reason: flag === 'impersonation' ? 'Another agent has this name, or one that looks like it.' : reason,
  related: toLink(related),
})

function keyFacts(agent: AgentRecord, site: PageSite): AgentView['key_facts'] {
  const { trust, tier, archetype } = agent
  const since = indexedSince(agent)
  const paid = trust.payable
    ? [
        {
          title: 'Price',
          text: `${points(100 * trust.price_multiplier).replace(/\.00$/, '')} % of what it asks`,
        },
      ]
    : []
  return [
    {
      title: 'Category',
      text: `${categoryName(site, agent.primary_category)}, ${archetype.replaceAll('_', ' ')}`,
    },
    { title: 'Place', text: formatPlace(agent) },
    { title: 'Tier', text: tier.replace('_', ' ') },
    { title: 'Trust', text: `${formatAmount(trust.score)} of 100, ${trust.class.replace('_', ' ')}` },
    ...paid,
    { title: 'Identity', text: IDENTITIES[trust.identity] },
    { title: 'In the index since', text: since === null ? 'unknown' : shortDay(since) },
  ]
}

const IDENTITIES: Readonly<Record<AgentRecord['trust']['identity'], string>> = {
  erc8004_proven: 'proven by its host',
  account_proven: 'account proven',
  unproven: 'not proven',
}

const primaryStanding = ({ primary_category, standings }: AgentRecord): StandingRow | null =>
  standings.find(({ category }) => category === primary_category) ?? null

/** The standing in the primary category before the others. */
function firstStanding(agent: AgentRecord): StandingRow[] {
  const first = primaryStanding(agent)
  return first === null ? agent.standings : [first, ...agent.standings.filter((row) => row !== first)]
}

function formatPlace(agent: AgentRecord): string {
  const standing = primaryStanding(agent)
  if (standing === null || standing.rank === null) return 'none yet'
  return `${placeRange(standing)}${standing.is_rank_provisional === true ? ', not settled' : ''}`
}

const listEndpoints = ({ endpoints, probes }: AgentRecord): AgentView['endpoints'] =>
  endpoints.map(({ kind, url }) => {
    const probe = probes.find((row) => row.kind === kind && row.url === url)
    return { kind, url, sentences: probe === undefined ? [] : describeProbe(probe) }
  })

function identityView(agent: AgentRecord) {
  const { records, overrides, website, repository_url, is_verified, verification } = agent
  const addresses = [
    { title: 'website', url: website },
    { title: 'repository', url: repository_url },
  ]
  return {
    verified: is_verified ? `Verified: ${verification ?? 'reason unknown'}.` : 'Not verified.',
    addresses: addresses.flatMap(({ title, url }) => {
      const shown = linkable(url)
      return shown === null ? [] : [{ title, url: shown }]
    }),
    records: records.slice(0, RECORDS).map((record) => ({
      source: record.source,
      name: record.name,
      url: linkable(record.url),
      bound_on: record.bound_on,
      departed_on: record.departed_on,
      reason: record.reason,
    })),
    more_records: Math.max(0, records.length - RECORDS),
    overrides: overrides.map(({ verdict, source_url, ...row }) => ({
      ...row,
      are: describeOverride(verdict),
      source_url: linkable(source_url),
    })),
  }
}

function limitations(agent: AgentRecord, site: PageSite): string[] {
  const of = site.methodologies.filter((methodology) =>
    agent.standings.some((row) => row.category === methodology.category),
  )
  return [...site.limitations, ...new Set(of.flatMap((methodology) => methodology.limitations))]
}

/** Only addresses with a file of their own: hosts of static files have these too. */
function dataLinks(handle: string, hasDeparted: boolean): AgentView['links'] {
  const links = [
    { href: `/api/agent/${handle}/llm-summary`, text: 'Summary with every signal (JSON)' },
    { href: `/api/agent/${handle}/changes`, text: 'Changes (JSON)' },
    { href: `/api/agent/${handle}/trust`, text: 'Trust score and its parts (JSON)' },
    { href: `/api/public/trust/${handle}`, text: 'Public trust record (JSON)' },
    { href: `/api/reputation/multiplier/${handle}`, text: 'Price multiplier (JSON)' },
  ]
  // What has departed is no longer watched day by day.
  return hasDeparted
    ? links
    : [...links, { href: `/api/reliability/v1?handle=${handle}`, text: 'Reliability (JSON)' }]
}
