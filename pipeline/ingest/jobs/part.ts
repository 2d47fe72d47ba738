import { createHash } from 'node:crypto'
import { judge } from '../../http/guard/judge.ts'
import type { Share, Source, SplitContext } from '../../source/source.ts'

/**
 * What of a source one job asks for: all of it, its visits in one lane of hosts, or one range of its other items.
 * `unasked` is none of both: what the source says without asking anybody.
 */
export type Part =
  | { kind: 'whole' | 'unasked' }
  | { kind: 'visits'; lane: number }
  | { kind: 'items'; nth: number; of: number }

export const WHOLE: Part = { kind: 'whole' }
export const UNASKED: Part = { kind: 'unasked' }

/** A host is always in the same lane, of whatever source, so that jobs of two lanes never visit the same one at once. */
const LANES = 8

/** The jobs that a source is divided into, by how much it has to ask; one where it is small or does not say how. */
export async function partsOf({ split = {} }: Source, context: SplitContext): Promise<Part[]> {
  const count = split.items ? await split.items.count(context) : 0
  const of = Math.ceil(count / (split.items?.perJob ?? 1))
  const parts: Part[] = [
    ...Array.from({ length: split.visits ? LANES : 0 }, (_, lane) => ({ kind: 'visits' as const, lane })),
    ...Array.from({ length: of }, (_, nth) => ({ kind: 'items' as const, nth, of })),
  ]
  return parts.length > 1 ? parts : [WHOLE]
}

/** As a source sees the part that it is to ask for. */
export function shareOf(part: Part): Share {
  const isWhole = part.kind === 'whole'
  return {
    isWhole,
    visits: (items, addressOf, most = items.length) =>
      isWhole
        ? items
        : admitted(items, addressOf, most).filter(
            (item) => part.kind === 'visits' && part.lane === laneOf(addressOf(item)),
          ),
    items: (items) => (part.kind === 'items' ? rangeOf(items, part) : isWhole ? items : []),
    unasked: (rows) => (isWhole || part.kind === 'unasked' ? rows : []),
  }
}

/** As people, the archive and the names of chunks call a part, e.g. `items-2-of-5`. */
export function partName(part: Part): string {
  if (part.kind === 'visits') return `visits-${part.lane + 1}-of-${LANES}`
  return part.kind === 'items' ? `items-${part.nth + 1}-of-${part.of}` : part.kind
}

/** The part of this name. Throws RangeError for any other text. */
export function partNamed(name: string): Part {
  const [, kind, nth = '', of = ''] = /^(visits|items)-([1-9]\d{0,4})-of-([1-9]\d{0,4})$/.exec(name) ?? []
  const at = Number(nth) - 1
  if (name === 'whole' || name === 'unasked') return { kind: name }
  if (kind === 'visits' && Number(of) === LANES && at < LANES) return { kind, lane: at }
  if (kind === 'items' && at < Number(of)) return { kind, nth: at, of: Number(of) }
  throw new RangeError(`'${name}' is no part of a source`)
}

/** Ranges differ by one item at most, and together they are all items in their order. */
function rangeOf<T>(items: T[], { nth, of }: { nth: number; of: number }): T[] {
  const at = (index: number) => Math.floor((items.length * index) / of)
  return items.slice(at(nth), at(nth + 1))
}

/** The items that the guard of one machine would visit: one that it refuses takes no visit away. */
function admitted<T>(items: T[], addressOf: (item: T) => string, most: number): T[] {
  let begun = 0
  return items.filter((item) => judge(addressOf(item)) === null || begun++ < most)
}

function laneOf(address: string): number {
  const host = URL.parse(address)?.host ?? address
  return createHash('sha256').update(host).digest().readUInt32BE() % LANES
}
