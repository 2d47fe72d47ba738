import { totalmem } from 'node:os'
import type { DuckDBConnection } from '@duckdb/node-api'

/** In bytes; a container may have less than its machine, and 0 means no limit. */
const MACHINE = Math.min(totalmem(), process.constrainedMemory() || Number.POSITIVE_INFINITY)

/**
 * In megabytes. A month of payments is more than a small machine has: DuckDB spills the rest to disk, beside the
 * cache. The other half of the machine is for this process and for others.
 */
const LIMITS = { usual: 1_200, most: Math.floor(MACHINE / 2e6) }

/** Memory limit of a DuckDB. */
export interface MemoryLimit {
  /** Runs `work`. If it runs out of memory, doubles the limit and runs it again. */
  withRaisedLimit<T>(work: () => Promise<T>): Promise<T>
  /** Resets the limit, unless tables in memory need more; only while no statement is running. */
  resetLimit(): Promise<void>
}

/**
 * Starts with a limit that suffices for nearly every index, and raises it when a statement needs more, up to half of
 * the machine's memory: lists and hash tables that DuckDB cannot spill grow with the agents. A failed statement has
 * changed nothing.
 */
export async function limitMemory(
  connection: DuckDBConnection,
  { usual, most: max } = LIMITS,
): Promise<MemoryLimit> {
  let limit = usual
  const apply = () => connection.run(`set memory_limit = '${limit}MB'`)
  await apply()
  return {
    async withRaisedLimit(work) {
      for (;;) {
        const had = limit
        try {
          return await work()
        } catch (error) {
          if (!isOutOfMemory(error) || had >= max) throw error
          // Another connection may have raised the limit meanwhile.
          if (limit === had) limit = Math.min(2 * had, max)
          await apply()
        }
      }
    },
    async resetLimit() {
      const had = limit
      limit = usual
      await apply().catch((error) => {
        if (!isOutOfMemory(error)) throw error
        limit = had
      })
    },
  }
}

const isOutOfMemory = (error: unknown): boolean =>
  error instanceof Error && error.message.startsWith('Out of Memory Error')
