import { agentFeedPath } from '../feeds/agent_feed.ts'
import { ATOM_LINK_TYPE } from '../feeds/atom.ts'
import type { AgentDays } from '../views/agent_days.ts'
import type { AgentRecord, SignalRow, StandingRow } from '../views/agent_record.ts'
import { badgeSnippets } from '../views/badge_snippets.ts'
import { describeFlags, onlyGrave } from '../views/flag_words.ts'
import { describeOverride } from '../views/parts.ts'
import { placeRange } from '../views/place.ts'
import { describeAgentUptime, describeProbe } from '../views/probe_words.ts'
import { assumedPoints } from '../views/score_bar.ts'
import { connectPart } from './agent_connect.ts'
import { agentFacts } from './agent_facts.ts'
import { agentOwnersView } from './agent_owners.ts'
import type { AgentView, FlagView } from './agent_page_view.ts'
import { agentPaymentsView } from './agent_payments.ts'
import { cardPath } from './card_path.ts'
import { dayAndTime, formatAmount, points, scoreRange } from './numbers.ts'
import type { PageSite } from './page_site.ts'
import {
  agentPath,
  categoryName,
  categoryPaths,
  describeBand,
  describeChange,
  describeMove,
  linkable,
  pageBase,
  signalName,
} from './parts.ts'
import { agentScoreHistory } from './score_history.ts'
import { drawBar, partPoints, partViews } from './score_parts.ts'
import { toolListView } from './tool_lists.ts'

const RECORDS = 10
const CHANGES = 10

/** `/agents/{handle}`: all that is known of an agent; of a departed one when and why it left. */
export function agentView(agent: AgentRecord, days: AgentDays, site: PageSite): AgentView {
  const { handle, name, description, archetype, departed_on } = agent
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
    says: description,
    category: categoryName(site, agent.primary_category),
    archetype,
    indexed_since: indexedSince(agent),
    alerts: onlyGrave(agent.trust.flags).map(flagView),
    departed: hasDeparted ? { on: departed_on, reason: agent.departed_reason ?? 'reason unknown' } : null,
    key_facts: hasDeparted ? [] : keyFacts(agent),
    standings: hasDeparted ? [] : agent.standings.map((row) => standingView(row, site)),
    ...(hasDeparted ? { course: null, calendar: null } : agentScoreHistory(agent, days, site)),
    liveness: livenessSentences(agent),
    trust: hasDeparted
      ? null
      : {
          ...agent.trust,
          reasons: agent.trust.reasons.map((reason) => reason.sentence),
          // The grave ones are at the top of the page.
          flags: agent.trust.flags.filter((flag) => flag.severity === 'minor').map(flagView),
        },
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
    links: dataLinks(handle, hasDeparted),
  }
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

const flagView = ({ flag, severity, reason, related }: Flag): FlagView => ({
  flag,
  severity,
  reason,
  related: related === null ? null : { href: agentPath(related), text: related },
})

function keyFacts(agent: AgentRecord): AgentView['key_facts'] {
  const { score, trust, liveness } = agent
  return [
    { title: 'place', text: formatPlace(agent) },
    { title: 'score', text: score === null ? 'unknown' : formatScore(agent) },
    { title: 'tier', text: agent.tier.replace('_', ' ') },
    { title: 'liveness', text: (liveness ?? 'unknown').replace('_', ' ') },
    { title: 'trust', text: `${formatAmount(trust.score)} of 100, ${trust.class.replace('_', ' ')}` },
    { title: 'price multiplier', text: points(trust.price_multiplier) },
  ]
}

const primaryStanding = ({ primary_category, standings }: AgentRecord): StandingRow | null =>
  standings.find(({ category }) => category === primary_category) ?? null

function formatPlace(agent: AgentRecord): string {
  const standing = primaryStanding(agent)
  return (standing === null ? null : placeRange(standing)) ?? 'none yet'
}

function formatScore(agent: AgentRecord): string {
  const row = primaryStanding(agent)
  return scoreRange(agent.score, row?.score_low ?? null, row?.score_high ?? null)
}

function standingView(row: StandingRow, site: PageSite): AgentView['standings'][number] {
  const parts = toParts(row, site)
  return {
    id: `in-${row.category}`,
    name: categoryName(site, row.category),
    ...categoryPaths(row.category),
    methodology_version: row.methodology_version,
    rank: row.rank,
    band: describeBand(row),
    tier: row.tier,
    score: row.score,
    score_low: row.score_low,
    score_high: row.score_high,
    observed_weight: row.observed_weight,
    moved: describeMove(row.change),
    bar: drawBar(row, findMethodology(row, site) ?? { parts: [], signals: [] }),
    assumed: assumedPoints(row.signals),
    parts,
    signals: row.signals.map(signalView),
  }
}

const findMethodology = (row: StandingRow, site: PageSite): PageSite['methodologies'][number] | undefined =>
  site.methodologies.find(({ category }) => category === row.category)

/** The parts of the methodology with their points. */
function toParts(row: StandingRow, site: PageSite): AgentView['standings'][number]['parts'] {
  const methodology = findMethodology(row, site)
  if (methodology === undefined) return []
  const points = partPoints(methodology, row.signals)
  return partViews(methodology).map((part, index) => ({ ...part, points: points[index] ?? 0 }))
}

function signalView(row: SignalRow): AgentView['standings'][number]['signals'][number] {
  return {
    name: signalName(row.key),
    value: formatObserved(row),
    points: row.points,
    is_assumed: row.is_assumed,
    weight: row.weight,
    observed_at: row.observed_at,
    observed_on: dayAndTime(row.observed_at),
    source: row.source,
    source_url: linkable(row.source_url),
  }
}

/** Formats the observed value of a signal for people. */
export function formatObserved({
  value,
  value_at,
  unit,
}: Pick<SignalRow, 'value' | 'value_at' | 'unit'>): string {
  if (value_at !== null) return dayAndTime(value_at)
  return value === null ? 'not observed' : `${formatAmount(value)} ${value === 1 ? singular(unit) : unit}`
}

/** `repository` for `repositories`, `star` for `stars`. */
const singular = (unit: string): string => unit.replace(/ies$/, 'y').replace(/s$/, '')

function livenessSentences({ liveness, reliability, ...agent }: AgentRecord): string[] {
  if (liveness === null) return []
  const act =
    agent.activity === null
      ? 'No public act has been observed.'
      : `Latest public act: ${agent.activity}, ${dayAndTime(agent.last_activity_at)}.`
  const share = (days: number, percent: number | null, observed: number) =>
    percent === null
      ? `Last ${days} days: the days alive are unknown.`
      : `Last ${days} days: alive on ${formatAmount(percent)} percent of the ${observed} days observed.`
  return [
    agent.life?.says ?? liveness,
    act,
    `Last answered our probe: ${dayAndTime(agent.last_probe_ok_at)}.`,
    ...(reliability === null
      ? ['Reliability: unknown.']
      : [
          share(30, reliability.reliability_30d, reliability.observed_days_30),
          share(90, reliability.reliability_90d, reliability.observed_days_90),
          `Coverage of the last 30 days: ${reliability.coverage}.`,
          describeAgentUptime(reliability),
        ]),
  ]
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
