import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { COMPARED, onClickhouse, onDuckdb } from '../../../test/kit/x402_windows/engines.ts'
import { writeInputs } from '../../../test/kit/x402_windows/inputs.ts'
import type { PaymentSettings } from '../../../test/kit/x402_windows/made_up.ts'

/** The results of both engines for one model. */
export interface ModelResults {
  model: string
  rows: number
  /** The first row that differs, or null. */
  difference: string | null
}

/** Builds the x402 windows with both engines from the same Parquet files and compares every row. */
export async function buildBoth(made: PaymentSettings): Promise<ModelResults[]> {
  const folder = mkdtempSync(join(tmpdir(), 'assay-clickhouse-'))
  try {
    await writeInputs(folder, made)
    return await compareModels(folder)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

async function compareModels(folder: string): Promise<ModelResults[]> {
  mkdirSync(join(folder, 'clickhouse'))
  const engines = [
    await onDuckdb(folder, join(folder, 'duckdb')),
    await onClickhouse(folder, join(folder, 'clickhouse')),
  ] as const
  try {
    for (const engine of engines) await engine.build()
    const built: ModelResults[] = []
    for (const [model, sql] of Object.entries(COMPARED)) {
      const [duckdb, clickhouse] = [await engines[0].lines(sql), await engines[1].lines(sql)]
      built.push({ model, rows: duckdb.length, difference: findDifference(duckdb, clickhouse) })
    }
    return built
  } finally {
    for (const engine of engines) engine.close()
  }
}

function findDifference(duckdb: string[], clickhouse: string[]): string | null {
  if (duckdb.length !== clickhouse.length) return `${clickhouse.length} rows in place of ${duckdb.length}`
  const at = duckdb.findIndex((line, place) => line !== clickhouse[place])
  return at === -1 ? null : `DuckDB ${duckdb[at]}, ClickHouse ${clickhouse[at]}`
}
