import { hash } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Artifact } from '../../../core/release/artifact.ts'
import { type Database, identifier, literal } from '../../model/database.ts'
import { unitePartitions } from '../../model/tables.ts'
import { rowsAsArrow } from './arrow.ts'
import { buildDataTable, formatOrder, parquetFormat } from './build.ts'
import { getTypeNames } from './column.ts'
import { compressFile, type DataFile, FORMAT_TYPES, type Format } from './file.ts'
import type { Partition } from './partitions.ts'
import { rowsAsText, type TextFormat } from './rows_as_text.ts'
import type { DataTable } from './table.ts'

/** A file and its content. */
export interface BuiltFile {
  file: DataFile
  artifact: Artifact
}

/** About the maximum of a spreadsheet. Users of more rows need columnar access, which Parquet alone allows. */
export const MAX_ROWS_READ_WHOLE = 1_000_000

/**
 * Values of a table up to which there is Arrow too: it is not compressed, and beyond some 17 MB neither hosts of static
 * files take it nor does it open sooner than Parquet, which is a twelfth of it.
 */
export const MAX_ARROW_VALUES = 1_000_000

/**
 * Maximum rows for which CSV and NDJSON are built in parallel; beyond that each is some hundred MB, and one is built
 * at a time.
 */
const MAX_ROWS_BESIDE = 200_000
const BOTH: readonly TextFormat[][] = [['csv', 'ndjson']]
const ONE_BY_ONE: readonly TextFormat[][] = [['csv'], ['ndjson']]

const isParquetAlone = ({ isParquetOnly }: DataTable, rows: number): boolean =>
  isParquetOnly === true || rows > MAX_ROWS_READ_WHOLE

/** True if the newest day of a table with so many rows is there as Arrow. */
export const hasArrow = (table: DataTable, rows: number): boolean =>
  !isParquetAlone(table, rows) && rows * Object.keys(table.columns).length <= MAX_ARROW_VALUES

/**
 * Yields the newest day of a table in all its formats; for a table with a partition per day, Parquet is its partition.
 */
export async function* latestFiles(
  db: Database,
  table: DataTable,
  partition: Partition | undefined,
): AsyncGenerator<BuiltFile> {
  if (partition !== undefined && isParquetAlone(table, partition.rows)) return
  // A day closed by an older version has no partition.
  if (partition === undefined) await buildDataTable(db, table)
  else await readPartition(db, table, partition)
  const [{ count: rows } = { count: 0 }] = await db.rows<{ count: number }>(
    `select count(*) as count from data_${table.name}`,
  )
  if (table.kept === 'newest') yield await buildFile(table, 'parquet', rows, await asParquet(db, table))
  if (isParquetAlone(table, rows)) return
  for (const formats of rows > MAX_ROWS_BESIDE ? ONE_BY_ONE : BOTH) {
    const texts = await rowsAsText(db, table, rows, formats)
    yield* await Promise.all(formats.map((format, at) => buildFile(table, format, rows, texts[at] as Buffer)))
  }
  if (hasArrow(table, rows)) yield await buildFile(table, 'arrow', rows, await rowsAsArrow(db, table, rows))
}

/** Reads the published rows of the day, in case the models have changed since. */
async function readPartition(
  db: Database,
  { name, columns }: DataTable,
  partition: Partition,
): Promise<void> {
  const types = Object.fromEntries(
    Object.entries(columns).map(([column, type]) => [column, getTypeNames(type).duckdb]),
  )
  const names = Object.keys(columns).map(identifier).join(', ')
  await db.run(
    `create or replace temp table data_${name} as select ${names} from (${unitePartitions(types, [partition.file])})`,
  )
}

async function buildFile(
  { name }: DataTable,
  format: Format,
  rows: number,
  given: Uint8Array,
): Promise<BuiltFile> {
  const isText = format === 'csv' || format === 'ndjson'
  const { body, compression } = isText ? await compressFile(given) : { body: given, compression: null }
  const path = name === 'signal_inputs' ? 'signal-inputs.parquet' : `latest/${name}.${format}`
  const file: DataFile = {
    ...{ table: name, format, rows, compression, bytes: body.byteLength, sha256: hash('sha256', body) },
    path: compression === null ? path : `${path}.gz`,
  }
  const contentType = compression === null ? FORMAT_TYPES[format] : 'application/gzip'
  return { file, artifact: { path: `data/${file.path}`, contentType, body, side: 'public' } }
}

async function asParquet(db: Database, table: DataTable): Promise<Uint8Array> {
  const folder = mkdtempSync(join(tmpdir(), 'assay-data-'))
  try {
    const file = join(folder, 'data.parquet')
    await db.run(
      `copy (select * from data_${table.name} order by ${formatOrder(table)}) to ${literal(file)} (${parquetFormat(table)})`,
    )
    return readFileSync(file)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
