import { judgeUrl } from '../../http/guard/judge.ts'
import { assignLane, LANES } from '../../source/lane.ts'
import type { JobShare, Source, SplitContext } from '../../source/source.ts'

/**
 * The share of a source that one job fetches: all of it, its visits to one group of hosts, or one range of its other
 * items. `unasked` is neither: the rows that need no request.
 */
export type JobPart =
  | { kind: 'whole' | 'unasked' }
  | { kind: 'visits'; lane: number }
  | { kind: 'items'; nth: number; of: number }

export const WHOLE: JobPart = { kind: 'whole' }
export const UNASKED: JobPart = { kind: 'unasked' }

/** Returns the jobs that a source is divided into, by its number of items; one where it is small or does not divide. */
export async function divideSource({ split = {} }: Source, context: SplitContext): Promise<JobPart[]> {
  const count = split.items ? await split.items.count(context) : 0
  const of = Math.ceil(count / (split.items?.perJob ?? 1))
  const parts: JobPart[] = [
    ...Array.from({ length: split.visits ? LANES : 0 }, (_, lane) => ({ kind: 'visits' as const, lane })),
    ...Array.from({ length: of }, (_, nth) => ({ kind: 'items' as const, nth, of })),
  ]
  return parts.length > 1 ? parts : [WHOLE]
}

/** Returns the source's view of its part. */
export function toShare(part: JobPart): JobShare {
  const isWhole = part.kind === 'whole'
  return {
    isWhole,
    visits: (items, addressOf, max = items.length) =>
      isWhole
        ? items
        : selectAdmitted(items, addressOf, max).filter(
            (item) => part.kind === 'visits' && part.lane === assignLane(addressOf(item)),
          ),
    items: (items) => (part.kind === 'items' ? selectRange(items, part) : isWhole ? items : []),
    unasked: (rows) => (isWhole || part.kind === 'unasked' ? rows : []),
  }
}

/** Returns the name of a part for people, the archive and chunks, e.g. `items-2-of-5`. */
export function formatPart(part: JobPart): string {
  if (part.kind === 'visits') return `visits-${part.lane + 1}-of-${LANES}`
  return part.kind === 'items' ? `items-${part.nth + 1}-of-${part.of}` : part.kind
}

/** Parses the name of a part. Throws RangeError for any other text. */
export function parsePart(name: string): JobPart {
  const [, kind, nth = '', of = ''] = /^(visits|items)-([1-9]\d{0,4})-of-([1-9]\d{0,4})$/.exec(name) ?? []
  const at = Number(nth) - 1
  if (name === 'whole' || name === 'unasked') return { kind: name }
  if (kind === 'visits' && Number(of) === LANES && at < LANES) return { kind, lane: at }
  if (kind === 'items' && at < Number(of)) return { kind, nth: at, of: Number(of) }
  throw new RangeError(`'${name}' is no part of a source`)
}

/** Ranges differ by one item at most, and together they are all items in their order. */
function selectRange<T>(items: T[], { nth, of }: { nth: number; of: number }): T[] {
  const at = (index: number) => Math.floor((items.length * index) / of)
  return items.slice(at(nth), at(nth + 1))
}

/** Returns the items that the guard of one machine would visit: one that it refuses uses up no visit. */
function selectAdmitted<T>(items: T[], addressOf: (item: T) => string, max: number): T[] {
  let begun = 0
  return items.filter((item) => judgeUrl(addressOf(item)) === null || begun++ < max)
}
