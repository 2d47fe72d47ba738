import { Groups, type Pair } from './groups.ts'

/** A strong key that one record claims, and that no other record of its source does. */
export interface KeyClaim {
  record_id: string
  key: string
}

/** Records that are one agent, with the keys that joined them. */
export interface Component {
  /** Sorted; the smallest id is the component's name within one run. */
  records: string[]
  /** The shared strong keys of the merge, and an override where there is one; sorted. */
  mergedOn: string[]
}

/** Pairs of records decided by a person. No chain of the same may lead from a record to one that is different. */
export interface DecidedPairs {
  same: readonly Pair[]
  different: readonly Pair[]
}

const OVERRIDE = 'an identity override'

/**
 * Kinds of keys, the strongest first: names given by sources and the catalogue, keys proved by the owner, keys on the
 * agent's own host, and claims of records. A kind that is not listed comes last.
 */
const STRENGTH = [
  ...['mcp', 'erc8004', 'token', 'family', 'developer', 'owned', 'origin'],
  ...['repository', 'package', 'endpoint'],
]

/**
 * Joins records that share a strong key, and those decided to be the same, except by links that would join two decided
 * to be different: the strongest links come first. The result does not depend on input order.
 */
export function joinComponents(
  records: readonly string[],
  claims: readonly KeyClaim[],
  { same, different }: DecidedPairs = { same: [], different: [] },
): Component[] {
  const known = new Set(records)
  const links = [
    ...same.map((pair): Link => [OVERRIDE, pair.filter((id) => known.has(id))]),
    ...groupLinks(known, claims),
  ]
  const groups = new Groups(records, different)
  for (const [, ids] of links)
    for (const [index, id] of ids.entries()) ids.slice(0, index).some((other) => groups.join(other, id))
  return collect(records, groups, links)
}

/** A shared key, and the records that have it. */
type Link = [what: string, ids: string[]]

/** Returns the records of each key that several claim, the strongest key first. */
function groupLinks(known: ReadonlySet<string>, claims: readonly KeyClaim[]): Link[] {
  const byKey = new Map<string, Set<string>>()
  for (const { record_id, key } of claims) {
    if (!known.has(record_id)) continue
    const ids = byKey.get(key)
    if (ids === undefined) byKey.set(key, new Set([record_id]))
    else ids.add(record_id)
  }
  return [...byKey]
    .filter(([, ids]) => ids.size > 1)
    .map(([key, ids]): Link => [key, [...ids].sort()])
    .sort(([a], [b]) => getStrength(a) - getStrength(b) || (a < b ? -1 : 1))
}

function getStrength(key: string): number {
  const place = STRENGTH.indexOf(key.slice(0, key.indexOf(':')))
  return place < 0 ? STRENGTH.length : place
}

function collect(records: readonly string[], groups: Groups, links: readonly Link[]): Component[] {
  const byRoot = new Map<string, { records: string[]; mergedOn: Set<string> }>()
  for (const id of records) {
    const root = groups.root(id)
    const found = byRoot.get(root) ?? { records: [], mergedOn: new Set() }
    found.records.push(id)
    byRoot.set(root, found)
  }
  for (const [key, ids] of links)
    for (const [root, members] of Map.groupBy(ids, (id) => groups.root(id)))
      if (members.length > 1) byRoot.get(root)?.mergedOn.add(key)
  return [...byRoot.values()]
    .map(({ records, mergedOn }) => ({ records: records.sort(), mergedOn: [...mergedOn].sort() }))
    .sort((a, b) => (order(a) < order(b) ? -1 : 1))
}

const order = (component: Component): string => component.records[0] ?? ''
