import { clean } from '../../../core/domain/text.ts'
import type { OwnedAgent, OwnerRecord } from '../../../core/views/owner_row.ts'
import type { Database } from '../../model/database.ts'
import { NAME_LENGTH } from './display_text.ts'

type OwnerRow = Omit<OwnerRecord, 'listed'>
type ListedRow = OwnedAgent & { owner: string }

/** Returns the records of the owners with a page that match `where` (a condition on `owner`), ordered by their keys. */
export async function readOwnerRecords(db: Database, where = 'true'): Promise<OwnerRecord[]> {
  const owners = await db.rows<OwnerRow>(
    `select * exclude (has_page) from owners where has_page and ${where} order by owner`,
  )
  const listed = await db.rows<ListedRow>(
    `select * exclude (position) from owner_agents where ${where} order by owner, position`,
  )
  const byOwner = Map.groupBy(listed, ({ owner }) => owner)
  return owners.map((owner) => ({ ...owner, listed: (byOwner.get(owner.owner) ?? []).map(toListed) }))
}

const toListed = ({ owner, name, ...row }: ListedRow): OwnedAgent => ({
  handle: row.handle,
  name: clean(name, NAME_LENGTH) || row.handle,
  primary_category: row.primary_category,
  rank: row.rank,
  liveness: row.liveness,
  verdict: row.verdict,
  flags: row.flags,
  how: row.how,
  since: row.since,
})
