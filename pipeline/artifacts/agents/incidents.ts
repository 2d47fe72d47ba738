import type { IncidentRow, Incidents } from '../../../core/views/incident_row.ts'
import type { Database } from '../../model/database.ts'
import { shownAddress } from './display_text.ts'

const MAX_INCIDENTS = 10

type MartRow = IncidentRow & { handle: string; total: number }

/** Returns a lookup of the newest incidents of the chosen agents; null for one without any. */
export async function readIncidents(
  db: Database,
  chosen: string,
): Promise<(handle: string) => Incidents | null> {
  const rows = await db.rows<MartRow>(
    `select *, count(*) over (partition by handle) as total from incidents where handle in ${chosen}
     qualify row_number() over (partition by handle order by began_on desc, kind, url) <= ${MAX_INCIDENTS}
     order by handle, began_on desc, kind, url`,
  )
  const byHandle = Map.groupBy(rows, (row) => row.handle)
  return (handle) => {
    const own = byHandle.get(handle)
    return own === undefined ? null : { total: own[0]?.total ?? 0, newest: own.flatMap(toShown) }
  }
}

function toShown({ handle: _, total: __, ...row }: MartRow): IncidentRow[] {
  const url = shownAddress(row.url)
  return url === null ? [] : [{ ...row, url }]
}
