import { xml } from '../domain/text.ts'
import { ATOM_TYPE } from '../interface/content.ts'
import type { ChangeFeed } from './feed.ts'
import type { FeedItem } from './feed_item.ts'

/** The type of a feed in a link, which has no charset. */
export const ATOM_LINK_TYPE = ATOM_TYPE.replace(/;.*/, '')

/**
 * A feed as Atom (RFC 4287). Its time is that of its newest entry: a feed without news keeps its bytes from day to day,
 * so that readers who ask again get 304.
 */
export const atomFeed = ({ title, text, page_url, self_url, begun, items }: ChangeFeed): string =>
  `<?xml version="1.0" encoding="UTF-8"?>
<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="en">
<id>${xml(self_url)}</id>
<title>${xml(title)}</title>
<subtitle>${xml(text)}</subtitle>
<link rel="self" type="${ATOM_LINK_TYPE}" href="${xml(self_url)}"/>
<link rel="alternate" type="text/html" href="${xml(page_url)}"/>
<author><name>Assay</name></author>
<updated>${items[0]?.at ?? begun}</updated>
${items.map(entry).join('')}</feed>
`

const entry = ({ id, url, title, text, at, tags }: FeedItem): string => `<entry>
<id>${xml(id)}</id>
<title>${xml(title)}</title>
<link rel="alternate" type="text/html" href="${xml(url)}"/>
<updated>${at}</updated>
${tags.map((tag) => `<category term="${xml(tag)}"/>\n`).join('')}<content type="text">${xml(text)}</content>
</entry>
`
