import { clean } from '../../../core/domain/text.ts'
import type { OwnedAgent, OwnedChange, OwnerRecord } from '../../../core/views/owner_row.ts'
import type { Database } from '../../model/database.ts'
import { NAME_LENGTH } from './display_text.ts'

type OwnerRow = OwnerRecord['counts'] & Pick<OwnerRecord, 'owner' | 'kind' | 'may_be_platform' | 'payments'>
type ListedRow = OwnedAgent & { owner: string }
type ChangedRow = Omit<OwnedChange, 'name'> & { owner: string; name: string | null }

/** Returns the records of the owners with a page that match `where` (a condition on `owner`), ordered by their keys. */
export async function readOwnerRecords(db: Database, where = 'true'): Promise<OwnerRecord[]> {
  const owners = await db.rows<OwnerRow>(
    `select owner, kind, agents, alive, not_alive, unknown, ranked, flagged, departed, may_be_platform, payments
     from owners where has_page and ${where} order by owner`,
  )
  const listed = await db.rows<ListedRow>(
    `select owner, handle, name, primary_category, rank, liveness, verdict, flags as risk_flags, how as proof, since
     from owner_agents where ${where} order by owner, position`,
  )
  const changed = await db.rows<ChangedRow>(
    `select * exclude (position) from owner_changes where ${where} order by owner, position`,
  )
  const byOwner = Map.groupBy(listed, ({ owner }) => owner)
  const changesByOwner = Map.groupBy(changed, ({ owner }) => owner)
  return owners.map(({ owner, kind, may_be_platform, payments, ...counts }) => ({
    ...{ owner, kind, counts, may_be_platform, payments },
    agents: (byOwner.get(owner) ?? []).map(toListed),
    changes: (changesByOwner.get(owner) ?? []).map(toListed),
  }))
}

const toListed = <Row extends { owner: string; handle: string; name: string | null }>({
  owner: _,
  ...row
}: Row) => ({ ...row, name: clean(row.name ?? '', NAME_LENGTH) || row.handle })
