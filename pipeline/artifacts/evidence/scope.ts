import type { EvidenceScope } from '../../../core/views/evidence_row.ts'
import type { Database } from '../../model/database.ts'
import { EVIDENCE } from '../data/licences.ts'

/** Hosts of files alone: a release for one lays out no recorded answers. */
const FILES_ALONE = /(?:^|\.)(?:github\.io|pages\.dev)$/

/** True where the host of an index can send the headers that recorded answers need. */
export const servesEvidence = (baseUrl: string): boolean => !FILES_ALONE.test(new URL(baseUrl).hostname)

/** Reads what a release says of the evidence of its values. */
export async function readEvidenceScope(db: Database, baseUrl: string): Promise<EvidenceScope> {
  const chains = await db.rows<{ chain: string; name: string; explorer: string }>(
    `select chain, name, explorer from raw_chains
     where chain in (select chain from signal_transactions) order by chain`,
  )
  return {
    is_served: servesEvidence(baseUrl),
    sources: EVIDENCE,
    chains: Object.fromEntries(chains.map(({ chain, ...row }) => [chain, row])),
  }
}
