import { statSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { rowsAsArrow } from '../../pipeline/artifacts/data/arrow.ts'
import { buildDataTable, formatOrder, parquetFormat } from '../../pipeline/artifacts/data/build.ts'
import { rowsAsText } from '../../pipeline/artifacts/data/rows_as_text.ts'
import snapshots from '../../pipeline/artifacts/data/tables/snapshots.ts'
import { type Database, literal, openDatabase } from '../../pipeline/model/database.ts'
import { runAsCommand, wholeNumber } from '../../scripts/lib/command.ts'
import { inTemporaryFolder } from '../../test/kit/folder.ts'
import { createSnapshots } from './data/snapshots.ts'

const HELP = `Usage: npm run bench -- data [--rows N] [--rounds N]

Writes invented snapshots in every format. Prints bytes a row of each, and the time of the other formats as a ratio to
Parquet in the same run. Nothing of this is a test: times depend on the machine. Exit code: 0 measured, 2 bad usage.

  --rows N    snapshots (default: 1000000)
  --rounds N  of which the best counts (default: 3)
`
const OPTIONS = {
  rows: { type: 'string', default: '1000000' },
  rounds: { type: 'string', default: '3' },
} as const
/** Percent of ranked agents: a tenth, as the registries of today have; and all, which is the most that ranks can cost. */
const RANKED = [10, 100]

interface Size {
  rows: number
  rounds: number
}

await runAsCommand(import.meta.url, HELP, async (args) => {
  const { values } = parseArgs({ args, options: OPTIONS })
  const size = { rows: wholeNumber('rows', values.rows), rounds: wholeNumber('rounds', values.rounds) }
  await inTemporaryFolder(async (folder) => {
    for (const ranked of RANKED) await measure(join(folder, 'snapshots.parquet'), ranked, size)
  })
  return true
})

async function measure(file: string, ranked: number, { rows, rounds }: Size): Promise<void> {
  const db = await openDatabase(':memory:')
  await createSnapshots(db, rows, ranked)
  await buildDataTable(db, snapshots)
  const times = { parquet: [] as number[], arrow: [] as number[], text: [] as number[] }
  const bytes = { parquet: 0, arrow: 0, csv: 0, ndjson: 0 }
  const run = async (name: keyof typeof times, work: () => Promise<Partial<typeof bytes>>) => {
    const started = performance.now()
    Object.assign(bytes, await work())
    times[name].push((performance.now() - started) / 1_000)
  }
  for (let round = 0; round < rounds; round += 1) {
    await run('parquet', async () => ({ parquet: await writeParquet(db, file) }))
    await run('arrow', async () => ({ arrow: (await rowsAsArrow(db, snapshots, rows)).byteLength }))
  }
  await run('text', async () => {
    const [csv, ndjson] = await rowsAsText(db, snapshots, rows, ['csv', 'ndjson'])
    return { csv: csv.byteLength, ndjson: ndjson.byteLength }
  })
  db.close()
  console.log(`${rows} snapshots, ${ranked} percent ranked`)
  report({ rows, rounds }, bytes, times)
}

/** Returns the bytes of the file. */
async function writeParquet(db: Database, file: string): Promise<number> {
  await db.run(
    `copy (select * from data_snapshots order by ${formatOrder(snapshots)}) to ${literal(file)} (${parquetFormat(snapshots)})`,
  )
  return statSync(file).size
}

function report(
  { rows, rounds }: Size,
  bytes: Record<string, number>,
  times: Record<string, number[]>,
): void {
  const best = (name: string): number => Math.min(...(times[name] ?? []))
  for (const [format, size] of Object.entries(bytes))
    console.log(`  ${format}: ${(size / rows).toFixed(2)} bytes a row`)
  console.log(`  Parquet: ${best('parquet').toFixed(2)} s, the best of ${rounds}`)
  console.log(`  Arrow / Parquet: ${(best('arrow') / best('parquet')).toFixed(2)}`)
  console.log(`  CSV and NDJSON / Parquet: ${(best('text') / best('parquet')).toFixed(2)}`)
}
