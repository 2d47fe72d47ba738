import type { Asked } from '../addresses.ts'
import type { Input } from '../inputs.ts'
import { daysTo } from '../scoring.ts'
import { type Reads, readOn } from './reads.ts'
import { SIGN_TABLE, type SignRule } from './sign_table.ts'

/** An agent as its liveness is judged. */
export interface Judged {
  inputs: Input[]
  /** Of its records that are there. */
  categories: string[]
  /** The state of each address that it declares; null of one that was never asked. */
  addresses: (Asked | null)[]
  /** The chains on which it was paid. */
  chains: string[]
  /** The kinds for which something was never read that could show a sign. */
  unread: Set<string>
  /** The families and servers of a developer. */
  own: Judged[]
}

/** A sign as an agent showed it last. */
export interface Sign extends SignRule {
  key: string
  time: number
  /** The date up to which a later one would have been seen. */
  readOn: string
}

/** The latest sign of each key that the kind has, answers apart. */
export function collectSigns(kind: string, { inputs, chains }: Judged, reads: Reads): Sign[] {
  const byKey = Map.groupBy(inputs, ({ key }) => key)
  return Object.entries(SIGN_TABLE[kind] ?? {}).flatMap(([key, rule]): Sign[] => {
    const all = byKey.get(key) ?? []
    const latest = all
      .filter(({ time }) => time !== null)
      .reduce<Input | null>((a, b) => (Number(a?.time ?? -1) >= Number(b.time) ? a : b), null)
    if (latest === null) return []
    return [{ ...rule, key, time: Number(latest.time), readOn: readOn(key, all, latest, chains, reads) }]
  })
}

/** Days since a time, 0 for one after the day. */
export const age = (day: string, time: number): number => Math.max(daysTo(day, time), 0)

/** Days from a date to another. */
export const daysFrom = (date: string, day: string): number =>
  (Date.parse(day) - Date.parse(date)) / 86_400_000

/** The date of a time, and not one after the day. */
export function dateUpTo(day: string, time: number): string {
  const date = new Date(time).toISOString().slice(0, 10)
  return date < day ? date : day
}

/** The last of some dates. */
export const lastDate = (all: { lastOn: string | null }[]): string | null =>
  all
    .flatMap(({ lastOn }) => lastOn ?? [])
    .sort()
    .at(-1) ?? null
