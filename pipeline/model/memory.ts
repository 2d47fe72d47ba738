import { totalmem } from 'node:os'
import type { DuckDBConnection } from '@duckdb/node-api'

/** In bytes; a container may have less than its machine, and 0 says that nothing holds it back. */
const MACHINE = Math.min(totalmem(), process.constrainedMemory() || Number.POSITIVE_INFINITY)

/**
 * In megabytes. A month of payments is more than a small machine has: what does not fit is put on disk, beside the cache.
 * The half of the machine that is left is for this process, and for what else runs there.
 */
const LIMITS = { usual: 1_200, most: Math.floor(MACHINE / 2e6) }

/** How much memory a DuckDB may take. */
export interface Memory {
  /** What `work` gives. Where the memory is too little for it, it is done again with twice as much. */
  enoughFor<T>(work: () => Promise<T>): Promise<T>
  /** Gives back what it took beyond the usual, unless tables in memory need it; only while no statement is under way. */
  backToUsual(): Promise<void>
}

/**
 * Begins with what nearly every index can do with, and takes more once a statement needs it, up to half of the machine's:
 * lists and hash tables that DuckDB cannot put on disk grow with the agents. A statement that failed has changed nothing.
 */
export async function limitMemory(connection: DuckDBConnection, { usual, most } = LIMITS): Promise<Memory> {
  let limit = usual
  const apply = () => connection.run(`set memory_limit = '${limit}MB'`)
  await apply()
  return {
    async enoughFor(work) {
      for (;;) {
        const had = limit
        try {
          return await work()
        } catch (error) {
          if (!isOutOfMemory(error) || had >= most) throw error
          // Another connection may have asked for more meanwhile.
          if (limit === had) limit = Math.min(2 * had, most)
          await apply()
        }
      }
    },
    async backToUsual() {
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
