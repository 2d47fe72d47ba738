import { signalName } from '../domain/signals.ts'
import { DATA_ROWS, evidenceLink, notPublic } from '../pages/evidence_link.ts'
import { linkable } from '../pages/parts.ts'
import type { AgentRecord } from './agent_record.ts'
import type { EvidenceScope } from './evidence_row.ts'
import type { ReleaseInfo } from './release_info.ts'

/** The answer about a recorded answer that is not served. */
export interface EvidenceAnswer {
  type: 'evidence'
  sha256: string
  public: false
  reason: string
  agent: string
  /** The values of the agent that were read from it. */
  read: {
    signal: string
    name: string
    value: string | number | null
    unit: string
    observed_at: string | null
    source: string
    /** The upstream's own address, as it was asked. */
    source_url: string | null
    block_number: number | null
    transaction_url: string | null
  }[]
  data_url: string
  date: string
}

/** Returns what is said of a recorded answer on which a score of an agent rests; null where none rests on it. */
export function evidenceAnswer(sha256: string, agent: AgentRecord, info: ReleaseInfo): EvidenceAnswer | null {
  const rows = agent.standings
    .flatMap(({ signals }) => signals)
    .filter((row) => row.response_sha256 === sha256)
  if (rows.length === 0) return null
  // One answer of a chain may hold both a transaction and what a stranger wrote into it.
  const withoutTransaction = rows.find(({ transaction }) => !transaction)
  const scope: EvidenceScope = info.evidence ?? { is_served: true, sources: {}, chains: {} }
  return {
    ...{ type: 'evidence', sha256, public: false },
    reason:
      withoutTransaction === undefined
        ? 'not public: the transaction is, and not the answer it was read from'
        : notPublic(withoutTransaction.source, scope),
    agent: agent.handle,
    read: rows.map((row) => {
      const link = evidenceLink(row, agent.handle, scope)
      return {
        ...{ signal: row.key, name: signalName(row.key) },
        ...{ value: row.value_at ?? row.value, unit: row.unit, observed_at: row.observed_at },
        ...{ source: row.source, source_url: linkable(row.source_url) },
        block_number: row.transaction?.block_number ?? null,
        transaction_url: link?.kind === 'transaction' ? link.href : null,
      }
    }),
    data_url: `${info.base_url}${DATA_ROWS}`,
    date: info.day,
  }
}
