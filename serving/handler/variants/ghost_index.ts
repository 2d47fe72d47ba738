import type { Content } from '../../../core/interface/content.ts'
import { notFound } from '../../../core/interface/errors.ts'
import { PRIVATE_PATHS } from '../../../core/release/paths.ts'
import { type Ages, type GhostIndex, liveIndex, withHistory } from '../../../core/views/ghost_index.ts'
import type { Call, Variant } from '../call.ts'

/** The Ghost Index with as much history as asked for; with `live` computed for the day of the call. */
export const ghostIndex: Variant = async (call) => {
  const days = call.values.integer('history')
  if (call.values.boolean('live')) return live(call, days)
  const content = await call.release.cut(PRIVATE_PATHS.ghostIndexHistory, `history=${days}`, (text) => {
    const index = JSON.parse(text) as GhostIndex
    return `${JSON.stringify(withHistory(index, days))}\n`
  })
  if (content === null) throw notFound()
  return content
}

const live = ({ release, today }: Call, days: number): Promise<Content> =>
  release.render(`ghost_index ${today} ${days}`, async () => {
    const ages = await release.json<Ages[]>('private', PRIVATE_PATHS.ghostIndexAges)
    const stored = await release.json<GhostIndex>('private', PRIVATE_PATHS.ghostIndexHistory)
    if (ages === null || stored === null) throw notFound()
    return liveIndex(ages, stored, { today, days }, await release.info())
  })
