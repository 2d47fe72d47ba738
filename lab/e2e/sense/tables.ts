import { join } from 'node:path'
import { type Database, literal, openDatabase } from '../../../pipeline/model/database.ts'

/** Opens the tables that a release publishes for researchers, its newest day alone. */
export async function openRelease(folder: string): Promise<Database> {
  const db = await openDatabase(':memory:')
  const data = join(folder, 'public/data')
  const latest = (table: string) => `read_parquet(${literal(join(data, `latest/${table}.parquet`))})`
  const newest = (table: string) =>
    `(select * from read_parquet(${literal(join(data, table, '*/*.parquet'))}, union_by_name = true)
      qualify date = max(date) over ())`
  await db.run(`
    create view agents as select * from ${newest('agents')};
    create view records as select * from ${newest('records')};
    create view rankings as select * from ${newest('rankings')};
    create view demand as select * from ${newest('x402_demand')} where days = 30 and chain = 'all';
    create view trust as select * from ${latest('trust')};
    create view flags as select * from ${latest('trust_flags')};
    create view named as
    select
      records.source || ':'
        || case when source <> 'catalog' then '' when category = 'developer' then 'developer/' else 'family/' end
        || records.record_key as record,
      agents.*
    from records join agents using (handle)
    where records.departed_on is null`)
  return db
}
