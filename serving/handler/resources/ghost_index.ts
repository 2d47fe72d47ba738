import { notFound } from '../../../core/interface/errors.ts'
import { historyDays, isLive } from '../../../core/interface/parameters.ts'
import { PRIVATE_PATHS } from '../../../core/release/paths.ts'
import type { GhostIndex } from '../../../core/resources/ghost_index.schema.ts'
import { GHOST_INDEX, type LivenessForecast, liveIndex } from '../../../core/resources/ghost_index.ts'
import type { Call, Variant } from '../call.ts'
import { cachedJson, type JsonAnswer } from '../json_answer.ts'
import { byView } from '../views.ts'

const stored = byView(GHOST_INDEX) as Variant<GhostIndex>

/** The Ghost Index through its view; with `live` computed for the day of the call. */
export const ghostIndexVariant: Variant<GhostIndex> = (call) => {
  return call.values.get(isLive) ? live(call, call.values.get(historyDays)) : stored(call)
}

const live = ({ release, today }: Call, days: number): JsonAnswer<GhostIndex> =>
  cachedJson(() =>
    release.render(`ghost_index ${today} ${days}`, async () => {
      const holds = await release.json<LivenessForecast[]>('private', PRIVATE_PATHS.ghostIndexHolds)
      const stored = await release.json<GhostIndex>('private', PRIVATE_PATHS.ghostIndexHistory)
      if (holds === null || stored === null) throw notFound()
      return liveIndex(holds, stored, { today, days }, await release.info())
    }),
  )
