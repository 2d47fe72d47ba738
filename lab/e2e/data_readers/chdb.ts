import { type Column, getTypeNames } from '../../../pipeline/artifacts/data/column.ts'
import { literal } from '../../../pipeline/model/database.ts'
import type { TextRow } from '../../../test/artifacts/data/read_back.ts'
import { loadChdb } from '../../../test/kit/chdb.ts'
import { type GivenFile, inOneForm, type Reader } from './reader.ts'

const FORMATS = { parquet: 'Parquet', csv: 'CSVWithNames', ndjson: 'JSONEachRow', arrow: 'Arrow' } as const
const SETTINGS = [
  'output_format_json_quote_64bit_integers = 1',
  'output_format_json_quote_decimals = 1',
  "format_csv_null_representation = ''",
  'input_format_parquet_preserve_order = 1',
  'max_threads = 1',
  "date_time_input_format = 'best_effort'",
  "session_timezone = 'UTC'",
].join(', ')

/** Throws where it cannot be had. */
export async function chdb(): Promise<Reader> {
  const { query } = await loadChdb()
  return {
    name: `ClickHouse ${query('select version()', 'TSV').trim()} (chdb)`,
    formats: ['parquet', 'csv', 'ndjson', 'arrow'],
    read: (given) => parseRows(given, query(buildSelect(given), 'JSONCompactEachRow')),
  }
}

function buildSelect({ table, format, file }: GivenFile): string {
  // Parquet and Arrow contain the types of their columns.
  const isTyped = format === 'parquet' || format === 'arrow'
  const types = Object.entries(table.columns).map(([name, column]) => `\`${name}\` ${columnType(column)}`)
  const structure = isTyped ? '' : `, ${literal(types.join(', '))}`
  const names = Object.keys(table.columns).map((name) => `\`${name}\``)
  return `select ${names.join(', ')} from file(${literal(file)}, ${FORMATS[format]}${structure}) settings ${SETTINGS}`
}

function columnType(column: Column): string {
  const { duckdb } = getTypeNames(column)
  const types: Record<string, string> = {
    ...{ varchar: 'String', bigint: 'Int64', double: 'Float64', boolean: 'Bool', date: 'Date32' },
    timestamptz: "DateTime64(6, 'UTC')",
  }
  return `Nullable(${types[duckdb] ?? duckdb.replace('decimal', 'Decimal')})`
}

function parseRows({ table, format }: GivenFile, text: string): TextRow[] {
  const types = Object.values(table.columns).map((column) => column.type)
  const lines = text === '' ? [] : text.trimEnd().split('\n')
  return lines.map((line) =>
    (JSON.parse(line) as unknown[]).map((value, at) => inOneForm(value, types[at] ?? '', format)),
  )
}
