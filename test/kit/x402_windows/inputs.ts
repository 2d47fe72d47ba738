import { join } from 'node:path'
import { sqlModels } from '../../../pipeline/model/build.ts'
import { type Database, identifier, literal, openDatabase } from '../../../pipeline/model/database.ts'
import type { Model } from '../../../pipeline/model/order.ts'
import { createMacros } from '../../../pipeline/model/rules.ts'
import { LAST_DAY, type PaymentSettings, write, writePayments } from './made_up.ts'

/** The model's inputs beside the payments, one Parquet file each. */
export const OTHERS = ['seed_x402__rules', 'int_x402_operators__scopes', 'int_x402_payers__relations']

/** One host requests payment for nine operators in ten, on all their chains. */
const REQUESTS = `
  select distinct operator, chain, 'one' as host, true as is_confirmed from stg_x402_payments__payments where hash(operator) % 10 > 0`

/** Generates payments and writes all inputs of the windows model, as Parquet for any engine. */
export async function writeInputs(folder: string, settings: PaymentSettings): Promise<void> {
  const db = await openDatabase(join(folder, 'inputs.duckdb'), { spill: join(folder, 'spill') })
  try {
    await writePayments(db, folder, settings)
    await viewPayments(db, folder)
    await db.run(`create view stg_x402_payments__fundings as
      select operator, wallet, amount::hugeint as amount from ${literal(join(folder, 'fundings.parquet'))}`)
    await db.run(`create table int_operators__payment_requests as ${REQUESTS}`)
    for (const model of await modelsNamed(db, OTHERS)) await model.build(db)
    for (const name of OTHERS)
      await write(db, join(folder, `${name}.parquet`), `select * from ${identifier(name)}`)
  } finally {
    db.close()
  }
}

/** The views over the files under the names that the models of `sql/` read. */
export async function viewInputs(db: Database, folder: string): Promise<void> {
  await createMacros(db)
  await db.run(`create table run as select ${literal(LAST_DAY)}::date as day`)
  await viewPayments(db, folder)
  for (const name of OTHERS)
    await db.run(
      `create view ${identifier(name)} as select * from ${literal(join(folder, `${name}.parquet`))}`,
    )
}

/** DuckDB writes its widest integers as doubles, so the amounts are decimals in the files. */
const viewPayments = (db: Database, folder: string): Promise<void> =>
  db.run(`create view stg_x402_payments__payments as
    select * replace (amount::hugeint as amount) from ${literal(join(folder, 'payments/*/part-0.parquet'))}`)

/** These models of `sql/`, in this order. */
export async function modelsNamed(db: Database, names: readonly string[]): Promise<Model[]> {
  const models = new Map((await sqlModels(db)).map((model) => [model.name, model]))
  return names.flatMap((name) => models.get(name) ?? [])
}
