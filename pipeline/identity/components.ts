/** A strong key that one record claims, and that no other record of its source does. */
export interface KeyClaim {
  record_id: string
  key: string
}

/** Records that are one agent, with the keys that joined them. */
export interface Component {
  /** Sorted; the smallest id is the component's name within one run. */
  records: string[]
  /** The shared strong keys that the merge rests on, sorted. */
  mergedOn: string[]
}

/** Joins records that share a strong key. The result does not depend on the order of the claims. */
export function components(records: string[], claims: KeyClaim[]): Component[] {
  const parent = new Map(records.map((id) => [id, id]))
  const firstOf = new Map<string, string>()
  const shared = new Set<string>()
  for (const { record_id, key } of claims) {
    if (!parent.has(record_id)) continue
    const first = firstOf.get(key)
    if (first === undefined) firstOf.set(key, record_id)
    else if (first !== record_id) {
      shared.add(key)
      union(parent, first, record_id)
    }
  }
  return collect(
    records,
    parent,
    [...shared].map((key) => [key, firstOf.get(key) as string]),
  )
}

function find(parent: Map<string, string>, id: string): string {
  let root = id
  for (let up = parent.get(root); up !== undefined && up !== root; up = parent.get(root)) root = up
  for (let at = id; at !== root; ) {
    const up = parent.get(at) as string
    parent.set(at, root)
    at = up
  }
  return root
}

function union(parent: Map<string, string>, a: string, b: string): void {
  const [one, other] = [find(parent, a), find(parent, b)]
  if (one < other) parent.set(other, one)
  else parent.set(one, other)
}

function collect(records: string[], parent: Map<string, string>, shared: [string, string][]): Component[] {
  const byRoot = new Map<string, Component>()
  for (const id of records) {
    const root = find(parent, id)
    const component = byRoot.get(root) ?? { records: [], mergedOn: [] }
    component.records.push(id)
    byRoot.set(root, component)
  }
  for (const [key, record] of shared) byRoot.get(find(parent, record))?.mergedOn.push(key)
  for (const component of byRoot.values()) {
    component.records.sort()
    component.mergedOn.sort()
  }
  return [...byRoot.values()].sort((a, b) => (order(a) < order(b) ? -1 : 1))
}

const order = (component: Component): string => component.records[0] ?? ''
