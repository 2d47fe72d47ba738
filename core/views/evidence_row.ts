/**
 * Terms under which a reader sees the recorded answers of a source. `bytes`: its licence is open, and they are served. `chains`: the
 * transaction is the evidence. `strangers`: hosts that agents name sent them, and they are never served. `terms`: its terms
 * do not allow it.
 */
export type EvidenceTerms = 'bytes' | 'chains' | 'strangers' | 'terms'

/** The transaction that decides the value of a signal. */
export interface SignalTransaction {
  /** CAIP-2. */
  chain: string
  block_number: number
  transaction: string
}

/** Facts of a release about the evidence of its values. */
export interface EvidenceScope {
  /** False for a host of files alone, which cannot send the headers that such bytes need. */
  is_served: boolean
  sources: Record<string, EvidenceTerms>
  /** Name and block explorer by chain. */
  chains: Record<string, { name: string; explorer: string }>
}

/** A recorded answer that was taken back. */
export interface WithdrawnEvidence {
  date: string
  reason: string
}
