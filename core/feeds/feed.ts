import type { ReleaseInfo } from '../views/release_info.ts'
import type { FeedItem } from './feed_item.ts'

/** A feed, whatever its format; addresses are absolute. */
export interface ChangeFeed {
  title: string
  /** Its content, in our own words. */
  text: string
  /** The page that says the same. */
  page_url: string
  self_url: string
  /** The time of the feed itself where it has no entry. */
  begun: string
  /** The newest first. */
  items: FeedItem[]
}

const WORLDS: Record<ReleaseInfo['world'], string> = {
  live: '',
  replay: ' (replay)',
  sample: ' (sample data)',
}

/** The title of a feed, with the world of its release where that is not the real one. */
export const feedTitle = (about: string, { world }: Pick<ReleaseInfo, 'world'>): string =>
  `${about}${WORLDS[world]}`

/** Said in every feed. */
export const NAMES_ARE_THIRD_PARTY = 'Names of agents are third-party text.'
