import type { PublishedOverride } from '../../pipeline/artifacts/data/corrections.ts'
import type { Claims } from './claims.ts'
import type { Bound } from './past.ts'

/** The records that are one agent because strong keys join them, and those keys. */
export interface Group {
  records: string[]
  keys: string[]
}

/** Kinds of keys, the strongest first; any others are last. */
const KINDS = 'override mcp erc8004 token family developer owned origin repository package endpoint'.split(
  ' ',
)

/** Two records and the key that they share, or a manual override. */
interface Link {
  records: [string, string]
  key: string
  kind: number
}

/**
 * The group of each record that is there. A key joins records of different sources, one that is ambiguous none, and none
 * joins two of which a person says that they are different.
 */
export function groupRecords(
  { byRecord, present, ambiguous }: Claims,
  overrides: readonly PublishedOverride[],
): Map<string, Group> {
  const decided = overrides.filter(({ record_a, record_b }) => present.has(record_a) && present.has(record_b))
  const holders = new Map<string, string[]>()
  for (const record of [...present].sort())
    for (const { key, isStrong } of byRecord.get(record) ?? [])
      if (isStrong && !ambiguous.has(key)) holders.set(key, [...(holders.get(key) ?? []), record])
  const links = [
    ...decided.filter(({ verdict }) => verdict === 'same').map(overrideLink),
    ...[...holders].flatMap(([key, records]) => pairs(key, [...new Set(records)])),
  ].sort((a, b) => a.kind - b.kind || (a.key < b.key ? -1 : a.key > b.key ? 1 : 0))
  return joined(
    [...present],
    links,
    decided.filter(({ verdict }) => verdict === 'different').map(overrideLink),
  )
}

const overrideLink = ({ record_a, record_b }: PublishedOverride): Link => ({
  ...{ records: [record_a, record_b], key: 'an identity override', kind: 0 },
})

function pairs(key: string, records: string[]): Link[] {
  const kind = KINDS.indexOf(key.split(':')[0] ?? '')
  return records.flatMap((later, index) =>
    records.slice(0, index).map(
      (earlier): Link => ({
        ...{ records: [earlier, later], key, kind: kind < 0 ? KINDS.length : kind },
      }),
    ),
  )
}

function joined(present: string[], links: Link[], apart: Link[]): Map<string, Group> {
  const group = new Map(present.map((record): [string, Group] => [record, { records: [record], keys: [] }]))
  for (const { records } of links) {
    const [mine, theirs] = records.map((record) => group.get(record) as Group) as [Group, Group]
    const together = new Set([...mine.records, ...theirs.records])
    if (mine === theirs || apart.some((pair) => pair.records.every((record) => together.has(record))))
      continue
    mine.records.push(...theirs.records)
    for (const record of theirs.records) group.set(record, mine)
  }
  for (const { records, key } of links) {
    const [mine, theirs] = records.map((record) => group.get(record))
    if (mine !== undefined && mine === theirs && !mine.keys.includes(key)) mine.keys.push(key)
  }
  for (const merged of new Set(group.values())) {
    merged.records.sort()
    merged.keys.sort()
  }
  return group
}

/** The reasons that a record bound today may have: it was the first of its agent, or it shares these keys. */
export function reasonsFor(group: Group | undefined): string[] {
  const shared = group && group.keys.length > 0 ? `shares ${group.keys.join(' and ')}` : 'kept'
  return ['first seen', shared]
}

/** Returns wrong bindings: agents whose present records are not one group, and records that are unbound. */
export function misbound(bindings: Bound[], groups: Map<string, Group>): string[] {
  const handleByRecord = new Map(bindings.map((binding) => [binding.record_id, binding.handle]))
  const wrong = [...new Set(groups.values())].flatMap(({ records }) => {
    const handles = new Set(records.map((record) => handleByRecord.get(record)))
    return handles.size === 1 && !handles.has(undefined) ? [] : [`${records.join(' and ')} are one agent`]
  })
  const present = bindings.filter(({ record_id }) => groups.has(record_id))
  for (const [handle, bound] of Map.groupBy(present, (bound) => bound.handle)) {
    const apart = new Set(bound.map(({ record_id }) => groups.get(record_id)))
    if (apart.size > 1) wrong.push(`${handle} is ${apart.size} agents`)
  }
  return wrong
}
