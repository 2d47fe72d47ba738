import type { HomeView } from '../../render/page_views.ts'
import type { Site } from '../site.ts'
import { type ChangeWindow, changesIn, changeView, type FlaggedChange } from './changes.ts'

const MAX_NEWS = 6
/** Changes of each kind that are read, and of those the most that are shown: one kind must not be all news. */
const MAX_EACH = 20
const MAX_OF_KIND = 3

/** Returns the most important changes of the day, one for each agent, the kinds in turn; else the reason that there is none. */
export async function readNews(site: Site): Promise<Pick<HomeView, 'news' | 'no_news'>> {
  const [window] = await site.db.rows<ChangeWindow>('select * from change_windows where days = 1')
  const changes = await changesIn(site, [1], MAX_EACH)
  const ranked = changes.filter(isNews)
  const inTurn = [...Map.groupBy(ranked, ({ kind }) => kind).values()].flatMap((rows) =>
    rows.slice(0, MAX_OF_KIND).map((row, at) => ({ row, at })),
  )
  inTurn.sort((a, b) => a.at - b.at || (a.row.kind < b.row.kind ? -1 : 1))
  const once = new Map(inTurn.toReversed().map(({ row }) => [row.handle, row]))
  const rows = [...once.values()].toReversed().slice(0, MAX_NEWS)
  return {
    news: rows.map((row) => {
      const { name, page_url, flagged, words } = changeView(row, site)
      return { name, page_url, flagged, words }
    }),
    no_news:
      rows.length > 0
        ? null
        : window === undefined || window.observed_days === 0
          ? 'There is no earlier day to compare with yet.'
          : 'No ranked agent changed by more than its range.',
  }
}

/**
 * True for an agent that has or had a rank, or changed its tools: registrations come and go by the thousand. Two records that are found to be
 * one agent are none.
 */
const isNews = ({ rank_before, rank_after, kind, reason }: FlaggedChange): boolean =>
  (rank_before !== null || rank_after !== null || kind === 'tools_changed') &&
  !(kind === 'departure' && reason?.startsWith('merged into') === true)
