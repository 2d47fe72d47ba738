import type { Catalog } from '../../pipeline/catalog/catalog.ts'
import { SIGNALS } from '../../pipeline/signals.ts'
import { expectedChange } from './change.ts'
import type { Claim, Claims } from './claims.ts'
import { Rule } from './compare.ts'
import type { InputsOf } from './inputs.ts'
import type { Bound, Past } from './past.ts'
import type { InputRow, PublishedRelease, Summary } from './published.ts'
import type { Readings } from './readings.ts'
import {
  archetypeOf,
  bySpokesman,
  departureOf,
  isProvenBySignIn,
  type Listed,
  listedRecords,
  shownRecord,
} from './records.ts'
import { daysTo, expectedCategory, publishedTime, type Signal, signalsOf } from './scoring.ts'
import { shownAddress, shownText } from './shown.ts'

/** All that the agents of a release are traced with. */
export interface Evidence {
  release: PublishedRelease
  readings: Readings
  catalog: Catalog
  claims: Claims
  past: Past
  inputsOf: InputsOf
  /** By handle, in the order in which they were bound. */
  records: Map<string, Bound[]>
  /** The handles of agents that are there, by each key that ties them without merging them. */
  ties: Map<string, Set<string>>
  ranks: Map<string, number>
  /** When the newest of all recorded responses was received. */
  archivedAt: string
}

/** The whole summary that an agent must have, from the recorded responses and the published sub-scores. */
export function expectedSummary(
  handle: string,
  published: Summary,
  rows: InputRow[],
  evidence: Evidence,
): object {
  const { release, readings, catalog } = evidence
  const records = listedRecords(evidence.records.get(handle) ?? [], readings, catalog)
  const [main] = records.toSorted(bySpokesman)
  if (main === undefined) return { handle: new Rule('bound to a recorded record', () => false) }
  const departed = departureOf(records)
  const speaking = records.filter((record) => departed !== null || record.departed === null)
  const inputs = evidence.inputsOf(records.map((record) => record.bound.record_id))
  const signals = signalsOf(inputs)
  const stars = Math.max(...['github_stars', 'github_stars_total'].map((key) => signals.get(key)?.value ?? 0))
  const isRanked = speaking.some((record) => evidence.ranks.has(`${record.category} ${handle}`))
  return {
    type: 'agent_summary',
    handle,
    name: shownText(main.name, 100, handle),
    url: `${release.baseUrl}/agents/${handle}`,
    primary_category: main.category,
    secondary_categories: categoriesOf(speaking).filter((category) => category !== main.category),
    tier: isRanked ? 'evidence_ranked' : 'indexed',
    archetype: archetypeOf(main, records),
    ecosystem_layer: { model_family: 'models', developer: 'builders', mcp_server: 'tools' }[main.category],
    verified: main.category !== 'mcp_server' || records.some(isProvenBySignIn),
    erc8004_registered: null,
    socially_visible: main.website !== null || stars > 0,
    identity: expectedIdentity(published, main, records, departed === null, evidence),
    liveness: departed === null ? expectedLiveness(signals, release.day) : null,
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

const categoriesOf = (records: Listed[]): string[] => [...new Set(records.map((one) => one.category))].sort()

const later = (a: string, b: string): string => (a > b ? a : b)

function expectedIdentity(
  published: Summary,
  main: Listed,
  records: Listed[],
  isThere: boolean,
  { claims, ties }: Evidence,
): object {
  const keys = records.flatMap((record) => claims.byRecord.get(record.bound.record_id) ?? [])
  const own = keys.filter((one) => one.isStrong && !claims.ambiguous.has(one.key)).map((one) => one.key)
  const proof = records.some(isProvenBySignIn) ? 'registry namespace proves the repository account' : null
  return {
    description: main.description === null ? null : shownText(main.description, 300, null),
    website: shownAddress(main.website),
    repository: main.repository,
    verification: main.category === 'mcp_server' ? proof : 'curated catalogue',
    records: records.map(shownRecord),
    keys: [...new Set(own)].sort().map((key) => shownText(key, 300, null)),
    operator_ties: isThere ? expectedTies(published.handle, keys, claims, ties) : [],
    untrusted_fields: published.identity.untrusted_fields.map(
      () => new Rule('the path of a field', (shown) => hasField(published, String(shown).split('.'))),
    ),
  }
}

/** Whether a path leads to a field, in every item where it goes through a list. */
function hasField(value: unknown, [step, ...rest]: string[]): boolean {
  if (step === undefined) return true
  if (Array.isArray(value)) return value.every((item) => hasField(item, [step, ...rest]))
  const isThere = typeof value === 'object' && value !== null && Object.hasOwn(value, step)
  return isThere && hasField((value as Record<string, unknown>)[step], rest)
}

function expectedTies(
  handle: string,
  keys: Claim[],
  { ambiguous }: Claims,
  ties: Map<string, Set<string>>,
): object[] {
  const tying = keys.filter((one) => !one.isStrong || ambiguous.has(one.key)).map((one) => one.key)
  return [...new Set(tying)].sort().flatMap((key) => {
    const others = [...(ties.get(key) ?? [])].filter((other) => other !== handle).sort()
    if (others.length === 0) return []
    return [{ key: shownText(key, 300, null), other_count: others.length, others: others.slice(0, 10) }]
  })
}

/** The latest act of any kind; of acts at one time, the one whose key comes first. */
function expectedLiveness(signals: Map<string, Signal>, day: string): object {
  const [latest] = [...signals]
    .filter(([key]) => SIGNALS[key]?.is_activity)
    .map(([key, { time }]) => ({ key, time: time ?? Number.NEGATIVE_INFINITY }))
    .sort((a, b) => b.time - a.time || (a.key < b.key ? -1 : 1))
  if (latest === undefined)
    return { state: 'unknown', last_activity_at: null, last_activity: null, days_since_active: null }
  const days = Math.max(daysTo(day, latest.time), 0)
  return {
    state: days < 30 ? 'alive' : 'not_alive',
    last_activity_at: publishedTime(latest.time),
    last_activity: SIGNALS[latest.key]?.name,
    days_since_active: days,
  }
}

function expectedScores(
  handle: string,
  published: Summary,
  present: Listed[],
  signals: Map<string, Signal>,
  { release, ranks, past }: Evidence,
): object {
  const scores = categoriesOf(present).map((category) => {
    const row = Object.entries(published.scores_by_category).find(([name]) => name === category)?.[1]
    const methodology = release.methodologies.get(category)
    const named = `${category} ${handle}`
    if (!row || !methodology) return [category, new Rule('a score', () => false)]
    const change = expectedChange(row, past.standings.get(named))
    const expected = expectedCategory(row, methodology, signals, release.day)
    return [category, { ...expected, rank: ranks.get(named) ?? null, change }]
  })
  return Object.fromEntries(scores)
}

/** Everything that the methodologies warn of is said, and nothing is said that is not known to be true. */
function expectedLimitations(
  { scores_by_category, departed, liveness }: Summary,
  { release }: Evidence,
): Rule {
  const owed = Object.keys(scores_by_category).flatMap((c) => release.methodologies.get(c)?.limitations ?? [])
  const known = [
    ...[...release.methodologies.values()].flatMap((one) => one.limitations),
    `Departed on ${departed?.on}: ${departed?.reason}. It is no longer ranked.`,
    ...(liveness?.state === 'unknown'
      ? ['No public activity was ever observed: liveness is unknown, which is not the same as dead.']
      : []),
    'Registration in ERC-8004 is not observed yet: erc8004_registered is unknown.',
  ]
  return new Rule(`all of ${JSON.stringify(owed)}, and no others but the known`, (shown) => {
    const list = Array.isArray(shown) ? shown : []
    return owed.every((one) => list.includes(one)) && list.every((one) => known.includes(one))
  })
}

const sameSet = (expected: string[]): Rule =>
  new Rule(`the set of ${expected.join(', ')}`, (shown) => {
    const list = new Set(Array.isArray(shown) ? shown : [])
    return list.size === new Set(expected).size && expected.every((one) => list.has(one))
  })
