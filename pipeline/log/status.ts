import { indexStatus } from '../../core/interface/schemas/status.ts'
import type { LoggedDay } from '../../core/log/entries.ts'
import type { Manifest } from '../../core/release/manifest.ts'
import { json } from '../artifacts/site.ts'
import type { StatusFacts } from '../artifacts/status.ts'
import type { DayAnchor } from './anchors.ts'

/** Path in a release; written after the manifest, and again when an anchor is confirmed. */
export const STATUS = 'public/status.json'

/** Returns `/status.json`: the facts of a run, with its release and the state of the log and its anchors. */
export function statusBody(
  facts: StatusFacts,
  manifest: Manifest,
  days: readonly LoggedDay[],
  anchors: ReadonlyMap<string, DayAnchor>,
): string {
  return json(
    indexStatus.parse({
      type: 'index_status',
      ...facts,
      ...{ release: manifest.id, manifest_sha256: manifest.sha256 },
      log: toHead(days.at(-1)),
      anchor: findAnchor(days, anchors),
      store: measureManifest(manifest),
      queue: null,
    }),
  )
}

/** Returns the release's `/status.json` (`text`) with a newly confirmed anchor. */
export const withAnchor = (
  text: string,
  days: readonly LoggedDay[],
  anchors: ReadonlyMap<string, DayAnchor>,
): string => json(indexStatus.parse({ ...JSON.parse(text), anchor: findAnchor(days, anchors) }))

const toHead = (day: LoggedDay | undefined) =>
  day === undefined ? null : { size: day.log_size, root: day.log_root, date: day.date, release: day.release }

function findAnchor(days: readonly LoggedDay[], anchors: ReadonlyMap<string, DayAnchor>) {
  const at = days.findLastIndex(({ digest }) => anchors.get(digest)?.anchor_status === 'confirmed')
  const day = days[at]
  const anchor = day && anchors.get(day.digest)
  if (!anchor) return null
  const { chain, transaction_hash, block_number } = anchor
  // A date can be in the log more than once.
  const later = new Set(days.slice(at + 1).map(({ date }) => date))
  later.delete(day.date)
  return { date: day.date, chain, transaction_hash, block_number, days_since: later.size }
}

function measureManifest(manifest: Manifest) {
  let [files, bytes] = [0, 0]
  for (const entry of manifest.entries()) {
    files += 1
    bytes += entry.bytes
  }
  return { layout: manifest.layout, files, bytes }
}
