import { mkdirSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { SHARDS } from '../../../core/release/shards.ts'
import { type Database, literal } from '../../model/database.ts'

/** The source tables of agents' records and days, which have a handle. */
const AGENT_TABLES = [
  ...['agents', 'identities', 'standings', 'trust', 'reliability', 'rails'],
  ...['endpoints', 'endpoint_probes', 'agent_tools', 'recent_changes', 'corrections', 'agent_days'],
  ...[
    'agent_owners',
    'seller_payments',
    'signal_transactions',
    'package_checks',
    'vulnerabilities',
    'incidents',
  ],
  ...['server_settings', 'family_models'],
]
/** The source tables of owners' records, which have a key. */
const OWNER_TABLES = ['owners', 'owner_agents', 'owner_changes']
/** The source tables shared by all agents. */
const SHARED_TABLES = ['categories', 'methodologies', 'methodology_signals', 'signal_definitions', 'run']

/** Approximate number of agents in memory per thread. */
export const AGENTS_AT_ONCE = 4_000
const MAX_BUCKETS = 1_024
/**
 * Number of rows that DuckDB buffers before it writes a piece of each bucket's file. A standing with its signals takes
 * some kilobytes, and small pieces of lists are twice as large; a day of an agent takes a hundred bytes, and its
 * thirty days would otherwise be spread over thousands of pieces.
 */
const ROWS_HELD: Record<string, number> = { agent_days: 2_000_000 }
const USUAL_ROWS_HELD = 100_000

/** Returns the number of buckets for a number of agents: a power of two, so that each has whole packs. */
export function countBuckets(agents: number, atOnce: number): number {
  let buckets = 1
  while (buckets < MAX_BUCKETS && agents / buckets > atOnce) buckets *= 2
  return buckets
}

/** Same as `shardOf` of core/release/shards.ts; a pack that came twice would reveal a difference. */
const SHARD = `(xor(hash, hash >> 16) & ${SHARDS - 1})`
const HASHES = `select handle, list_reduce(
    list_transform(string_split(handle, ''), lambda letter: ascii(letter)::ubigint),
    lambda hash, letter: (xor(hash, letter) * 16777619) % 4294967296, 2166136261::ubigint) as hash
  from (select handle from agents union all select owner from owners where has_page)`

/**
 * Writes the tables of agents and owners to files, a folder for each bucket of shards: one pass over each table, however many
 * agents there are, and threads that build packs need only the files.
 */
export async function writeBuckets(db: Database, folder: string, buckets: number): Promise<void> {
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  await db.run(`set partitioned_write_max_open_files = ${MAX_BUCKETS};
    create or replace temp table agent_buckets as
    select handle, (${SHARD} // ${SHARDS / buckets})::integer as bucket from (${HASHES})`)
  for (const table of [...AGENT_TABLES, ...OWNER_TABLES]) {
    const target = join(folder, table)
    const key = OWNER_TABLES.includes(table) ? 'owner' : 'handle'
    // Overwrites the leftovers of an attempt that ran out of memory.
    await db.run(`set partitioned_write_flush_threshold = ${ROWS_HELD[table] ?? USUAL_ROWS_HELD};
      copy (select of_all.*, bucket from ${table} of_all join agent_buckets on agent_buckets.handle = of_all.${key})
      to ${literal(target)} (format parquet, partition_by (bucket), overwrite)`)
    await db.run(`copy (select * from ${table} limit 0) to ${literal(`${target}.parquet`)} (format parquet)`)
  }
  for (const table of SHARED_TABLES)
    await db.run(
      `copy (select * from ${table}) to ${literal(join(folder, `${table}.parquet`))} (format parquet)`,
    )
  await db.run('drop table agent_buckets')
}

/** Creates the tables of a bucket in an empty database. */
export async function openBucket(db: Database, folder: string, bucket: number): Promise<void> {
  for (const table of [...AGENT_TABLES, ...OWNER_TABLES]) {
    const inside = join(folder, table, `bucket=${bucket}`)
    await openTable(db, table, [join(folder, `${table}.parquet`), ...listFiles(inside)])
  }
  for (const table of SHARED_TABLES) await openTable(db, table, [join(folder, `${table}.parquet`)])
}

const openTable = (db: Database, table: string, files: string[]): Promise<void> =>
  db.run(`create or replace view ${table} as
    select * from read_parquet([${files.map(literal).join(', ')}], hive_partitioning = false)`)

function listFiles(folder: string): string[] {
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
