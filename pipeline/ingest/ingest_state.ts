import { type Database, literal } from '../model/database.ts'
import type { BlocksRead, Source } from '../source/source.ts'

/** State of earlier fetches to continue from. */
export interface IngestState {
  lastDay: string | null
  resume: string | null
  /** The items that the fetch of `lastDay` deferred, in words. */
  deferred: string | null
  earlierBlocks: BlocksRead[]
  /** Those read by the fetch of `lastDay`. */
  lastBlocks: BlocksRead[]
}

/** Returns the past of a source as of a day, from the loaded history of ingest (`loadIngestHistory`). */
export async function readIngestState(db: Database, { name }: Source, day: string): Promise<IngestState> {
  const [last] = await db.rows<{ date: string; resume: string | null; left_out: string | null }>(
    `select date, resume, left_out from ingest
     where source = ${literal(name)} and outcome = 'ok' order by date desc limit 1`,
  )
  const reads = await db.rows<BlocksRead & { date: string }>(
    `select date, chain, from_block, to_block, from_time, to_time, final_block from ingest_blocks
     where source = ${literal(name)} and date < ${literal(day)} order by date, chain, from_block`,
  )
  const { date = null, resume = null, left_out = null } = last ?? {}
  const blocks = reads.map(({ date: readOn, ...read }) => ({ readOn, read }))
  return {
    ...{ lastDay: date, resume, deferred: left_out },
    earlierBlocks: blocks.map(({ read }) => read),
    lastBlocks: blocks.filter(({ readOn }) => readOn === date).map(({ read }) => read),
  }
}
