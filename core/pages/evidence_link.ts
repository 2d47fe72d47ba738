import type { SignalRow } from '../views/agent_record.ts'
import type { EvidenceScope, EvidenceTerms } from '../views/evidence_row.ts'
import { linkable } from './parts.ts'

/** The way from a value to its evidence. */
export interface EvidenceLink {
  /** `hash`: the host serves no recorded answers; the link leads to the rows of the value among the data. */
  kind: 'bytes' | 'transaction' | 'not_public' | 'hash'
  /** An address of ours, or of a block explorer. */
  href: string
  /** Short hash of the recorded answer, or short transaction. */
  text: string
  /** Its end, in a few words. */
  says: string
}

/** The rows of values among the data. */
export const DATA_ROWS = '/data#signal_inputs'

type EvidenceRow = Pick<SignalRow, 'source' | 'response_sha256' | 'transaction'>

/** The address of what is recorded under a hash, as it concerns an agent. */
const aboutPath = (sha256: string, handle: string): string => `/evidence/${sha256}?agent=${handle}`

/** Returns the link and the text of a signal's row; null for what was not observed. */
export function evidenceLink(
  row: EvidenceRow,
  handle: string,
  scope: EvidenceScope | undefined,
): EvidenceLink | null {
  const { response_sha256: sha256 } = row
  if (sha256 === null) return null
  const seen = transactionLink(row, scope)
  if (seen !== null) return seen
  const text = shortenHash(sha256)
  if (!scope?.is_served) return { kind: 'hash', href: DATA_ROWS, text, says: 'its rows among the data' }
  return findTerms(row.source, scope) === 'bytes'
    ? { kind: 'bytes', href: `/evidence/${sha256}`, text, says: 'recorded answer' }
    : { kind: 'not_public', href: aboutPath(sha256, handle), text, says: notPublic(row.source, scope) }
}

/** `1a4d…462a`, as hashes are shown beside values. */
export const shortenHash = (hash: string): string => `${hash.slice(0, 4)}…${hash.slice(-4)}`

function transactionLink(
  { transaction }: EvidenceRow,
  scope: EvidenceScope | undefined,
): EvidenceLink | null {
  const chain = transaction && scope?.chains[transaction.chain]
  const href = chain ? linkable(`${chain.explorer}/tx/${transaction.transaction}`) : null
  if (!transaction || !chain || href === null) return null
  return {
    ...{ kind: 'transaction', href, text: shortenHash(transaction.transaction) },
    says: `transaction in block ${transaction.block_number} of ${chain.name}`,
  }
}

/** Says why what a source answered is not public. */
export function notPublic(source: string, scope: EvidenceScope): string {
  const terms = findTerms(source, scope)
  if (terms === 'strangers') return 'not public: sent by a stranger’s host'
  if (terms === 'chains') return 'not public: no payment was seen'
  return terms === 'bytes' ? 'not public: too large' : `not public: terms of ${source.replaceAll('_', ' ')}`
}

/** Terms by source, of each release: every value of a page asks, of a dozen sources in all. */
const termsBySource = new WeakMap<EvidenceScope['sources'], Map<string, EvidenceTerms>>()

function findTerms(source: string, { sources }: EvidenceScope): EvidenceTerms {
  const known = termsBySource.get(sources) ?? new Map<string, EvidenceTerms>()
  termsBySource.set(sources, known)
  const terms = known.get(source) ?? strictestTerms(source, sources)
  known.set(source, terms)
  return terms
}

/** The strictest terms of the sources of a signal; a source is a name, or a family such as `x402_bazaar`. */
function strictestTerms(source: string, sources: EvidenceScope['sources']): EvidenceTerms {
  const found = source.split(', ').flatMap((name) => {
    const own = Object.entries(sources).filter(([known]) => known === name || known.startsWith(`${name}_`))
    return own.length === 0 ? (['terms'] as const) : own.map(([, terms]) => terms)
  })
  const isAny = (terms: EvidenceTerms) => found.includes(terms)
  return (['strangers', 'terms', 'chains'] as const).find(isAny) ?? 'bytes'
}
