import { type Attestation, attestationClaims, readAttestation, type Statement } from '../envelope.ts'
import type { Keys } from './keys.ts'
import { combineResults, type PageReport, unreadable } from './report.ts'

/** The signed fields that the page shows. */
type Predicate = Statement['predicate'] & { world?: unknown; as_of?: unknown }

/** Checks the text of an attestation with loaded keys: without requests. */
export function checkAttestation(text: string, keys: Keys): PageReport {
  const attestation = read(text)
  if (attestation === null)
    return unreadable(
      'This is no attestation: paste the whole answer of /api/oracle/attest, or its envelope, as JSON.',
    )
  const { statement, claims } = attestationClaims(attestation, keys.published, keys.log)
  const verdict = combineResults(claims)
  return {
    verdict,
    headline: attestationHeadline(verdict, statement),
    facts: statement === null ? [] : attestationFacts(statement, keys),
    claims,
    scores: [],
  }
}

/** True for the text of an attestation, whether it holds or not. */
export const isAttestation = (text: string): boolean => read(text) !== null

function read(text: string): Attestation | null {
  try {
    return readAttestation(text)
  } catch {
    return null
  }
}

function attestationHeadline(verdict: PageReport['verdict'], statement: Statement | null): string {
  if (statement === null) return 'Do not rely on it: no valid key that this index publishes has signed this.'
  if (verdict === 'broken') return 'Do not rely on it: it is signed, but not everything beside it matches.'
  const { world } = statement.predicate as Predicate
  const about =
    world === 'live'
      ? ''
      : ` It is about invented or recorded test data (${formatText(world)}), and not about the real world.`
  if (verdict === 'partly') return `It is signed by this index, but not all of it was checked.${about}`
  return `It holds: this index signed it, and its log contains it.${about}`
}

function attestationFacts({ predicate, subject }: Statement, { log }: Keys): PageReport['facts'] {
  const { metric, handle, value, world, issued_at, as_of, proof_of_index } = predicate as Predicate
  return [
    ['Says', describeValue(metric, value)],
    ['About', handle === null ? 'the index as a whole' : handle],
    ['Day', proof_of_index?.date ?? 'not said'],
    ['Known as of', formatText(as_of)],
    ['Signed at', issued_at],
    ['World', formatText(world)],
    ['Manifest of the release', formatText(subject[0]?.digest.sha256)],
    ['Log', log === null ? 'this index has none' : `${log.name}, key ${log.id}`],
  ]
}

/** Describes the attested value in a few words. */
function describeValue(metric: string, value: Record<string, unknown>): string {
  const departed = value.departed as { on?: unknown } | null | undefined
  if (departed != null) return `departed on ${formatText(departed.on)}`
  if (metric === 'liveness')
    return formatText((value.liveness as { state?: unknown } | null)?.state).replaceAll('_', ' ')
  if (metric === 'tier')
    return `${formatText(value.tier).replaceAll('_', ' ')}, rank ${formatText(value.rank)}, score ${formatText(value.score)} in ${formatText(value.primary_category)}`
  return `Ghost Index ${formatText(value.liveness_score)} percent alive on ${formatText(value.computed_for)}`
}

const formatText = (value: unknown): string => (value == null ? 'unknown' : String(value).slice(0, 200))
