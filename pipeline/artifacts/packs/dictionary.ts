import { MAX_DICTIONARY } from '../../../core/release/deflate.ts'
import type { Database } from '../../model/database.ts'
import { matchHandles, readStoredAgents, storedArtifacts } from '../agents/agents.ts'
import { toMember } from './bucket_packs.ts'

/** One agent of each kind: the first ranked one of each category, and the first that is not ranked. */
const EXAMPLES = `select handle from agents
  qualify row_number() over (partition by primary_category, tier, departed_on is null order by rank, handle) = 1`

/**
 * Returns a compression dictionary of content common to agents, taken from a few: it costs next to no room in a
 * member.
 */
export async function buildDictionary(db: Database): Promise<Uint8Array> {
  const handles = await db.rows<{ handle: string }>(EXAMPLES)
  const stored = await readStoredAgents(db, matchHandles(handles))
  const members = stored.map((agent) => toMember(storedArtifacts(agent)))
  return Buffer.concat(members).subarray(-MAX_DICTIONARY)
}
