import { given, together, type World } from './given.ts'
import { rowsFrom } from './given_tables.ts'

interface Flag {
  handle: string
  flag: string
  severity: string
  reason: string
  related: string[]
}

const raised = (worlds: World[]): Promise<Flag[]> =>
  rowsFrom<Flag>(
    given(together(...worlds)),
    ['int_trust__flags'],
    `select handle, flag, severity, reason, related from int_trust__flags
     order by handle, flag, severity desc, reason`,
  )

/** The flags that a world raises: agent → flag → its gravest severity. */
export async function raisedFlags(...worlds: World[]): Promise<Record<string, Record<string, string>>> {
  const found: Record<string, Record<string, string>> = {}
  for (const { handle, flag, severity } of await raised(worlds))
    found[handle] = { ...found[handle], [flag]: severity }
  return found
}

/** Each flag that a world raises, with its severity, its reason and the agents that it names. */
export const raisedReasons = async (...worlds: World[]): Promise<string[]> =>
  (await raised(worlds)).map(({ handle, flag, severity, reason, related }) => {
    const named = related.length > 0 ? ` (${related.join(', ')})` : ''
    return `${handle}: ${flag}, ${severity}: ${reason}${named}`
  })
