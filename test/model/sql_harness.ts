import { sqlModels } from '../../pipeline/model/build.ts'
import { type Database, openDatabase } from '../../pipeline/model/database.ts'
import { type Model, sortModels } from '../../pipeline/model/order.ts'
import { packageNames } from '../../pipeline/model/package_names.ts'
import { rankBands } from '../../pipeline/model/rank_bands.ts'
import { createMacros } from '../../pipeline/model/rules.ts'
import { type Columns, createTable } from '../../pipeline/model/tables.ts'
import { toolChanges } from '../../pipeline/model/tool_changes.ts'
import { toolLists } from '../../pipeline/model/tool_lists.ts'
import { vulnerabilityFixes } from '../../pipeline/model/vulnerability_fixes.ts'

/** A table that exists before the models: its columns, and rows with integers beyond 2^53 as strings. */
export interface Given {
  columns: Columns
  rows: object[]
}

let parsed: Promise<Model[]> | undefined
// Over a few rows several threads only wait for each other.
let engine: Promise<Database> | undefined
let opened = 0

/**
 * An in-memory database with the given tables and the wanted models, and with every model that these need and no
 * given table stands for, built in order. The caller closes it.
 */
export async function buildFrom(given: Record<string, Given>, wanted: string[]): Promise<Database> {
  const db = await openEmpty()
  for (const [name, { columns, rows }] of Object.entries(given)) await createTable(db, name, columns, rows)
  const tables = Object.keys(given)
  await createMacros(db)
  parsed ??= sqlModels(db).then((models) => [
    ...models,
    packageNames,
    toolLists,
    toolChanges,
    vulnerabilityFixes,
    rankBands,
  ])
  for (const model of sortModels(selectNeededModels(await parsed, wanted, tables), tables))
    await model.build(db)
  return db
}

/** A database of its own within one engine: starting an engine takes ten times as long as most tests. */
async function openEmpty(): Promise<Database> {
  engine ??= openDatabase(':memory:', { threads: 1 })
  const running = await engine
  const [db, name] = [await running.connect(), `given_${opened++}`]
  await db.run(`attach ':memory:' as ${name}; use ${name}`)
  const close = () => {
    db.close()
    running.run(`detach ${name}`).catch(() => {})
  }
  return { ...db, close }
}

function selectNeededModels(models: Model[], wanted: string[], given: string[]): Model[] {
  const byName = new Map(models.map((model) => [model.name, model]))
  const names = new Set(wanted)
  for (const name of names)
    for (const read of byName.get(name)?.reads ?? [])
      if (!given.includes(read) && byName.has(read)) names.add(read)
  return [...names].map((name) => {
    const model = byName.get(name)
    if (!model) throw new Error(`${name} is no SQL model: name a file of sql/ without its ending`)
    return model
  })
}
