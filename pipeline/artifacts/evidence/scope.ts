import type { EvidenceScope } from '../../../core/views/evidence_row.ts'
import type { Database } from '../../model/database.ts'
import { EVIDENCE } from '../data/licences.ts'

/** Reads what a release says of the evidence of its values. */
export async function readEvidenceScope(db: Database, isStaticHost: boolean): Promise<EvidenceScope> {
  const chains = await db.rows<{ chain: string; name: string; explorer: string }>(
    'select chain, name, explorer from raw_chains order by chain',
  )
  return {
    is_served: !isStaticHost,
    sources: EVIDENCE,
    chains: Object.fromEntries(chains.map(({ chain, ...row }) => [chain, row])),
  }
}
