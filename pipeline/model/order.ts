import { OperationalError } from '../../core/domain/errors.ts'
import { type Database, literal } from './database.ts'

/** A model: a table built from others. SQL models are one select each; a code model declares its inputs. */
export interface Model {
  name: string
  reads: string[]
  build(db: Database): Promise<void>
}

/** Cache by SQL text, whose tables never change: a process that runs many days parses it once. */
const KNOWN = new Map<string, string[]>()

/** Returns the tables that one select reads, by DuckDB's own parse of it. Throws OperationalError for invalid SQL. */
export async function listTablesRead(db: Database, sql: string, file: string): Promise<string[]> {
  const known = KNOWN.get(sql) ?? (await parseTables(db, sql, file))
  KNOWN.set(sql, known)
  return known
}

async function parseTables(db: Database, sql: string, file: string): Promise<string[]> {
  const [row] = await db.rows<{ tree: ParseTree }>(
    `select json_serialize_sql(${literal(sql)}::varchar) as tree`,
  )
  const tree = row?.tree
  if (!tree || tree.error)
    throw new OperationalError(`${file}: ${tree?.error_message ?? 'it must be exactly one select statement'}`)
  const found = { tables: new Set<string>(), ctes: new Set<string>() }
  collect(tree, found)
  return [...found.tables].filter((name) => !found.ctes.has(name)).sort()
}

interface ParseTree {
  error?: boolean
  error_message?: string
}

function collect(node: unknown, found: { tables: Set<string>; ctes: Set<string> }): void {
  if (Array.isArray(node)) for (const item of node) collect(item, found)
  if (node === null || typeof node !== 'object' || Array.isArray(node)) return
  const fields = node as Record<string, unknown>
  if (fields.type === 'BASE_TABLE') found.tables.add(String(fields.table_name))
  const ctes = (fields.cte_map as { map?: { key: string }[] } | undefined)?.map ?? []
  for (const cte of ctes) found.ctes.add(cte.key)
  for (const value of Object.values(fields)) collect(value, found)
}

/**
 * Sorts models topologically by their inputs; ties by name. `given` are the tables that exist before any model. Throws
 * OperationalError for an unknown table, naming the model, and for a cycle.
 */
export function sortModels(models: Model[], given: string[]): Model[] {
  const done = new Set(given)
  const remaining = new Map(models.map((model) => [model.name, model]))
  const known = new Set([...given, ...remaining.keys()])
  for (const model of models) {
    const unknown = model.reads.find((name) => !known.has(name))
    if (unknown)
      throw new OperationalError(
        `${model.name} reads ${unknown}, which no source, catalogue or model provides`,
      )
  }
  const ordered: Model[] = []
  while (remaining.size > 0) {
    const ready = [...remaining.values()].filter((model) => model.reads.every((name) => done.has(name)))
    if (ready.length === 0)
      throw new OperationalError(
        `these models depend on each other in a cycle: ${[...remaining.keys()].sort().join(', ')}`,
      )
    for (const model of ready.sort((a, b) => (a.name < b.name ? -1 : 1))) {
      ordered.push(model)
      remaining.delete(model.name)
      done.add(model.name)
    }
  }
  return ordered
}

/** Returns those ordered models that the wanted tables depend on, in the same order. */
export function selectNeeded(wanted: readonly string[], ordered: readonly Model[]): Model[] {
  const needed = new Set(wanted)
  // From the last on: a model's inputs precede it.
  for (const { name, reads } of ordered.toReversed())
    if (needed.has(name)) for (const read of reads) needed.add(read)
  return ordered.filter(({ name }) => needed.has(name))
}
