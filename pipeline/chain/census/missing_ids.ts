import { hashHex } from '../../archive/archive.ts'
import type { BlockRange } from '../../source/source.ts'
import { overlaps } from '../reread.ts'

/** A registration that was read: its id, and the block it is in. */
export interface RegisteredId {
  id: number
  block: number
}

/** Consecutive ids without a registration that was read, and the blocks in which they can have been registered. */
export interface MissingRun extends BlockRange {
  from_id: number
  to_id: number
}

/** Returns the registrations in the order of their ids, each once. */
export function sortRegistrations(registrations: readonly RegisteredId[]): RegisteredId[] {
  const sorted = registrations.toSorted((a, b) => a.id - b.id || a.block - b.block)
  return sorted.filter(({ id }, i) => id !== sorted[i - 1]?.id)
}

/**
 * Returns the ids from 0 to `highest` without a registration. Ids count up, so that one was registered between the
 * blocks of the ids around it.
 * @param sorted registrations in the order of their ids
 * @param range the blocks from the contract's first to the newest
 */
export function findMissingRuns(
  sorted: readonly RegisteredId[],
  highest: number,
  range: BlockRange,
): MissingRun[] {
  const runs: MissingRun[] = []
  let before: RegisteredId = { id: -1, block: range.from_block }
  for (const next of [...sorted, { id: highest + 1, block: range.to_block }]) {
    const to_id = Math.min(next.id - 1, highest)
    if (to_id > before.id)
      runs.push({ from_id: before.id + 1, to_id, from_block: before.block, to_block: next.block })
    before = next
  }
  return runs
}

/** Separates ids that may be in blocks that were never read from those that are missing although all were read. */
export function separateUnread(runs: readonly MissingRun[], unread: readonly BlockRange[]) {
  const isUnread = (run: MissingRun) => unread.some((gap) => overlaps(run, gap))
  return { lacking: runs.filter((run) => !isUnread(run)), unread: runs.filter(isUnread) }
}

/** Returns the number of ids in the runs. */
export const countIds = (runs: readonly MissingRun[]): number =>
  runs.reduce((sum, { from_id, to_id }) => sum + to_id - from_id + 1, 0)

/** Draws ids of the runs by a hash of the seed, at most `count`, in their order. */
export function drawIds(runs: readonly MissingRun[], count: number, seed: string): number[] {
  const total = countIds(runs)
  const positions = total <= count ? Array.from({ length: total }, (_, i) => i) : draw(total, count, seed)
  const ids: number[] = []
  let passed = 0
  let at = 0
  for (const { from_id, to_id } of runs) {
    const size = to_id - from_id + 1
    for (; at < positions.length && Number(positions[at]) < passed + size; at++)
      ids.push(from_id + Number(positions[at]) - passed)
    passed += size
  }
  return ids
}

/** Draws different numbers below `total`, in ascending order. */
function draw(total: number, count: number, seed: string): number[] {
  const drawn = new Set<number>()
  for (let i = 0; drawn.size < count; i++) drawn.add(drawNumber(total, `${seed} ${i}`))
  return [...drawn].sort((a, b) => a - b)
}

/** Returns a number below `total` by a hash of the seed. */
export const drawNumber = (total: number, seed: string): number =>
  Number.parseInt(hashHex(seed).slice(0, 13), 16) % total
