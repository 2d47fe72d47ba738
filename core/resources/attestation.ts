import * as p from '../interface/parameters.ts'
import type { AgentRecord } from '../views/agent_record.ts'
import { livenessView } from '../views/parts.ts'
import type { ReleaseInfo } from '../views/release_info.ts'
import { departedView } from '../views/trust_parts.ts'
import type { AttestedStatement } from './attestation.schema.ts'
import type { GhostIndex } from './ghost_index.schema.ts'
import { pickFigures } from './ghost_index.ts'
import { paid } from './resource.ts'

/** A signed statement. */
export const ATTESTATION = paid({
  id: 'attestation',
  path: '/api/oracle/attest',
  title: 'Signed attestation about an agent or the index',
  price: '0.25',
  parameters: [p.metric, p.attestedHandle],
  answer: 'Attestation',
  errors: [400, 404],
})

type Predicate = AttestedStatement['predicate']

/** The attested statement and its age: as REST shows it, without any third-party text. */
export type AttestedFields = Pick<Predicate, 'metric' | 'handle' | 'value' | 'as_of' | 'methodology_version'>

/** Release of the statement. */
export interface AttestedRelease {
  id: string
  manifestSha256: string
  /** Proof that the release is in the log; null in an index without a log. */
  proofOfIndex: Predicate['proof_of_index']
}

/** The liveness of an agent: its state, latest act and latest answer, as its summary has them. */
export const attestedLiveness = (agent: AgentRecord): AttestedFields => ({
  metric: 'liveness',
  handle: agent.handle,
  value: { liveness: livenessView(agent), departed: departedView(agent) },
  as_of: agent.last_updated,
  methodology_version: null,
})

/** The tier of an agent with rank and score, all in its primary category. */
export function attestedTier(agent: AgentRecord): AttestedFields {
  const { handle, primary_category, tier, rank, score, last_updated } = agent
  const standing = agent.standings.find((row) => row.category === primary_category)
  return {
    metric: 'tier',
    handle,
    value: { primary_category, tier, rank, score, departed: departedView(agent) },
    as_of: last_updated,
    methodology_version: standing?.methodology_version ?? null,
  }
}

/** The Ghost Index of the release's day, without its breakdowns. */
export const attestedGhostIndex = (index: GhostIndex): AttestedFields => ({
  metric: 'ghost_index',
  handle: null,
  value: { computed_for: index.computed_for, rule: index.rule, ...pickFigures(index) },
  as_of: index.as_of,
  methodology_version: null,
})

/** The statement that is signed, an in-toto Statement about the manifest of the release. */
export function statementView(
  { metric, handle, value, as_of, methodology_version }: AttestedFields,
  release: AttestedRelease,
  info: ReleaseInfo,
  issuedAt: string,
): AttestedStatement {
  const predicate = {
    metric,
    handle,
    value,
    as_of,
    world: info.world,
    methodology_version,
    issued_at: issuedAt,
    proof_of_index: release.proofOfIndex,
  }
  return {
    _type: 'https://in-toto.io/Statement/v1',
    subject: [{ name: `releases/${release.id}/manifest.json`, digest: { sha256: release.manifestSha256 } }],
    predicateType: `${info.base_url}/attestations/v1`,
    predicate: predicate as Predicate,
  }
}

const MEANING =
  'The signature confirms what this index published for its day, computed from its records. It does not prove that the facts are true, and it says nothing about the day of signing.'
const NO_LOG =
  'The digest is the hash of the release manifest. This index keeps no log, so this signature is its only proof.'
const LOGGED =
  'The log shows that the entry was published in it. Whether everybody is shown the same log is seen by its witnesses and by an anchored digest (/api/proof-of-index/v1); the rank is in the manifest alone.'
const WORTHLESS =
  'Signed with the test key of the sample, whose private part is public: this signature proves nothing.'

/** Limitations of an attestation. */
export const attestationLimitations = ({ limitations, world }: ReleaseInfo, isLogged: boolean): string[] => [
  ...limitations,
  ...(world === 'sample' ? [WORTHLESS] : []),
  MEANING,
  isLogged ? LOGGED : NO_LOG,
]
