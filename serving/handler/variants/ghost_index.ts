import type { Content } from '../../../core/interface/content.ts'
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

/** The Ghost Index with as much history as asked for; with `live` computed for the day of the call. */
export const ghostIndex: Variant = async (call) => {
  const days = call.values.integer('history')
  if (call.values.boolean('live')) return live(call, days)
  const content = await call.release.cut(HISTORY_PATH, `history=${days}`, (text) => {
    const index = JSON.parse(text) as GhostIndex
    return `${JSON.stringify(withHistory(index, days))}\n`
  })
  if (content === null) throw notFound()
  return content
}

const live = ({ release, today }: Call, days: number): Promise<Content> =>
  release.render(`ghost_index ${today} ${days}`, async () => {
    const ages = await release.json<Ages[]>('private', AGES_PATH)
    const stored = await release.json<GhostIndex>('private', HISTORY_PATH)
    if (ages === null || stored === null) throw notFound()
    return liveIndex(ages, stored, { today, days }, await release.info())
  })
