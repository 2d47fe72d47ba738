import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { rowsAsArrow } from '../../pipeline/artifacts/data/arrow.ts'
import { buildDataTable, formatOrder, parquetFormat } from '../../pipeline/artifacts/data/build.ts'
import { rowsAsText } from '../../pipeline/artifacts/data/rows_as_text.ts'
import snapshots from '../../pipeline/artifacts/data/tables/snapshots.ts'
import { type Database, literal, openDatabase } from '../../pipeline/model/database.ts'
import { createSnapshots } from './data/snapshots.ts'

/**
 * Writes invented snapshots in every format. Prints bytes a row of Parquet, and the time of the other formats as a ratio to
 * it in the same run. Nothing of this is a test: times depend on the machine.
 */
const { values } = parseArgs({
  options: { rows: { type: 'string', default: '1000000' }, rounds: { type: 'string', default: '3' } },
})
const ROWS = Number(values.rows)
const folder = mkdtempSync(join(tmpdir(), 'assay-bench-data-'))

try {
  // A tenth, as the registries of today have; and all, which is the most that a rank and a score can cost.
  for (const ranked of [10, 100]) await measure(ranked)
} finally {
  rmSync(folder, { recursive: true, force: true })
}

async function measure(ranked: number): Promise<void> {
  const db = await openDatabase(':memory:')
  await createSnapshots(db, ROWS, ranked)
  await buildDataTable(db, snapshots)
  const times = { parquet: [] as number[], arrow: [] as number[], text: [] as number[] }
  const bytes = { parquet: 0, arrow: 0, csv: 0, ndjson: 0 }
  const run = async (name: keyof typeof times, work: () => Promise<Partial<typeof bytes>>) => {
    const started = performance.now()
    Object.assign(bytes, await work())
    times[name].push((performance.now() - started) / 1_000)
  }
  for (let round = 0; round < Number(values.rounds); round += 1) {
    await run('parquet', async () => ({ parquet: await parquet(db) }))
    await run('arrow', async () => ({ arrow: (await rowsAsArrow(db, snapshots, ROWS)).byteLength }))
  }
  await run('text', async () => {
    const [csv, ndjson] = await rowsAsText(db, snapshots, ROWS, ['csv', 'ndjson'])
    return { csv: csv.byteLength, ndjson: ndjson.byteLength }
  })
  db.close()
  report(ranked, bytes, times)
}

async function parquet(db: Database): Promise<number> {
  const file = join(folder, 'snapshots.parquet')
  await db.run(
    `copy (select * from data_snapshots order by ${formatOrder(snapshots)}) to ${literal(file)} (${parquetFormat(snapshots)})`,
  )
  return statSync(file).size
}

function report(ranked: number, bytes: Record<string, number>, times: Record<string, number[]>): void {
  const best = (name: string): number => Math.min(...(times[name] ?? []))
  console.log(`${ROWS} snapshots, ${ranked} percent ranked`)
  for (const [format, size] of Object.entries(bytes))
    console.log(`  ${format}: ${(size / ROWS).toFixed(2)} bytes a row`)
  console.log(`  Parquet: ${best('parquet').toFixed(2)} s, the best of ${values.rounds}`)
  console.log(`  Arrow / Parquet: ${(best('arrow') / best('parquet')).toFixed(2)}`)
  console.log(`  CSV and NDJSON / Parquet: ${(best('text') / best('parquet')).toFixed(2)}`)
}
