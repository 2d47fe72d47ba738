import type { Claim } from './claims.ts'
import { Rule } from './compare.ts'
import { expectedCorrections } from './corrected.ts'
import type { Evidence } from './evidence.ts'
import { reasonsFor } from './merges.ts'
import type { Summary } from './published.ts'
import { byBinding, getVerification, type Listed, shownRecord } from './records.ts'
import { shownAddress, shownText } from './shown.ts'

const MAX_NAMED = 10

/** The agents that share a key: how many, and the first of them by handle. */
export interface Tie {
  count: number
  first: string[]
}

/** Returns the expected identity of an agent: its records and why they are one, its keys, and its ties. */
export function expectedIdentity(
  published: Summary,
  main: Listed,
  records: Listed[],
  isThere: boolean,
  evidence: Evidence,
): object {
  const { claims, ties, release, copies, handleByRecord } = evidence
  const handleOfAgent = (agent: string) => handleByRecord.get(`erc8004_identity:${agent}`) ?? null
  const keys = records.flatMap((record) => claims.byRecord.get(record.bound.record_id) ?? [])
  const own = keys.filter((key) => key.isStrong && !claims.ambiguous.has(key.key)).map((key) => key.key)
  const tying = keys.filter((key) => !key.isStrong || claims.ambiguous.has(key.key))
  return {
    description: main.description === null ? null : shownText(main.description, 300, null),
    website: shownAddress(main.website),
    repository: main.repository,
    verification: getVerification(main, records),
    records: records
      .toSorted(byBinding)
      .map((record) => shownRecord(record, expectedReason(record, evidence))),
    keys: [...new Set(own)].sort().map((key) => shownText(key, 300, null)),
    operator_ties: isThere ? expectedTies(published.handle, tying, ties) : [],
    copies: records.some(({ source }) => source === 'erc8004_identity')
      ? [...copies.values()].filter(({ original }) => handleOfAgent(original) === published.handle).length
      : null,
    copy_of: isThere || main.copyOf === null ? null : handleOfAgent(main.copyOf),
    overrides: expectedOverrides(published.handle, evidence),
    corrections: expectedCorrections(main, release.corrections),
    untrusted_fields: published.identity.untrusted_fields.map(
      () => new Rule('the path of a field', (shown) => hasField(published, String(shown).split('.'))),
    ),
  }
}

/** Returns the manual overrides of the agent's present records, with the other agent's record where there is one. */
function expectedOverrides(handle: string, { claims, handleByRecord, release }: Evidence): object[] {
  return release.overrides.flatMap(({ record_a, record_b, verdict, reason, source_url, date }) => {
    if (!claims.present.has(record_a) || !claims.present.has(record_b)) return []
    const record = [record_a, record_b].find((text) => handleByRecord.get(text) === handle)
    if (record === undefined) return []
    return [{ record, other: record === record_a ? record_b : record_a, verdict, reason, source_url, date }]
  })
}

/** The reason of a binding is history, except for those bound today. */
function expectedReason({ bound }: Listed, { groups, release }: Evidence): unknown {
  if (bound.bound_on !== release.day) return bound.reason
  const reasons = reasonsFor(groups.get(bound.record_id))
  return new Rule(reasons.join(' or '), (shown) =>
    reasons.some((reason) => shown === bound.reason && bound.reason.split(', before this')[0] === reason),
  )
}

const OVERRIDE_NAMES = ['record', 'other']

/** True if a path leads to a field, in every item of a list on the way. */
function hasField(value: unknown, [step, ...rest]: string[]): boolean {
  if (step === undefined) return true
  // An empty list shows no fields: those of an override are known by their names.
  if (Array.isArray(value) && value.length === 0) return rest.length === 0 && OVERRIDE_NAMES.includes(step)
  if (Array.isArray(value)) return value.every((item) => hasField(item, [step, ...rest]))
  const isThere = typeof value === 'object' && value !== null && Object.hasOwn(value, step)
  return isThere && hasField((value as Record<string, unknown>)[step], rest)
}

function expectedTies(handle: string, tying: Claim[], ties: Map<string, Tie>): object[] {
  return [...new Set(tying.map((claim) => claim.key))].sort().flatMap((key) => {
    const { count, first } = ties.get(key) ?? { count: 1, first: [] }
    if (count < 2) return []
    const others = first.filter((other) => other !== handle).slice(0, MAX_NAMED)
    return [{ key: shownText(key, 300, null), other_count: count - 1, others }]
  })
}

/** The agents that are tied by each key, without those that have departed. */
export function tiesBetween(
  handles: Iterable<[record: string, handle: string]>,
  isThere: (handle: string) => boolean,
  { byRecord, ambiguous }: Evidence['claims'],
): Map<string, Tie> {
  const tied = new Map<string, Set<string>>()
  for (const [record, handle] of handles) {
    if (!isThere(handle)) continue
    for (const { key, isStrong } of byRecord.get(record) ?? [])
      if (!isStrong || ambiguous.has(key)) tied.set(key, (tied.get(key) ?? new Set()).add(handle))
  }
  return new Map(
    [...tied].map(([key, all]) => [key, { count: all.size, first: [...all].sort().slice(0, MAX_NAMED + 1) }]),
  )
}
