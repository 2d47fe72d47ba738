import { openDatabase } from './pipeline/model/database.ts'
const db = await openDatabase(':memory:')
const f = "read_parquet('/work/s2out/history/observations/endpoint_probes/*.parquet', union_by_name=true)"
console.table(await db.rows(`select outcome, kind, count(*)::int n, median(first_byte_ms) fb, median(total_ms) tot, avg(total_ms)::int av, max(total_ms) mx from ${f} where host like '%erc8004.example' and outcome<>'not_probed' group by all order by n desc limit 20`))
process.exit(0)
