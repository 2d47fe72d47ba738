import { type DuckDBConnection, type DuckDBDataChunk, DuckDBInstance } from '@duckdb/node-api'
import { limitMemory, type MemoryLimit } from './memory.ts'

/** One open DuckDB: a cache that a run builds from the archive and the history, and that can be deleted at any time. */
export interface Database {
  run(sql: string): Promise<void>
  /** Rows as plain JSON values: 64-bit integers and decimals arrive as numbers, times as the SQL formats them. */
  rows<T>(sql: string): Promise<T[]>
  /** Passes the rows as DuckDB's column chunks, a few thousand rows at a time. */
  eachChunk(sql: string, take: (chunk: DuckDBDataChunk) => void): Promise<void>
  /** Opens another connection to the same tables, whose statements run in parallel. Closed together with this one. */
  connect(): Promise<Database>
  /** Releases memory that single statements needed; only while none is running on any connection. */
  resetMemoryLimit(): Promise<void>
  close(): void
}

/** Path and limits of a database. */
export interface DatabaseOptions {
  /** Maximum threads per statement; by default, the number of cores. */
  threads?: number
  /** Folder where an in-memory database spills data that exceeds its memory. */
  spill?: string
}

/**
 * Opens `path` (or `:memory:`). The session's time zone is UTC, so that the machine's zone reaches no value. Closing
 * leaves the write-ahead log to the next process that opens the cache: a checkpoint costs a third of a small run.
 */
export async function openDatabase(
  path: string,
  { threads, spill }: DatabaseOptions = {},
): Promise<Database> {
  const options = threads === undefined ? {} : { threads: `${threads}` }
  const instance = await DuckDBInstance.create(path, options)
  const connection = await instance.connect()
  await connection.run('pragma disable_checkpoint_on_shutdown; set preserve_insertion_order = true')
  const memory = await limitMemory(connection)
  if (spill !== undefined) await connection.run(`set temp_directory = ${literal(spill)}`)
  return wrapConnection({ instance, memory }, connection, () => instance.closeSync())
}

/** State shared by the connections of one database. */
interface SharedState {
  instance: DuckDBInstance
  memory: MemoryLimit
}

async function wrapConnection(
  shared: SharedState,
  connection: DuckDBConnection,
  closeInstance: () => void,
): Promise<Database> {
  const { instance, memory } = shared
  await connection.run("set timezone = 'UTC'")
  const others: Database[] = []
  // Sources are read in parallel, and a connection has one statement at a time.
  let last: Promise<unknown> = Promise.resolve()
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const turn = last.then(work, work)
    last = turn
    return turn
  }
  return {
    run: (sql) => inTurn(() => memory.withRaisedLimit(async () => void (await connection.run(sql)))),
    rows: (sql) => inTurn(() => memory.withRaisedLimit(() => readRows<never>(connection, sql))),
    eachChunk: (sql, take) => inTurn(() => readChunks(shared, connection, sql, take)),
    async connect() {
      const other = await wrapConnection(shared, await instance.connect(), () => {})
      others.push(other)
      return other
    },
    resetMemoryLimit: () => inTurn(() => memory.resetLimit()),
    close() {
      for (const other of others) other.close()
      connection.closeSync()
      closeInstance()
    },
  }
}

/**
 * DuckDB serializes rows to JSON faster than its driver builds objects (1.6 s against 2.7 s for 300,000 rows). They are
 * parsed as they come: a million rows as text took more than a gigabyte beside them.
 */
async function readRows<T>(connection: DuckDBConnection, sql: string): Promise<T[]> {
  const result = await connection.stream(`select to_json(t)::varchar from (${sql}) t`)
  const rows: T[] = []
  for await (const chunk of result)
    for (const json of chunk.getColumnValues(0)) rows.push(JSON.parse(json as string))
  return rows
}

async function readChunks(
  { memory }: SharedState,
  connection: DuckDBConnection,
  sql: string,
  take: (chunk: DuckDBDataChunk) => void,
): Promise<void> {
  // A sort or a grouping needs its memory before the first rows.
  const { result, first } = await memory.withRaisedLimit(async () => {
    const result = await connection.stream(sql)
    return { result, first: await result.fetchChunk() }
  })
  for (let chunk = first; chunk?.rowCount; chunk = await result.fetchChunk()) take(chunk)
}

/** An SQL string literal. */
export const literal = (text: string): string => `'${text.replaceAll("'", "''")}'`

/** An SQL identifier. */
export const identifier = (name: string): string => `"${name.replaceAll('"', '""')}"`
