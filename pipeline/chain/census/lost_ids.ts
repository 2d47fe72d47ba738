import { estimateShare } from '../../probes/sampling.ts'
import type { BlockRange } from '../../source/source.ts'
import {
  countIds,
  drawIds,
  findMissingRuns,
  type MissingRun,
  type RegisteredId,
  separateUnread,
} from './missing_ids.ts'

/** Ids that are drawn among those without a registration. */
const MAX_DRAWN = 200

/** A number that is estimated from a sample, with its 95 % interval; all three are equal where it is counted. */
interface EstimatedCount {
  count: number
  low: number
  high: number
}

/** The state of a registry, as far as it was read. */
export interface RegistryState {
  registrations: RegisteredId[]
  highest: number
  /** The blocks from the contract's first to the newest that was read. */
  range: BlockRange
  /** Those of them that were never read. */
  unread: BlockRange[]
}

/** The ids that have an owner although the blocks of their registration were read without it. */
export interface LostIds {
  /** Those that were asked for. */
  ids: number[]
  /** All ids without a registration in the blocks that were read: lost ones, and those that were burnt. */
  lacking: MissingRun[]
  estimate: EstimatedCount
  /** Ids whose registration may be in blocks that were never read. */
  unread: number
}

/** Draws ids without a registration and asks for their owners; `seen` are owned ones that are known already. */
export async function findLostIds(
  { registrations, highest, range, unread }: RegistryState,
  ask: (ids: number[]) => Promise<boolean[]>,
  { seed, seen }: { seed: string; seen: readonly number[] },
): Promise<LostIds> {
  const runs = findMissingRuns(registrations, highest, range)
  const separate = separateUnread(runs, unread)
  const drawn = drawIds(separate.lacking, MAX_DRAWN, seed)
  const owned = await ask(drawn)
  const found = drawn.filter((_, i) => owned[i])
  const isLacking = (id: number) => separate.lacking.some((run) => contains(run, id))
  const ids = [...new Set([...found, ...seen.filter(isLacking)])].sort((a, b) => a - b)
  const estimate = estimateCount(found.length, drawn.length, countIds(separate.lacking), ids.length)
  return { ids, lacking: separate.lacking, estimate, unread: countIds(separate.unread) }
}

export const contains = ({ from_id, to_id }: MissingRun, id: number): boolean => from_id <= id && id <= to_id

/** Estimates how many of `total` have an owner, when `counted` of `asked` have, and `known` in all. */
function estimateCount(counted: number, asked: number, total: number, known: number): EstimatedCount {
  const share = estimateShare(counted, asked, total)
  if (share === null) return { count: known, low: known, high: known }
  const low = Math.max(known, Math.floor(share.low * total))
  const high = Math.max(low, Math.min(total - (asked - counted), Math.ceil(share.high * total)))
  return { count: Math.min(high, Math.max(low, Math.round(share.share * total))), low, high }
}
