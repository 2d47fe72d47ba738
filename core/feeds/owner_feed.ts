import { daysBefore } from '../domain/dates.ts'
import type { OwnerRecord } from '../views/owner_row.ts'
import { agentUrl } from '../views/parts.ts'
import type { ReleaseInfo } from '../views/release_info.ts'
import { type ChangeFeed, feedTitle, NAMES_ARE_THIRD_PARTY } from './feed.ts'
import { agentDayItems, endOfDay } from './feed_item.ts'

/** The address of the feed of an owner within an index. */
export const ownerFeedPath = (owner: string): string => `/owners/${owner}.atom`

const DAYS = 90

/** Changes of an owner's agents, an entry for each agent and day. */
export function ownerFeed({ owner, changes }: OwnerRecord, info: ReleaseInfo): ChangeFeed {
  return {
    title: feedTitle(`Changes of the agents of ${owner}`, info),
    text: `What changed about the agents of one owner in the last ${DAYS} days, an entry for each agent and day, the newest 60 changes. ${NAMES_ARE_THIRD_PARTY}`,
    page_url: `${info.base_url}/owners/${owner}`,
    self_url: `${info.base_url}${ownerFeedPath(owner)}`,
    begun: endOfDay(daysBefore(info.day, DAYS)),
    items: agentDayItems(
      changes,
      ({ handle, name }) => ({ handle, name, url: agentUrl(info.base_url, handle) }),
      ({ handle }) => `owners/${owner}/${handle}`,
      info,
    ),
  }
}
