import { livenessRule } from '../domain/liveness.ts'
import { SIGNALS } from '../domain/signals.ts'
import { markdownCode, markdownText } from '../domain/text.ts'
import { missingSignals } from '../pages/agent_standing.ts'
import { evidenceLink } from '../pages/evidence_link.ts'
import { describeBand } from '../pages/parts.ts'
import type { AgentRecord, ChangeRow, OverrideRow, SignalRow, StandingRow } from './agent_record.ts'
import { connectLines } from './connect_markdown.ts'
import { describeFlags } from './flag_words.ts'
import { describeIncident } from './incident_words.ts'
import { describeLicense, describePackageCheck, describeVulnerability, namePackage } from './package_words.ts'
import { agentUrl, describeOverride } from './parts.ts'
import { describeAgentUptime, describeProbe } from './probe_words.ts'
import type { ReleaseInfo } from './release_info.ts'
import { toolLines } from './tools_markdown.ts'

const MAX_RECORDS = 10
const MAX_CHANGES = 10

/**
 * Page of an agent as Markdown, for readers that are no browsers. Third-party text is in code spans, so that none of it
 * is a link, a heading or a picture.
 */
export function agentMarkdown(agent: AgentRecord, info: ReleaseInfo): string {
  const { handle, departed_on } = agent
  return [
    `# ${handle}`,
    ...flagLines(agent),
    list(about(agent, info)),
    departed_on === null ? present(agent, info) : gone(agent),
    section('Identity', list(identity(agent))),
    section(
      'Changes',
      list(agent.changes.slice(0, MAX_CHANGES).map(changeLine), 'None in the last 90 days.'),
    ),
    section('As data', list(addresses(agent, info))),
    section('Limitations', list(limitations(agent, info).map(markdownText))),
  ]
    .join('\n\n')
    .concat('\n')
}

const section = (title: string, body: string): string => `## ${title}\n\n${body}`

const list = (lines: string[], otherwise = 'None.'): string =>
  lines.length === 0 ? otherwise : lines.map((line) => `- ${line}`).join('\n')

const words = (value: string): string => value.replaceAll('_', ' ')
const formatKnown = (value: string | number | null): string => (value === null ? 'unknown' : String(value))

function flagLines({ trust }: AgentRecord): string[] {
  const words = describeFlags(trust.flags)
  return words === null ? [] : [`**${markdownText(words)}**`]
}

function about(agent: AgentRecord, { day }: ReleaseInfo): string[] {
  const { name, description, primary_category, secondary_categories, archetype, is_verified } = agent
  return [
    `Name, as it calls itself: ${markdownCode(name)}`,
    `Description, in its own words: ${description === null ? 'unknown' : markdownCode(description)}`,
    `Category: ${[primary_category, ...secondary_categories].map(words).join(', ')}`,
    `Archetype: ${words(archetype)}`,
    is_verified ? `Verified: ${markdownText(formatKnown(agent.verification))}` : 'Not verified',
    `Index of ${day}`,
  ]
}

const gone = ({ departed_on, departed_reason }: AgentRecord): string =>
  section(
    'Departed',
    `On ${departed_on}: ${markdownText(departed_reason ?? 'reason unknown')}. It is no longer ranked.`,
  )

function present(agent: AgentRecord, info: ReleaseInfo): string {
  return [
    section('Advice', list(advice(agent))),
    ...connect(agent),
    section('Liveness', list(liveness(agent))),
    ...agent.standings.map((row) => formatStanding(row, agent, info)),
    section('Endpoints', list(endpoints(agent))),
    ...tools(agent),
    ...security(agent),
    ...incidents(agent),
  ].join('\n\n')
}

/** Only agents with an MCP server whose tools were read have this section. */
const tools = ({ tools: { servers, lists } }: AgentRecord): string[] =>
  servers === 0
    ? []
    : [
        section(
          'Tools',
          `Texts in code are those of its servers, and not verified. ${lists.length} of ${servers} servers shown.\n\n${list(toolLines(lists))}`,
        ),
      ]

const security = ({ license, package_checks: checks }: AgentRecord): string[] =>
  license === null && checks === null
    ? []
    : [
        section(
          'Licence and known vulnerabilities',
          list([
            markdownText(describeLicense(license)),
            ...(checks?.packages ?? []).map(
              (row) => `${markdownCode(namePackage(row))}: ${describePackageCheck(row)}`,
            ),
            ...(checks?.known ?? []).map(
              (row) =>
                `${row.id} in ${markdownCode(namePackage(row))}: ${markdownText(describeVulnerability(row))}`,
            ),
          ]),
        ),
      ]

const incidents = ({ incidents }: AgentRecord): string[] =>
  incidents === null
    ? []
    : [
        section(
          'Incidents',
          list(
            incidents.newest.map(
              (row) => `${row.kind}: ${markdownCode(row.url)} ${markdownText(describeIncident(row))}`,
            ),
          ),
        ),
      ]
/** Only agents of which a way to connect is known, or why there is none, have this section. */
function connect(agent: AgentRecord): string[] {
  const lines = connectLines(agent)
  return lines.length === 0 ? [] : [section('Connect', list(lines))]
}

function advice({ trust }: AgentRecord): string[] {
  return [
    `Verdict: ${trust.verdict}`,
    `Limit: ${describeLimit(trust)}`,
    trust.advice,
    `Trust: ${trust.score} of 100, ${words(trust.class)}`,
    `Price multiplier: ${trust.price_multiplier.toFixed(2)}, ${words(trust.recommendation)}`,
    ...trust.reasons.map(({ sentence }) => `Reason: ${markdownText(sentence)}`),
    ...trust.flags.map(
      ({ flag, severity, reason }) => `Flag (${severity}): ${markdownText(`${words(flag)}. ${reason}`)}`,
    ),
    'Advisory; not an authorization and not financial advice.',
  ]
}

/** `none` where no payment is advised; the advice below it says why. */
const describeLimit = ({ verdict, per_transaction, daily }: AgentRecord['trust']): string =>
  verdict !== 'reject' && per_transaction && daily
    ? `${per_transaction} USD at once, ${daily} USD a day`
    : 'none'

function liveness({
  liveness,
  activity,
  last_activity_at,
  last_probe_ok_at,
  life,
  reliability,
}: AgentRecord): string[] {
  const percent = (value: number | null | undefined): string => (value == null ? 'unknown' : `${value} %`)
  return [
    `State: ${words(formatKnown(liveness))}`,
    ...(life === null ? [] : [markdownText(life.says)]),
    `Latest public act: ${activity === null ? 'none observed' : `${markdownText(activity)}, ${formatKnown(last_activity_at)}`}`,
    `Last answer to our probe: ${last_probe_ok_at ?? 'none observed'}`,
    `Alive on the observed days of the last 30: ${percent(reliability?.reliability_30d)}`,
    `Alive on the observed days of the last 90: ${percent(reliability?.reliability_90d)}`,
    ...(reliability === null ? [] : [describeAgentUptime(reliability)]),
    livenessRule(),
  ]
}

const endpoints = ({ endpoints, probes }: AgentRecord): string[] =>
  endpoints.map(({ kind, url }) => {
    const probe = probes.find((row) => row.kind === kind && row.url === url)
    const sentences = probe === undefined ? [] : describeProbe(probe)
    return [`${kind}: ${markdownCode(url)}`, ...sentences.map(markdownText)].join(' ')
  })

function formatStanding(row: StandingRow, { handle }: AgentRecord, info: ReleaseInfo): string {
  const { categories, base_url } = info
  const name = categories.find((category) => category.category === row.category)?.name ?? words(row.category)
  const band = describeBand(row)
  const facts = [
    `Rank: ${row.rank ?? 'none yet'}${band === null ? '' : ` (${band})`}`,
    `Tier: ${row.tier}`,
    `Score: ${row.score} (${row.score_low} to ${row.score_high})`,
    `Weight of what was observed: ${row.observed_weight} %`,
    `Methodology: [${row.methodology_version}](${base_url}/methodology/${row.category})`,
  ]
  const signals = list(row.signals.map((signal) => signalLine(signal, handle, info)))
  return section(
    `Standing in ${name}`,
    [list(facts), 'Signals:', signals, ...describeMissing(row)].join('\n\n'),
  )
}

/** For maintainers, as on the page. */
function describeMissing(row: StandingRow): string[] {
  const { missing, missing_weight } = missingSignals(row)
  if (missing.length === 0) return []
  return [
    `Not measured: ${missing_weight} of 100 points, and how to make it measured:`,
    list(missing.map(({ name, could_add, how }) => `${name} (${could_add}): ${how}`)),
  ]
}

function signalLine(row: SignalRow, handle: string, { base_url, evidence }: ReleaseInfo): string {
  const { key, value, value_at, unit, points, weight, is_assumed, source } = row
  const link = evidenceLink(row, handle, evidence)
  const href = link?.href.startsWith('/') ? `${base_url}${link.href}` : link?.href
  const proof = link === null ? '' : `; evidence: [${link.says}](${href})`
  const observed = value_at ?? (value === null ? 'not observed' : `${value} ${unit}`)
  return `${SIGNALS[key]?.name ?? words(key)}: ${observed}; ${points} of ${weight} points${is_assumed ? ', assumed' : ''}; source: ${markdownCode(source)}${proof}`
}

function identity({ website, repository_url, records, overrides, first_seen_on }: AgentRecord): string[] {
  const more = records.length - MAX_RECORDS
  return [
    `Website: ${website === null ? 'unknown' : markdownCode(website)}`,
    `Repository: ${repository_url === null ? 'unknown' : markdownCode(repository_url)}`,
    `First seen: ${formatKnown(first_seen_on)}`,
    ...records
      .slice(0, MAX_RECORDS)
      .map(
        ({ source, name, bound_on }) =>
          `Record in ${markdownCode(source)} since ${bound_on}: ${markdownCode(name)}`,
      ),
    ...(more > 0 ? [`and ${more} more records`] : []),
    ...overrides.map(overrideLine),
  ]
}

const overrideLine = ({ record, other, verdict, reason, source_url, date }: OverrideRow): string =>
  `Decided by a person on ${date}: ${markdownCode(record)} and ${markdownCode(other)} are ${describeOverride(verdict)}. ${markdownText(reason)} ${markdownCode(source_url)}`

function changeLine(row: ChangeRow): string {
  const { day, kind, category, rank_before, rank_after, reason } = row
  const ranks =
    rank_before === null && rank_after === null
      ? ''
      : `; rank ${rank_before ?? 'none'} to ${rank_after ?? 'none'}`
  return `${day}: ${kind} in ${words(category)}${ranks}${reason === null ? '' : `; ${markdownText(reason)}`}`
}

function addresses({ handle, departed_on }: AgentRecord, { base_url }: ReleaseInfo): string[] {
  const api = (path: string): string => `<${base_url}${path}>`
  return [
    `The page: <${agentUrl(base_url, handle)}>`,
    `Summary with every signal: ${api(`/api/agent/${handle}/llm-summary`)}`,
    `Verdict: ${api(`/api/trust/evaluate?handle=${handle}`)}`,
    `Changes: ${api(`/api/agent/${handle}/changes`)}`,
    ...(departed_on === null ? [`Reliability: ${api(`/api/reliability/v1?handle=${handle}`)}`] : []),
  ]
}

function limitations(agent: AgentRecord, info: ReleaseInfo): string[] {
  const of = info.categories.filter((category) =>
    agent.standings.some((row) => row.category === category.category),
  )
  return [...info.limitations, ...new Set(of.flatMap((item) => item.limitations))]
}
