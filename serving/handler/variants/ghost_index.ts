import { notFound } from '../../../core/interface/errors.ts'
import { historyDays, isLive } from '../../../core/interface/parameters.ts'
import { PRIVATE_PATHS } from '../../../core/release/paths.ts'
import { type GhostIndex, type Holds, liveIndex, withHistory } from '../../../core/views/ghost_index.ts'
import type { Call, Variant } from '../call.ts'
import { cutFrom, kept, type Made } from '../made.ts'

/** The Ghost Index with as much history as asked for; with `live` computed for the day of the call. */
export const ghostIndexVariant: Variant<GhostIndex> = (call) => {
  const days = call.values.get(historyDays)
  if (call.values.get(isLive)) return live(call, days)
  return cutFrom(call.release, PRIVATE_PATHS.ghostIndexHistory, `history=${days}`, (index: GhostIndex) =>
    withHistory(index, days),
  )
}

const live = ({ release, today }: Call, days: number): Made<GhostIndex> =>
  kept(() =>
    release.render(`ghost_index ${today} ${days}`, async () => {
      const holds = await release.json<Holds[]>('private', PRIVATE_PATHS.ghostIndexHolds)
      const stored = await release.json<GhostIndex>('private', PRIVATE_PATHS.ghostIndexHistory)
      if (holds === null || stored === null) throw notFound()
      return liveIndex(holds, stored, { today, days }, await release.info())
    }),
  )
