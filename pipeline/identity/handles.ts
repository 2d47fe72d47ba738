import { createHash } from 'node:crypto'
import { CATEGORIES, type Category } from '../../core/domain/category.ts'
import { slug } from '../../core/domain/text.ts'
import type { Component } from './components.ts'

/** A record's handle from a day on. The first record of a handle is its anchor. History, never rewritten. */
export interface Binding {
  record_id: string
  handle: string
  is_anchor: boolean
  bound_on: string
  reason: string
}

/** The input of a handle for a record that is new. */
export interface NamedRecord {
  record_id: string
  category: Category
  /** The source's own name, e.g. `io.github.owner/server` or `claude`. */
  source_key: string
  /** Publication date stated by its source; the older name gets the shorter handle. Null: curated. */
  published_at: string | null
}

/** Handles that could be mistaken for a page or for a null answer. */
const RESERVED = ['unknown', 'index', 'null', 'undefined', 'latest', 'all']

/**
 * Binds each component to a handle: the one of its records, or a new one. A handle claimed by two components goes to
 * the one with its anchor. Returns only the new bindings.
 */
export function bindHandles(
  found: Component[],
  records: NamedRecord[],
  past: Binding[],
  day: string,
): Binding[] {
  const named = new Map(records.map((record) => [record.record_id, record]))
  const now = currentBindings(past)
  const anchors = new Map(
    past.filter((binding) => binding.is_anchor).map((binding) => [binding.handle, binding]),
  )
  const claimed = assignClaims(found, now, anchors)
  const taken = new Set([...RESERVED, ...anchors.keys()])
  const fresh: Binding[] = []
  for (const component of sortByName(found, named)) {
    const current = claimed.get(component)
    const handle = current ?? createHandle(component, named, taken)
    const anchor = current === undefined ? findFirstRecord(component, named)?.record_id : undefined
    taken.add(handle)
    for (const record_id of component.records) {
      if (now.get(record_id)?.handle === handle) continue
      const reason = describeBinding(component, record_id === anchor, now.get(record_id)?.handle)
      fresh.push({ record_id, handle, is_anchor: record_id === anchor, bound_on: day, reason })
    }
  }
  return fresh
}

/** Returns the current binding of each record: the latest one. */
export function currentBindings(past: Binding[]): Map<string, Binding> {
  const now = new Map<string, Binding>()
  for (const binding of past.toSorted((a, b) =>
    a.bound_on < b.bound_on ? -1 : a.bound_on > b.bound_on ? 1 : 0,
  ))
    now.set(binding.record_id, binding)
  return now
}

/** Assigns handles to components. A component with several keeps the oldest; its others are retired into it. */
function assignClaims(
  found: Component[],
  now: Map<string, Binding>,
  anchors: Map<string, Binding>,
): Map<Component, string> {
  const claimants = new Map<string, Component>()
  for (const component of found)
    for (const record_id of component.records) {
      const handle = now.get(record_id)?.handle
      if (handle === undefined || isRetired(handle, now, anchors)) continue
      if (!claimants.has(handle) || anchors.get(handle)?.record_id === record_id)
        claimants.set(handle, component)
    }
  const assigned = new Map<Component, string>()
  for (const [handle, component] of claimants) {
    const other = assigned.get(component)
    if (other === undefined || age(handle, anchors) < age(other, anchors)) assigned.set(component, handle)
  }
  return assigned
}

/** True if the anchor of a handle is bound to another one: such a handle is never claimed again. */
function isRetired(handle: string, now: Map<string, Binding>, anchors: Map<string, Binding>): boolean {
  const anchor = anchors.get(handle)
  return anchor !== undefined && now.get(anchor.record_id)?.handle !== handle
}

const age = (handle: string, anchors: Map<string, Binding>): string =>
  `${anchors.get(handle)?.bound_on ?? '9999'} ${handle}`

/** New handles are assigned in the order of categories, age and names: a rerun gives the same, a mimic comes second. */
function sortByName(found: Component[], named: Map<string, NamedRecord>): Component[] {
  const rank = (component: Component): string => {
    const record = findFirstRecord(component, named)
    return record
      ? `${CATEGORIES.indexOf(record.category)} ${record.published_at ?? ''} ${record.source_key}\n${record.record_id}`
      : ''
  }
  return found
    .map((component) => ({ component, at: rank(component) }))
    .sort((a, b) => (a.at < b.at ? -1 : 1))
    .map((item) => item.component)
}

function findFirstRecord(component: Component, named: Map<string, NamedRecord>): NamedRecord | undefined {
  const records = component.records.flatMap((id) => named.get(id) ?? [])
  return records.sort(
    (a, b) =>
      CATEGORIES.indexOf(a.category) - CATEGORIES.indexOf(b.category) || (a.record_id < b.record_id ? -1 : 1),
  )[0]
}

function createHandle(component: Component, named: Map<string, NamedRecord>, taken: Set<string>): string {
  const record = findFirstRecord(component, named)
  const wishes = listHandleCandidates(record?.source_key ?? '', component.records[0] ?? '')
  const free = wishes.find((wish) => !taken.has(wish))
  if (free !== undefined) return free
  const stem = (wishes[0] as string).slice(0, 58)
  for (let number = 2; ; number += 1) if (!taken.has(`${stem}-${number}`)) return `${stem}-${number}`
}

/** Candidates from short to long: the last part of the name, then with its owner, then all of it; at least one. */
function listHandleCandidates(sourceKey: string, recordId: string): string[] {
  const parts = sourceKey.split('/')
  const last = slug(parts.at(-1) ?? '')
  const owner = slug((parts[0] ?? '').split('.').at(-1) ?? '')
  const nameless = `agent-${createHash('sha256').update(recordId).digest('hex').slice(0, 10)}`
  const whole = slug(sourceKey)
  const wishes = [last, owner && last && parts.length > 1 ? slug(`${owner}-${last}`) : '', whole, nameless]
  return wishes.filter((wish) => wish !== '')
}

function describeBinding(component: Component, isAnchor: boolean, before: string | undefined): string {
  const moved = before === undefined ? '' : `, before this bound to ${before}`
  if (isAnchor) return `first seen${moved}`
  return component.mergedOn.length > 0 ? `shares ${component.mergedOn.join(' and ')}${moved}` : `kept${moved}`
}
