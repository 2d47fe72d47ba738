import { mkdirSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { SHARDS } from '../../../core/release/shards.ts'
import { type Database, literal } from '../../model/database.ts'

/** What the records and days of agents are read from, by the handle. */
const OF_AGENTS = [
  ...['agents', 'identities', 'standings', 'trust', 'reliability', 'rails', 'endpoints'],
  ...['recent_changes', 'corrections', 'agent_days'],
]
/** And what is the same for all. */
const OF_ALL = ['categories', 'methodologies', 'run']

/** About so many agents are held in memory at a time by each thread. */
export const AGENTS_AT_ONCE = 4_000
const MAX_BUCKETS = 1_024
/**
 * Rows that DuckDB holds before it writes them, into a piece of each bucket's file. A standing with its signals takes some
 * kilobytes, and small pieces of lists take twice as long; a day of an agent takes a hundred bytes, and the thirty of each
 * would otherwise lie in thousands of pieces.
 */
const ROWS_HELD: Record<string, number> = { agent_days: 2_000_000 }
const USUAL_ROWS_HELD = 100_000

/** How many buckets the packs of so many agents are made in: a power of two, so that each has whole packs. */
export function bucketsFor(agents: number, atOnce: number): number {
  let buckets = 1
  while (buckets < MAX_BUCKETS && agents / buckets > atOnce) buckets *= 2
  return buckets
}

/** `shardOf` of core/release/shards.ts; a pack that came twice would say that the two differ. */
const SHARD = `(xor(hash, hash >> 16) & ${SHARDS - 1})`
const HASHES = `select handle, list_reduce(
    list_transform(string_split(handle, ''), lambda letter: ascii(letter)::ubigint),
    lambda hash, letter: (xor(hash, letter) * 16777619) % 4294967296, 2166136261::ubigint) as hash from agents`

/**
 * Writes what is read of agents into files, a folder for each bucket of shards: one pass over each table, however many
 * agents there are, and threads that make packs need nothing but the files.
 */
export async function writeBuckets(db: Database, folder: string, buckets: number): Promise<void> {
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  await db.run(`set partitioned_write_max_open_files = ${MAX_BUCKETS};
    create or replace temp table agent_buckets as
    select handle, (${SHARD} // ${SHARDS / buckets})::integer as bucket from (${HASHES})`)
  for (const table of OF_AGENTS) {
    const target = join(folder, table)
    // Over what an attempt has left that had too little memory.
    await db.run(`set partitioned_write_flush_threshold = ${ROWS_HELD[table] ?? USUAL_ROWS_HELD};
      copy (select of_all.*, bucket from ${table} of_all join agent_buckets using (handle))
      to ${literal(target)} (format parquet, partition_by (bucket), overwrite)`)
    await db.run(`copy (select * from ${table} limit 0) to ${literal(`${target}.parquet`)} (format parquet)`)
  }
  for (const table of OF_ALL)
    await db.run(
      `copy (select * from ${table}) to ${literal(join(folder, `${table}.parquet`))} (format parquet)`,
    )
  await db.run('drop table agent_buckets')
}

/** Lets the tables of an empty database be those of a bucket. */
export async function openBucket(db: Database, folder: string, bucket: number): Promise<void> {
  for (const table of OF_AGENTS) {
    const inside = join(folder, table, `bucket=${bucket}`)
    await openTable(db, table, [join(folder, `${table}.parquet`), ...filesIn(inside)])
  }
  for (const table of OF_ALL) await openTable(db, table, [join(folder, `${table}.parquet`)])
}

const openTable = (db: Database, table: string, files: string[]): Promise<void> =>
  db.run(`create or replace view ${table} as
    select * from read_parquet([${files.map(literal).join(', ')}], hive_partitioning = false)`)

function filesIn(folder: string): string[] {
  try {
    return readdirSync(folder)
      .sort()
      .map((name) => join(folder, name))
  } catch (error) {
    // A bucket without rows has no folder.
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return []
    throw error
  }
}
