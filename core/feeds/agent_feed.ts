import type { AgentRecord } from '../views/agent_record.ts'
import { agentUrl } from '../views/parts.ts'
import type { ReleaseInfo } from '../views/release_info.ts'
import { type ChangeFeed, feedTitle, NAMES_ARE_THIRD_PARTY } from './feed.ts'
import { dayItems } from './feed_item.ts'

/** The address of the feed of an agent within an index. */
export const agentFeedPath = (handle: string): string => `/agents/${handle}.atom`

/** Changes of an agent, an entry a day; of a departed one too. */
export function agentFeed(agent: AgentRecord, info: ReleaseInfo): ChangeFeed {
  const { handle, name, changes, first_seen_on } = agent
  const url = agentUrl(info.base_url, handle)
  return {
    // By its handle, since names are neither unique nor ours.
    title: feedTitle(`Changes of the agent ${handle}`, info),
    text: `What changed about it in the last 90 days, an entry a day. ${NAMES_ARE_THIRD_PARTY}`,
    page_url: url,
    self_url: `${info.base_url}${agentFeedPath(handle)}`,
    begun: `${first_seen_on ?? info.day}T00:00:00Z`,
    items: dayItems({ handle, name, url }, changes, `agents/${handle}`, info),
  }
}
