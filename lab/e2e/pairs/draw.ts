import type { Database } from '../../../pipeline/model/database.ts'
import { shuffle } from '../../../test/kit/random.ts'

/** The property that two records of a pair share, or `chance` for a random pair. */
type Likeness = 'name' | 'host' | 'owner' | 'text' | 'chance'

/** Two records, the smaller id first. */
export interface Drawn {
  drawn: Likeness
  a: string
  b: string
}

const PRESENT = 'select * from int_records where departed_on is null'
// Names of our own, and agents that a fake chain numbers, do not identify anybody.
const NAMED_RECORDS = `select * from (${PRESENT}) where not regexp_matches(name, '^(ERC-8004 agent|Sample) ')`

/** Queries for shared properties of records of a kind: a row per record and value. */
const SHARED_QUERIES: Record<Exclude<Likeness, 'chance'>, string> = {
  name: `select record_id, trim(regexp_replace(lower(name), '[^\\p{L}\\p{N}]+', ' ', 'g')) as shared from (${NAMED_RECORDS})`,
  host: `select record_id, regexp_replace(host, '^www\\.', '') as shared from (
           select 'erc8004_identity:' || agent_key as record_id, host from stg_erc8004_files__services where host not like '%.example'
           union select record_id, source_key from (${PRESENT}) where source in ('x402_bazaar', 'a2a_cards'))`,
  owner: `select record_id, key as shared from int_records__keys
          semi join (${NAMED_RECORDS}) using (record_id) where not is_strong and not starts_with(key, 'domain:')`,
  text: `select record_id, lower(trim(description)) as shared from (${NAMED_RECORDS}) where length(description) >= 20`,
}

/**
 * Pairs of present records for reading: `each` for each kind of likeness, and as many by chance as all of these. A kind
 * is drawn thing by thing, so that one large group does not fill it.
 */
export async function drawPairs(db: Database, each: number, seed: number): Promise<Drawn[]> {
  const drawn = new Map<string, Drawn>()
  const add = (drawnBy: Likeness, records: string[], most: number): void => {
    const [a, b] = records.sort()
    if (a === undefined || b === undefined || drawn.has(`${a} ${b}`)) return
    if ([...drawn.values()].filter((drawn) => drawn.drawn === drawnBy).length < most)
      drawn.set(`${a} ${b}`, { drawn: drawnBy, a, b })
  }
  for (const [kind, sql] of Object.entries(SHARED_QUERIES) as [Exclude<Likeness, 'chance'>, string][])
    for (const records of shuffle(await groups(db, sql), seed))
      add(kind, shuffle(records, seed).slice(0, 2), each)
  const all = await db.rows<{ record_id: string }>(`select record_id from (${PRESENT}) order by record_id`)
  const mixed = shuffle(
    all.map((record) => record.record_id),
    seed,
  )
  const most = each * Object.keys(SHARED_QUERIES).length
  for (let at = 0; at < 2 * most; at += 2) add('chance', mixed.slice(at, at + 2), most)
  return [...drawn.values()]
}

async function groups(db: Database, shared: string): Promise<string[][]> {
  const rows = await db.rows<{ records: string[] }>(
    `select list_sort(list(distinct record_id)) as records from (${shared})
     join (select record_id from (${PRESENT})) using (record_id)
     where shared <> '' group by shared having count(distinct record_id) > 1 order by shared`,
  )
  return rows.map(({ records }) => records)
}
