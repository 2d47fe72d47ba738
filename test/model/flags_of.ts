import { given, together, type World } from './given.ts'
import { buildFrom } from './sql_harness.ts'

/** The flags that a world raises: agent → flag → its gravest severity. */
export async function flagsOf(...worlds: World[]): Promise<Record<string, Record<string, string>>> {
  const db = await buildFrom(given(together(...worlds)), ['int_trust__flags_raised'])
  const rows = await db.rows<{ handle: string; flag: string; severity: string }>(
    'select handle, flag, severity from int_trust__flags_raised order by handle, flag, severity desc',
  )
  db.close()
  const found: Record<string, Record<string, string>> = {}
  for (const { handle, flag, severity } of rows) found[handle] = { ...found[handle], [flag]: severity }
  return found
}
