import { readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { sqlFiles, sqlModels } from '../../pipeline/model/build.ts'
import { codeModels } from '../../pipeline/model/code_models.ts'
import type { Database } from '../../pipeline/model/database.ts'
import { type Model, sortModels } from '../../pipeline/model/order.ts'
import { createMacros } from '../../pipeline/model/rules.ts'
import { createBySlices } from '../../pipeline/model/slices.ts'
import type { Rule } from './rules.ts'

/** Rank of one agent in one category, from the marts. */
export interface Standing {
  handle: string
  category: string
  score: number
  exact_score: number
  is_ranked: boolean
  verdict: string | null
  recommendation: string
  /** The limits of the advice in US dollars: 0 where none is advised. */
  per_transaction: number
  daily: number
  /** Wallets without a visible tie that paid it in 30 days; null where it is no service, or was paid by nobody. */
  payers: number | null
}

/** The results of a build: all standings, and the handle of every record. */
export interface Built {
  standings: Standing[]
  handles: Map<string, string>
}

const OUTPUT_MODELS = ['rankings', 'trust', 'signals']

/** Builds the project's own models over the raw tables, some with the given rules switched off, and reads the marts. */
export const build = (db: Database, off: Rule[]): Promise<Built> =>
  withModels(db, OUTPUT_MODELS, off, () => read(db))

/**
 * The same for each of several sets of rules that are switched off. What none of a set's rules reaches is built once for
 * all.
 */
export const buildEach = (db: Database, sets: readonly Rule[][]): Promise<Built[]> =>
  withModels(db, OUTPUT_MODELS, [], async () => {
    const results: Built[] = []
    for (const off of sets) results.push(off.length === 0 ? await read(db) : await buildChanged(db, off))
    return results
  })

/** Builds the models that the rules stand in, and those that depend on them, over all others; reads the marts. */
async function buildChanged(db: Database, off: Rule[]): Promise<Built> {
  await db.run(`attach ':memory:' as changed; set search_path = 'changed.main,built.main,memory.main'`)
  try {
    const changed = new Set(off.map(({ model }) => model))
    for (const model of await modelsWithout(db, OUTPUT_MODELS, off)) {
      if (!changed.has(model.name) && !model.reads.some((name) => changed.has(name))) continue
      changed.add(model.name)
      await model.build(db)
    }
    return await read(db)
  } finally {
    await db.run(`set search_path = 'built.main,memory.main'; detach changed`)
  }
}

/** Builds the models that some models depend on for the duration of `use`, which reads them; returns its result. */
export async function withModels<T>(
  db: Database,
  wanted: readonly string[],
  off: Rule[],
  use: () => Promise<T>,
): Promise<T> {
  await db.run(`attach ':memory:' as built; set search_path = 'built.main,memory.main'`)
  try {
    await createMacros(db)
    for (const model of await modelsWithout(db, wanted, off)) await model.build(db)
    return await use()
  } finally {
    await db.run(`set search_path = 'memory.main'; detach built`)
  }
}

async function read(db: Database): Promise<Built> {
  const standings = await db.rows<Standing>(`
    select rankings.handle, category, rankings.score, exact_score, rankings.tier = 'evidence_ranked' as is_ranked, verdict,
      recommendation, coalesce(per_transaction, 0)::double as per_transaction, coalesce(daily, 0)::double as daily,
      paid.value as payers
    from rankings
    left join trust using (handle)
    left join signals as paid on paid.handle = rankings.handle and paid.key = 'x402_independent_payers'
    order by category, position`)
  const bound = await db.rows<{ record_id: string; handle: string }>(
    'select record_id, handle from int_records__handles',
  )
  return { standings, handles: new Map(bound.map((binding) => [binding.record_id, binding.handle])) }
}

async function modelsWithout(db: Database, wanted: readonly string[], off: Rule[]): Promise<Model[]> {
  const given = await db.rows<{ name: string }>(
    `select table_name as name from information_schema.tables where table_catalog not in ('built', 'changed')`,
  )
  const names = given.map((table) => table.name)
  const [run] = await db.rows<{ day: string }>('select day::varchar as day from run')
  const all = [...(await sqlModels(db)), ...codeModels(run?.day as string)]
  const models = new Map(all.map((model) => [model.name, model]))
  for (const { model } of off) models.set(model, replaced(models.get(model), off, model))
  const needed = new Set(wanted)
  for (const name of needed)
    for (const read of models.get(name)?.reads ?? []) if (models.has(read)) needed.add(read)
  return sortModels(
    [...needed].map((name) => models.get(name) as Model),
    names,
  )
}

function replaced(model: Model | undefined, off: Rule[], name: string): Model {
  if (!model) throw new Error(`a rule replaces ${name}, which is no model: correct lab/gaming/rules.ts`)
  const sql = readModelSql(name).trim().replace(/;$/, '')
  const left = off.filter((rule) => rule.model === name).reduce((text, rule) => rule.without(text), sql)
  return { ...model, build: (db) => createBySlices(db, { name, sql: left, reads: model.reads }) }
}

/** The text of a model that the rules change. */
export function readModelSql(model: string): string {
  const files = [...sqlFiles('staging'), ...sqlFiles('intermediate')]
  const file = files.find((file) => basename(file) === `${model}.sql`)
  if (file === undefined)
    throw new Error(`sql has no staging or intermediate model ${model}: correct lab/gaming/rules.ts`)
  return readFileSync(file, 'utf8')
}
