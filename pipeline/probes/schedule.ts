import { DAY_MS, daysBetween } from '../../core/domain/dates.ts'
import { hashHex } from '../archive/archive.ts'
import { isSignOfLife, type NotProbedReason, type ProbeOutcome } from './outcome.ts'
import { findTenant } from './platform.ts'
import type { ProtocolKind } from './protocol.ts'
import { sortByText } from './sort_by_text.ts'

/** Maximum number of days between two probes of an address that does not answer, and of one with worth. */
const MAX_BACKOFF = { any: 16, worth: 2 }
/** Addresses of one platform that have a turn among the new ones for each of a tenant or an owner. */
const PLATFORM_TURNS = 50
/** Maximum number of turns of one tenant or owner among the new ones of a day, while others wait. */
const MAX_FRESH_TURNS = 10

/** Earlier probes of an address, from the oldest day on. */
export interface ProbeHistory {
  /** Null where it was never probed. */
  lastProbedOn: string | null
  /** Number of probes since its last sign of life, or since the first. */
  silences: number
}

export const NEVER_PROBED: ProbeHistory = { lastProbedOn: null, silences: 0 }

/** Adds the outcome of a day to the history of an address; one that was not probed changes nothing. */
export function addOutcome(history: ProbeHistory, outcome: ProbeOutcome, day: string): ProbeHistory {
  if (outcome === 'not_probed') return history
  return { lastProbedOn: day, silences: isSignOfLife(outcome) ? 0 : history.silences + 1 }
}

/** An address with what decides when it is probed. */
export interface Schedulable {
  url: string
  host: string
  platform: string
  /** The date on which it was first seen declared. */
  since: string
  /** The account, wallet or namespace that first declared it, or null. */
  owner: string | null
  /** Ranked, paid in 30 days, or in the MCP registry. */
  hasWorth: boolean
  /** Drawn from a host that is sampled: it is due on the day that draws it. */
  isSample: boolean
  history: ProbeHistory
}

/**
 * True if an address is to be probed on a day: each day where it answered last time or was never probed; else 1, 2, 4,
 * 8 and then 16 days after its last probe, with worth at most 2. By a hash of the address the wait is shorter, by half at
 * most, so that what failed on one day is not due on one day. A missed day is made up for on the next.
 */
export function isProbeDue({ url, hasWorth, isSample, history }: Schedulable, day: string): boolean {
  const { lastProbedOn, silences } = history
  if (lastProbedOn === null || isSample) return true
  if (daysBetween(lastProbedOn, day) <= 0) return false
  const every =
    silences === 0 ? 1 : Math.min(2 ** (silences - 1), hasWorth ? MAX_BACKOFF.worth : MAX_BACKOFF.any)
  const shift = Number.parseInt(hashHex(url).slice(0, 8), 16) % MAX_BACKOFF.any
  const period = (date: string) => Math.floor((Date.parse(date) / DAY_MS + shift) / every)
  return period(lastProbedOn) !== period(day)
}

type Tier = 'worth' | 'alive' | 'silent' | 'fresh'

/** The tier that has each of ten turns; where a tier has nothing left, the others continue. */
const TURNS: readonly Tier[] = [
  ...(['worth', 'alive', 'worth', 'fresh', 'alive'] as const),
  ...(['worth', 'silent', 'worth', 'fresh', 'alive'] as const),
]

/**
 * Orders the due addresses of a day, whose time may not suffice for all. Eight of ten turns are for addresses that were
 * probed before, the longest ago first. Of the new ones the owners, tenants and platforms take turns, and within these
 * the oldest is first, so that none waits for ever however many others declare; what is beyond their turns comes last.
 */
export function orderProbes<T extends Schedulable>(due: readonly T[], day: string): T[] {
  const sorted = sortByText(due, (address) => toTurn(address, day))
  const queues: Record<Tier, T[]> = { worth: [], alive: [], silent: [], fresh: [] }
  for (const address of sorted) queues[findTier(address)].push(address)
  const rounds = countRounds(queues.fresh)
  const round = (address: T) => rounds.get(address) ?? 0
  // The sort is stable: within a round the order stays.
  const fresh = queues.fresh.toSorted((a, b) => round(a) - round(b))
  const late = fresh.filter((address) => round(address) >= MAX_FRESH_TURNS)
  queues.fresh = fresh.filter((address) => round(address) < MAX_FRESH_TURNS)
  return [...interleave(queues), ...late]
}

/** Sorts by date, then by a hash with the day, which cannot be chosen. */
const toTurn = ({ url, since, history }: Schedulable, day: string): string =>
  `${history.lastProbedOn ?? since} ${hashHex(`${day} ${url}`)}`

const findTier = ({ hasWorth, history }: Schedulable): Tier =>
  hasWorth ? 'worth' : history.lastProbedOn === null ? 'fresh' : history.silences === 0 ? 'alive' : 'silent'

/**
 * Returns the round in which each address has its turn: the number of those before it of the same owner, or the same
 * tenant, whichever is more. A platform's tenants share turns too, since some are free.
 */
function countRounds<T extends Schedulable>(sorted: readonly T[]): Map<T, number> {
  const taken = new Map<string, number>()
  const take = (key: string): number => {
    const count = taken.get(key) ?? 0
    taken.set(key, count + 1)
    return count
  }
  return new Map(
    sorted.map((address) => {
      const ofOwner = address.owner === null ? 0 : take(`owner ${address.owner}`)
      const ofTenant = take(`tenant ${findTenant(address.host)}`)
      const ofPlatform = Math.floor(take(`platform ${address.platform}`) / PLATFORM_TURNS)
      return [address, Math.max(ofOwner, ofTenant, ofPlatform)]
    }),
  )
}

function* interleave<T>(queues: Record<Tier, T[]>): Generator<T> {
  const at = { worth: 0, alive: 0, silent: 0, fresh: 0 }
  while (TURNS.some((tier) => at[tier] < queues[tier].length))
    for (const tier of TURNS) {
      const next = queues[tier][at[tier]++]
      if (next !== undefined) yield next
    }
}

/** Counts what was not probed, by kind and reason. */
export function countNotProbed(
  left: Iterable<{ kind: ProtocolKind; reason: NotProbedReason }>,
): Map<ProtocolKind, Map<NotProbedReason, number>> {
  const counts = new Map<ProtocolKind, Map<NotProbedReason, number>>()
  for (const { kind, reason } of left) {
    const byReason = counts.get(kind) ?? new Map<NotProbedReason, number>()
    counts.set(kind, byReason.set(reason, (byReason.get(reason) ?? 0) + 1))
  }
  return counts
}
