import type { LoggedDay } from '../../core/log/entries.ts'
import { proofOfIndex } from '../../core/resources/proof_of_index.schema.ts'
import type { ReleaseInfo } from '../../core/views/release_info.ts'
import { json } from '../artifacts/site.ts'
import type { DayAnchor } from './anchors.ts'

/** Path in a release; written after the manifest, and again when an anchor is confirmed. */
export const PROOF_OF_INDEX_PATH = 'public/api/proof-of-index/v1'

const UNANCHORED = {
  chain: null,
  transaction_hash: null,
  anchor_status: 'none' as const,
  block_number: null,
}

const LOGGED =
  'Each digest covers the manifest of a release and the log up to it. The log is at /log/checkpoint; docs/use/verify.md says how to check it.'
const NOT_STARTED = 'This index keeps no log: it was published without a log key.'
const NO_ANCHOR =
  'A digest without a confirmed transaction is vouched for by the key of the log and its witnesses alone.'

/**
 * Returns the answer of `/api/proof-of-index/v1` from the days of the log, the oldest first, and the anchors of their
 * digests.
 */
export function proofOfIndexBody(
  info: ReleaseInfo,
  days: readonly LoggedDay[],
  anchors: ReadonlyMap<string, DayAnchor>,
): string {
  const isLogged = days.length > 0
  const counting = new Map(days.map(({ date, release }) => [date, release]))
  const body = proofOfIndex.parse({
    type: 'proof_of_index',
    status: isLogged ? 'logged' : 'not_started',
    status_reason: isLogged ? LOGGED : NOT_STARTED,
    count: days.length,
    digests: days.toReversed().map((day) => ({
      ...toDigest(day, anchors),
      superseded_by: findLater(day, counting.get(day.date)),
    })),
    limitations: [...info.limitations, ...(isLogged ? [NO_ANCHOR] : [])],
    last_updated: info.last_updated,
  })
  return json(body)
}

/** A manifest that was published, replaced and published again counts. */
const findLater = ({ release }: LoggedDay, counting: string | undefined): string | null =>
  counting === undefined || counting === release ? null : counting

const toDigest = (day: LoggedDay, anchors: ReadonlyMap<string, DayAnchor>) => ({
  date: day.date,
  sha256: day.digest,
  release: day.release,
  manifest_sha256: day.manifest_sha256,
  log_size: day.log_size,
  log_root: day.log_root,
  previous: day.previous_digest,
  ...(anchors.get(day.digest) ?? UNANCHORED),
})
