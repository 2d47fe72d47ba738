import { type DuckDBConnection, type DuckDBDataChunk, DuckDBInstance } from '@duckdb/node-api'
import { limitMemory, type Memory } from './memory.ts'

/** One open DuckDB: a cache that a run builds from the archive and the history, and that can be deleted at any time. */
export interface Database {
  run(sql: string): Promise<void>
  /** Rows as plain JSON values: 64-bit integers and decimals arrive as numbers, times as the SQL formats them. */
  rows<T>(sql: string): Promise<T[]>
  /** Gives the columns of the rows as DuckDB holds them, a few thousand rows at a time. */
  eachChunk(sql: string, take: (chunk: DuckDBDataChunk) => void): Promise<void>
  /** Another connection to the same tables, whose statements run beside those of this one. Closed together with it. */
  beside(): Promise<Database>
  /** Gives back the memory that single statements needed, for what comes after them; while none is under way on any connection. */
  backToUsualMemory(): Promise<void>
  close(): void
}

/** Where and how a database works. */
export interface DatabaseOptions {
  /** The most threads for one statement; as many as there are cores when left out. */
  threads?: number
  /** Where a database in memory puts what does not fit. */
  spill?: string
}

/**
 * Opens `path` (or `:memory:`). The session's time zone is UTC, so that no machine's own zone
 * reaches a value. Closing leaves the write-ahead log to whoever opens the cache next: folding it in costs a third of a
 * small run.
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
  return connected({ instance, memory }, connection, () => instance.closeSync())
}

/** What the connections of one database share. */
interface Shared {
  instance: DuckDBInstance
  memory: Memory
}

async function connected(
  shared: Shared,
  connection: DuckDBConnection,
  closeInstance: () => void,
): Promise<Database> {
  const { instance, memory } = shared
  await connection.run("set timezone = 'UTC'")
  const others: Database[] = []
  // Sources are read side by side, and a connection has one statement at a time.
  let last: Promise<unknown> = Promise.resolve()
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const turn = last.then(work, work)
    last = turn
    return turn
  }
  return {
    run: (sql) => inTurn(() => memory.enoughFor(async () => void (await connection.run(sql)))),
    rows: (sql) => inTurn(() => memory.enoughFor(() => readRows<never>(connection, sql))),
    eachChunk: (sql, take) => inTurn(() => readChunks(shared, connection, sql, take)),
    async beside() {
      const other = await connected(shared, await instance.connect(), () => {})
      others.push(other)
      return other
    },
    backToUsualMemory: () => inTurn(() => memory.backToUsual()),
    close() {
      for (const other of others) other.close()
      connection.closeSync()
      closeInstance()
    },
  }
}

/** DuckDB serialises rows to JSON faster than its driver builds objects (1.6 s against 2.7 s for 300,000 rows). */
async function readRows<T>(connection: DuckDBConnection, sql: string): Promise<T[]> {
  const result = await connection.runAndReadAll(`select to_json(t)::varchar from (${sql}) t`)
  return (result.getColumns()[0] ?? []).map((json) => JSON.parse(json as string) as T)
}

async function readChunks(
  { memory }: Shared,
  connection: DuckDBConnection,
  sql: string,
  take: (chunk: DuckDBDataChunk) => void,
): Promise<void> {
  // What is sorted or grouped needs its memory before its first rows.
  const { result, first } = await memory.enoughFor(async () => {
    const result = await connection.stream(sql)
    return { result, first: await result.fetchChunk() }
  })
  for (let chunk = first; chunk?.rowCount; chunk = await result.fetchChunk()) take(chunk)
}

/** An SQL string literal. */
export const literal = (text: string): string => `'${text.replaceAll("'", "''")}'`

/** An SQL identifier. */
export const identifier = (name: string): string => `"${name.replaceAll('"', '""')}"`
