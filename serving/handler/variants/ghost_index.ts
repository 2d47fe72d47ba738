import { notFound } from '../../../core/interface/errors.ts'
import {
  AGES_PATH,
  type Ages,
  type GhostIndex,
  HISTORY_PATH,
  liveIndex,
  withHistory,
} from '../../../core/views/ghost_index.ts'
import type { Call, Variant } from '../call.ts'
import { cutFrom, kept, type Made } from '../made.ts'

/** The Ghost Index with as much history as asked for; with `live` computed for the day of the call. */
export const ghostIndex: Variant<GhostIndex> = (call) => {
  const days = call.values.integer('history')
  if (call.values.boolean('live')) return live(call, days)
  return cutFrom(call.release, HISTORY_PATH, `history=${days}`, (index: GhostIndex) =>
    withHistory(index, days),
  )
}

const live = ({ release, today }: Call, days: number): Made<GhostIndex> =>
  kept(() =>
    release.render(`ghost_index ${today} ${days}`, async () => {
      const ages = await release.json<Ages[]>('private', AGES_PATH)
      const stored = await release.json<GhostIndex>('private', HISTORY_PATH)
      if (ages === null || stored === null) throw notFound()
      return liveIndex(ages, stored, { today, days }, await release.info())
    }),
  )
