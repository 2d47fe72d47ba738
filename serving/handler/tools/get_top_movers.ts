import type { ToolArguments } from '../../../core/interface/tools.ts'
import { PRIVATE_PATHS } from '../../../core/release/paths.ts'
import type { Mover } from '../../../core/resources/changes.ts'
import { shortLimitations } from '../../../core/resources/short/short_limitations.ts'
import { readResource } from '../resource.ts'
import type { ServedRelease } from '../served_release.ts'
import type { ToolRun } from './tool.ts'

/** The agents whose rank rose or fell most since the day before. */
export const getTopMovers: ToolRun<ToolArguments<'get_top_movers'>> = async (args, call) => {
  const { direction, category, limit } = args
  const { window, counts, limitations, last_updated } = await readResource('changes', {}, call)
  const { limitations: general } = await call.release.info()
  const all = await readMovers(call.release)
  const movers = category === undefined ? all : all.filter((mover) => mover.category === category)
  const risen = movers.filter((mover) => mover.rank_delta > 0)
  const fallen = movers.filter((mover) => mover.rank_delta < 0)
  return {
    category: category ?? null,
    window,
    counts: { rank_movers: counts.rank_movers },
    ...(direction === 'down' ? {} : { up: risen.slice(0, limit) }),
    ...(direction === 'up' ? {} : { down: fallen.slice(0, limit) }),
    // The rest is about groups of the feed, or repeats the window.
    ...shortLimitations(window.observed_days === 0 ? limitations : general),
    last_updated,
    more: 'Who arrived, died, came back or departed: GET /api/changes/v1. Why one agent moved: get_agent_changes.',
  }
}

/** Returns the movers of a release, the largest moves first. */
const readMovers = (release: ServedRelease): Promise<Mover[]> =>
  release.memo(PRIVATE_PATHS.movers, async () => {
    const file = await release.json<{ movers: Mover[] }>('private', PRIVATE_PATHS.movers)
    if (file === null)
      throw new Error(`the release ${release.id} has no ${PRIVATE_PATHS.movers}: publish its day again`)
    return file.movers
  })
