import { atomFeed } from '../feeds/atom.ts'
import { ownerFeed } from '../feeds/owner_feed.ts'
import { ATOM_TYPE, HTML_TYPE, JSON_TYPE } from '../interface/content.ts'
import { ownerPageView } from '../pages/owner.ts'
import type { Artifact } from '../release/artifact.ts'
import { ownerView } from '../resources/owner.ts'
import type { OwnerRecord } from '../views/owner_row.ts'
import type { AgentFilesSite } from './agent_files.ts'

/** A file about one owner, derived from its record. */
interface OwnerFile extends Pick<Artifact, 'contentType'> {
  /** The name of its schema; null where it is not JSON. */
  schema: string | null
  path(owner: string): string
  body(record: OwnerRecord, given: AgentFilesSite): string
}

/** All public files derived from the record of an owner. */
export const OWNER_FILES: readonly OwnerFile[] = [
  {
    ...{ schema: 'Owner', contentType: JSON_TYPE, path: (owner) => `api/owners/${owner}` },
    body: (record, { info }) => `${JSON.stringify(ownerView(record, info))}\n`,
  },
  {
    ...{ schema: null, contentType: HTML_TYPE, path: (owner) => `owners/${owner}.html` },
    body: (record, { site, fill }) => fill('owner', ownerPageView(record, site)),
  },
  {
    ...{ schema: null, contentType: ATOM_TYPE, path: (owner) => `owners/${owner}.atom` },
    body: (record, { info }) => atomFeed(ownerFeed(record, info)),
  },
]
