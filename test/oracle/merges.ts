import type { Claims } from './claims.ts'
import type { Bound } from './past.ts'

/** The records that are one agent because strong keys join them, and those keys. */
export interface Group {
  records: string[]
  keys: string[]
}

/** The group of each record that is there. A key joins records of different sources; one that is ambiguous none. */
export function groupsOf({ byRecord, present, ambiguous }: Claims): Map<string, Group> {
  const group = new Map(
    [...present].map((record): [string, Group] => [record, { records: [record], keys: [] }]),
  )
  const first = new Map<string, string>()
  for (const record of present)
    for (const { key, isStrong } of byRecord.get(record) ?? []) {
      if (!isStrong || ambiguous.has(key)) continue
      const other = first.get(key)
      if (other === undefined) first.set(key, record)
      else join(group, record, other, key)
    }
  for (const one of new Set(group.values())) {
    one.records.sort()
    one.keys = [...new Set(one.keys)].sort()
  }
  return group
}

function join(group: Map<string, Group>, a: string, b: string, key: string): void {
  const [one, other] = [group.get(a) as Group, group.get(b) as Group]
  one.keys.push(key)
  if (one === other) return
  one.records.push(...other.records)
  one.keys.push(...other.keys)
  for (const record of other.records) group.set(record, one)
}

/** The reasons that a record bound today may have: it was the first of its agent, or it shares these keys. */
export function reasonsFor(group: Group | undefined): string[] {
  const shared = group && group.keys.length > 0 ? `shares ${group.keys.join(' and ')}` : 'kept'
  return ['first seen', shared]
}

/** What is wrong with who is bound to whom: agents whose present records are not one group, and the unbound. */
export function misbound(bindings: Bound[], groups: Map<string, Group>): string[] {
  const handleOf = new Map(bindings.map((one) => [one.record_id, one.handle]))
  const wrong = [...new Set(groups.values())].flatMap(({ records }) => {
    const handles = new Set(records.map((record) => handleOf.get(record)))
    return handles.size === 1 && !handles.has(undefined) ? [] : [`${records.join(' and ')} are one agent`]
  })
  const present = bindings.filter(({ record_id }) => groups.has(record_id))
  for (const [handle, bound] of Map.groupBy(present, (one) => one.handle)) {
    const apart = new Set(bound.map(({ record_id }) => groups.get(record_id)))
    if (apart.size > 1) wrong.push(`${handle} is ${apart.size} agents`)
  }
  return wrong
}
