import { expectedChange } from './change.ts'
import { Rule } from './compare.ts'
import type { Evidence } from './evidence.ts'
import { expectedIdentity } from './expected_identity.ts'
import { expectedLiveness } from './liveness/liveness.ts'
import type { InputRow, Summary } from './published.ts'
import { bySpokesman, findDeparture, getArchetype, getVerification, type Listed } from './records.ts'
import { expectedCategory, expectedRank, type Signal, sumSignals } from './scoring.ts'
import { shownText } from './shown.ts'
import { expectedTools } from './tools.ts'

const LAYERS: Record<Listed['category'], string> = {
  model_family: 'models',
  developer: 'builders',
  tokenized: 'markets',
  service: 'services',
  mcp_server: 'tools',
}

/**
 * Parts that are not derived here again: the bad days of a replay judge incidents, hostile words judge settings, and a
 * server after OSV's documents judges package checks, each in a test of its own.
 */
export const OTHER_PARTS = ['license', 'package_checks', 'incidents', 'connect']
const NOT_DERIVED = new Rule('anything: it is not derived here', () => true)

/** The flags shown beside a name: the major and critical ones, each once, by its highest severity. */
function graveFlags(flags: { flag: string; severity: string }[]): Rule {
  const grave = flags.filter(({ severity }) => severity !== 'minor')
  const expected = [...new Set(grave.map(({ flag }) => flag))].sort().map((flag) => {
    const isCritical = grave.some((shown) => shown.flag === flag && shown.severity === 'critical')
    return `${flag} ${isCritical ? 'critical' : 'major'}`
  })
  return new Rule(`the flags ${expected.join(', ') || 'none'}`, (shown) => {
    const told = (shown as typeof flags).map(({ flag, severity }) => `${flag} ${severity}`).sort()
    return told.join() === expected.join()
  })
}

/** The whole summary that an agent must have, from the recorded responses and the published sub-scores. */
export function expectedSummary(
  handle: string,
  published: Summary,
  rows: InputRow[],
  evidence: Evidence,
): object {
  const { release } = evidence
  const records = evidence.listRecords(evidence.bound.get(handle) ?? [])
  const [main] = records.toSorted(bySpokesman)
  if (main === undefined) return { handle: new Rule('bound to a recorded record', () => false) }
  const departed = findDeparture(records)
  const speaking = records.filter((record) => departed !== null || record.departed === null)
  const recordIds = records.map((record) => record.bound.record_id)
  const inputs = evidence.agentInputs(handle, recordIds)
  const signals = sumSignals(inputs)
  const stars = Math.max(...['github_stars', 'github_stars_total'].map((key) => signals.get(key)?.value ?? 0))
  const isRanked = speaking.some((record) => evidence.ranks.has(`${record.category} ${handle}`))
  return {
    type: 'agent_summary',
    handle,
    name: shownText(main.name, 100, handle),
    url: `${release.baseUrl}/agents/${handle}`,
    primary_category: main.category,
    secondary_categories: listCategories(speaking).filter((category) => category !== main.category),
    tier: isRanked ? 'evidence_ranked' : 'indexed',
    archetype: getArchetype(main, records),
    ecosystem_layer: LAYERS[main.category],
    verified: getVerification(main, records) !== null,
    risk_flags: graveFlags(release.flags(handle)),
    erc8004_registered: evidence.isRead('erc8004_identity')
      ? records.some(({ source }) => source === 'erc8004_identity')
      : null,
    socially_visible: main.website !== null || stars > 0,
    identity: expectedIdentity(published, main, records, departed === null, evidence),
    tools: expectedTools(departed === null ? records : [], evidence.recordedTools),
    ...Object.fromEntries(OTHER_PARTS.map((part) => [part, NOT_DERIVED])),
    liveness:
      departed === null
        ? expectedLiveness(
            evidence.gatherLife(handle, records, inputs),
            evidence.reads,
            release.day,
            (group) => evidence.findChance(handle, group),
          )
        : null,
    departed,
    scores_by_category:
      departed === null ? expectedScores(handle, published, speaking, signals, evidence) : {},
    limitations: expectedLimitations(published, evidence),
    last_updated: rows.map((row) => row.observed_at).reduce(later, '') || evidence.archivedAt,
    source_urls: sameSet([
      ...records.map((record) => record.url),
      ...[...new Set(rows.map((row) => row.source_url))].sort().slice(0, 20),
    ]),
  }
}

const listCategories = (records: Listed[]): string[] =>
  [...new Set(records.map((record) => record.category))].sort()

const later = (a: string, b: string): string => (a > b ? a : b)

function expectedScores(
  handle: string,
  published: Summary,
  present: Listed[],
  signals: Map<string, Signal>,
  { release, ranks, past, findInterval }: Evidence,
): object {
  const scores = listCategories(present).map((category) => {
    const row = Object.entries(published.scores_by_category).find(([name]) => name === category)?.[1]
    const methodology = release.methodologies.get(category)
    const named = `${category} ${handle}`
    if (!row || !methodology) return [category, new Rule('a score', () => false)]
    const change = expectedChange(row, past.standings.get(named))
    const interval = findInterval(category, handle)
    const expected = expectedCategory(row, methodology, signals, interval, { handle, ...release })
    return [category, { ...expected, ...expectedRank(ranks.get(named), interval), change }]
  })
  return Object.fromEntries(scores)
}

/** Every warning of the methodologies is present, and none that is not known to be true. */
function expectedLimitations({ scores_by_category, departed }: Summary, { release }: Evidence): Rule {
  const owed = Object.keys(scores_by_category).flatMap((c) => release.methodologies.get(c)?.limitations ?? [])
  const known = [
    ...[...release.methodologies.values()].flatMap((methodology) => methodology.limitations),
    `Departed on ${departed?.on}: ${departed?.reason}. It is no longer ranked.`,
  ]
  return new Rule(`all of ${JSON.stringify(owed)}, and no others but the known`, (shown) => {
    const list = Array.isArray(shown) ? shown : []
    return owed.every((text) => list.includes(text)) && list.every((item) => known.includes(item))
  })
}

const sameSet = (expected: string[]): Rule =>
  new Rule(`the set of ${expected.join(', ')}`, (shown) => {
    const list = new Set(Array.isArray(shown) ? shown : [])
    return list.size === new Set(expected).size && expected.every((text) => list.has(text))
  })
