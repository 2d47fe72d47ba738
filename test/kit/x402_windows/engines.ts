import { mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { NUMBERS } from '../../../core/domain/numbers.ts'
import { SQL_FOLDER } from '../../../pipeline/model/build.ts'
import { identifier, literal, openDatabase } from '../../../pipeline/model/database.ts'
import { loadChdb } from '../chdb.ts'
import { modelsNamed, OTHERS, viewInputs } from './inputs.ts'
import { LAST_DAY } from './made_up.ts'

/** The heaviest model, in build order; ClickHouse's form of each is in `sql/clickhouse`. */
const MODELS = [
  'int_x402_payer_days__sums',
  'int_x402_windows__counts',
  'int_x402_windows__wash_results',
] as const

/** An engine over the written inputs. */
export interface Engine {
  /** Builds the models. */
  build(): Promise<void>
  /** The rows of a query whose columns are all texts, each as one JSON line. */
  lines(sql: string): Promise<string[]>
  close(): void
}

/** DuckDB as the pipeline uses it: a file, and its memory limit. */
export async function onDuckdb(inputs: string, folder: string): Promise<Engine> {
  mkdirSync(folder, { recursive: true })
  const db = await openDatabase(join(folder, 'windows.duckdb'), { spill: join(folder, 'spill') })
  await viewInputs(db, inputs)
  const models = await modelsNamed(db, MODELS)
  return {
    async build() {
      for (const model of models) await model.build(db)
    },
    lines: async (sql) => (await db.rows<object>(sql)).map((row) => JSON.stringify(Object.values(row))),
    close: () => db.close(),
  }
}

/** ClickHouse with its tables on disk, reading the same Parquet files. */
export async function onClickhouse(inputs: string, folder: string): Promise<Engine> {
  const { Session } = await loadChdb()
  const session = new Session(folder)
  for (const statement of inputsInClickhouse(inputs)) session.query(statement)
  return {
    async build() {
      for (const name of MODELS)
        session.query(
          `create table ${name} engine = MergeTree order by tuple() settings allow_nullable_key = 1 as ${readClickhouseSql(name)}`,
        )
    },
    async lines(sql) {
      const text = session.query(sql, 'JSONCompactEachRow').trimEnd()
      return text === '' ? [] : text.split('\n').map((line) => JSON.stringify(JSON.parse(line)))
    },
    close: () => session.cleanup(),
  }
}

const readClickhouseSql = (name: string): string =>
  readFileSync(join(SQL_FOLDER, 'clickhouse', `${name}.sql`), 'utf8')

const inputsInClickhouse = (inputs: string): string[] => {
  const view = (name: string, files: string) =>
    `create view ${identifier(name)} as select * from file(${literal(join(inputs, files))}, Parquet)`
  return [
    'create database windows',
    'use windows',
    `create function market_days as () -> ${NUMBERS.market_days}`,
    `create view run as select toDate(${literal(LAST_DAY)}) as day`,
    view('stg_x402_payments__payments', 'payments/*/part-0.parquet'),
    ...OTHERS.map((name) => view(name, `${name}.parquet`)),
  ]
}

/** Queries of the compared results: every column of every row, as texts in SQL that both engines read alike. */
export const COMPARED = {
  int_x402_payer_days__sums: `
    select operator, scope, coalesce(only_chain, '') as only_chain, cast(cast(is_apart as integer) as varchar) as apart, payer,
      cast(age as varchar) as aged, cast(payments as varchar) as paid, cast(volume as varchar) as volumes,
      cast(running_payments as varchar) as paid_so_far, cast(running_volume as varchar) as volume_so_far,
      cast(cast(is_latest as integer) as varchar) as latest, cast(cast(is_first as integer) as varchar) as first, coalesce(relation, '') as related
    from int_x402_payer_days__sums order by operator, scope, payer, age`,
  int_x402_windows__counts: `
    select operator, scope, coalesce(only_chain, '') as only_chain, cast(cast(is_apart as integer) as varchar) as apart,
      cast(days as varchar) as in_days, cast(payments as varchar) as paid, cast(volume as varchar) as volumes,
      cast(unique_payers as varchar) as payers, cast(new_payers as varchar) as new,
      cast(independent_payers as varchar) as independent, cast(independent_payments as varchar) as independent_paid,
      cast(self_payments as varchar) as self, cast(self_volume as varchar) as self_v,
      cast(funded_payments as varchar) as funded, cast(funded_volume as varchar) as funded_v,
      cast(loop_payments as varchar) as loop, cast(loop_volume as varchar) as loop_v,
      cast(squares as varchar) as squared, cast(top.payments as varchar) as top_paid,
      cast(top.volume as varchar) as top_v, top.payer as top_payer
    from int_x402_windows__counts order by operator, scope, days`,
  int_x402_windows__wash_results: `
    select operator, scope, cast(days as varchar) as in_days,
      replace(replace(cast(wash_flags as varchar), '''', ''), ' ', '') as flags,
      replace(replace(cast(notices as varchar), '''', ''), ' ', '') as noted,
      cast(unique_payers_adjusted as varchar) as adjusted
    from int_x402_windows__wash_results order by operator, scope, days`,
} as const satisfies Record<(typeof MODELS)[number], string>
