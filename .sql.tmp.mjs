import { DuckDBInstance } from '@duckdb/node-api'
const [,, sql] = process.argv
const i = await DuckDBInstance.create(':memory:'); const c = await i.connect()
const r = await c.runAndReadAll(sql); console.log(r.getRowObjectsJson())
