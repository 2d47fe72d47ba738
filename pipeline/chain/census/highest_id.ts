/** Returns for each id, in the order given, whether it has an owner. */
export type AskOwners = (ids: number[]) => Promise<boolean[]>

/** A jump of 2^19 ids: more than any registry gets in a day. */
const MAX_JUMP = 19
/** Ids that are asked for beyond the highest, at even distances. */
const SWEEP = 70
/** Ids beyond the highest within which the search goes on at even distances, at least. */
const MIN_REACH = 2_000
/** Distance between these ids where the archive is known to lack some: few ids may stand between two long holes. */
const FINE_STEP = 3
/** A search that never ends is one of a node that makes up owners. */
const MAX_ROUNDS = 100
/** Nodes take ten calls at once. */
const WAYS = 10

const JUMPS = Array.from({ length: MAX_JUMP + 1 }, (_, i) => 2 ** i)

/** The start of a search, and the days on which it is made: its even distances begin at another id each day. */
export interface HighestIdSearch {
  /** The highest id that is known; -1 for none. */
  known: number
  /** The longest row of ids that are known to have no owner. */
  longestHole: number
  /** A number from 0 to 1, by a hash of the date. */
  offset: number
}

/**
 * Finds the highest id that has an owner. An id without an owner says nothing about those above it: ids may be burnt in
 * long rows. So the search goes on at doubling distances, and then at even ones over three times the longest hole, closer
 * together once an id above the known ones was found. Null where it does not end.
 */
export async function findHighestId(
  ask: AskOwners,
  { known, longestHole, offset }: HighestIdSearch,
): Promise<number | null> {
  const reach = Math.max(MIN_REACH, 3 * longestHole)
  let highest = known
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const isMoved = known >= 0 && highest > known
    const step = isMoved ? FINE_STEP : Math.ceil(reach / SWEEP)
    const sweep = Array.from({ length: Math.ceil(reach / step) }, (_, i) => (i + offset) * step + 1).map(
      Math.floor,
    )
    const found = (await jump(ask, highest, JUMPS)) ?? (await jump(ask, highest, sweep))
    if (found === null) return highest
    highest = await narrow(ask, found.owned, found.above)
  }
  return null
}

/** Returns the highest owned id at one of the distances, and the next id that was asked for above it. */
async function jump(ask: AskOwners, from: number, distances: readonly number[]) {
  const ids = distances.map((distance) => from + distance)
  const at = (await ask(ids)).lastIndexOf(true)
  const owned = ids[at]
  return owned === undefined ? null : { owned, above: ids[at + 1] ?? owned + 1 }
}

/** Returns an owned id between both, the highest unless holes are in the way. */
async function narrow(ask: AskOwners, owned: number, above: number): Promise<number> {
  let [low, high] = [owned, above]
  while (high - low > 1) {
    const ids = divide(low, high)
    const at = (await ask(ids)).lastIndexOf(true)
    high = ids[at + 1] ?? high
    low = ids[at] ?? low
  }
  return low
}

/** Returns ids between both at even distances. */
function divide(low: number, high: number): number[] {
  const count = Math.min(WAYS, high - low - 1)
  return Array.from({ length: count }, (_, i) => low + Math.floor(((i + 1) * (high - low)) / (count + 1)))
}
