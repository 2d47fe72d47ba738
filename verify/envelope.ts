import {
  bytesOfBase64url,
  concatBytes,
  fromBase64,
  fromHex,
  Malformed,
  parseJson,
  sameBytes,
  sha256Bytes,
  toHex,
  utf8,
} from './bytes.ts'
import { type Claim, notChecked, toClaim, tryClaim } from './claims.ts'
import { signatureFits } from './ed25519.ts'
import { canonicalBytes, canonicalText } from './jcs.ts'
import { type NoteKey, openNote, verifyCheckpoint } from './note.ts'
import { hashLeaf, provesInclusion } from './tree.ts'

/**
 * Attestations: a DSSE envelope around an in-toto Statement, keys from a JWKS with times of validity, and a proof that
 * the log holds what is attested.
 *
 * readAttestation(text or bytes)               → Attestation; throws Malformed
 * attestationClaims(attestation, keys, logKey) → { statement, claims }: signature, key, what is shown, inclusion
 */

/** Response of the service; only the envelope is to be trusted, once it is checked. */
export interface Attestation {
  envelope: { payloadType: string; payload: string; signatures: { keyid: string; sig: string }[] }
  statement?: unknown
  signature?: unknown
  /** Left out by what was made before the log; null in an index without one. */
  inclusion?: Inclusion | null
}

/** The proof that a checkpoint covers a leaf. */
interface Inclusion {
  origin: string
  checkpoint: string
  leaf_index: number
  leaf: string
  hashes: string[]
}

/** A key of `/.well-known/jwks.json`; times are seconds since 1970. */
export interface PublishedKey {
  kty: string
  crv: string
  x: string
  kid: string
  nbf: number
  exp: number
  revoked?: unknown
}

/** The signed fields that are checked here. */
export interface Statement {
  subject: { name: string; digest: { sha256: string } }[]
  predicateType: string
  predicate: {
    metric: string
    handle: string | null
    value: Record<string, unknown>
    issued_at: string
    proof_of_index?: {
      date: string
      digest: string
      log_origin: string
      log_size: number
      log_root: string
      /** The entry that the statement rests on; left out by what was made before a date could be published again. */
      leaf_index?: number
      leaf_hash?: string
    }
  }
}

const PAYLOAD_TYPE = 'application/vnd.in-toto+json'
const STATEMENT_TYPE = 'https://in-toto.io/Statement/v1'

/** Reads an answer of the service, or a bare envelope. */
export function readAttestation(json: Uint8Array | string): Attestation {
  const read = parseJson(json)
  const isBare = typeof read === 'object' && read !== null && 'payload' in read
  const attestation = (isBare ? { envelope: read } : read) as Partial<Attestation> | null
  const { payloadType, payload, signatures } = attestation?.envelope ?? {}
  const isEnvelope =
    typeof payloadType === 'string' && typeof payload === 'string' && Array.isArray(signatures)
  if (!isEnvelope) throw new Malformed('it is no attestation: it has no envelope with payload and signatures')
  return attestation as Attestation
}

/** Checks an attestation. Without a log's key its inclusion is not checked. */
export function attestationClaims(
  attestation: Attestation,
  keys: PublishedKey[],
  logKey: NoteKey | null,
): { statement: Statement | null; claims: Claim[] } {
  let statement: Statement | null = null
  const signed = tryClaim('attestation: signature and key', () => {
    statement = signedStatement(attestation, keys)
    return toClaim('attestation: signature and key', [], describeStatement(attestation, statement))
  })
  if (statement === null) return { statement, claims: [signed] }
  const shown = tryClaim('attestation: what is shown is what is signed', () =>
    checkShownValue(attestation, statement as Statement),
  )
  return { statement, claims: [signed, shown, inclusionClaim(attestation, statement, logKey)] }
}

/** The statement of an envelope that a published key has signed, while it was valid. */
function signedStatement({ envelope }: Attestation, keys: PublishedKey[]): Statement {
  const [signature] = envelope.signatures
  const key = keys.find((key) => key.kid === signature?.keyid)
  if (signature === undefined || key === undefined)
    throw new Malformed(
      `it is signed with a key that is not published: ${String(signature?.keyid).slice(0, 60)}`,
    )
  if (key.kty !== 'OKP' || key.crv !== 'Ed25519' || thumbprint(key.x) !== toHex(bytesOfBase64url(key.kid)))
    throw new Malformed(
      `the published key ${key.kid} is no Ed25519 key with the thumbprint that it is named after`,
    )
  if (envelope.payloadType !== PAYLOAD_TYPE) throw new Malformed('its payload is no in-toto statement')
  const payload = fromBase64(envelope.payload)
  if (!signatureFits(fromBase64(signature.sig), preAuthEncoding(payload), bytesOfBase64url(key.x)))
    throw new Malformed(`the signature of the key ${key.kid} does not fit`)
  const statement = parseStatement(payload)
  const problem = keyProblem(key, statement.predicate.issued_at)
  if (problem !== null) throw new Malformed(problem)
  return statement
}

/** The bytes that DSSE signs. */
export const preAuthEncoding = (payload: Uint8Array): Uint8Array =>
  concatBytes(utf8(`DSSEv1 ${PAYLOAD_TYPE.length} ${PAYLOAD_TYPE} ${payload.length} `), payload)

const thumbprint = (x: string): string =>
  toHex(sha256Bytes(utf8(JSON.stringify({ crv: 'Ed25519', kty: 'OKP', x }))))

function parseStatement(payload: Uint8Array): Statement {
  const read = parseJson(payload) as (Statement & { _type?: unknown }) | null
  const isStatement =
    read?._type === STATEMENT_TYPE &&
    Array.isArray(read.subject) &&
    typeof read.predicate?.issued_at === 'string' &&
    typeof read.predicate.value === 'object'
  if (!isStatement) throw new Malformed('its payload is no statement of this index')
  return read
}

function keyProblem({ kid, nbf, exp, revoked }: PublishedKey, issuedAt: string): string | null {
  if (revoked !== undefined) return `the key ${kid} was compromised: nothing that it signed counts`
  const issued = Date.parse(issuedAt) / 1000
  return nbf <= issued && issued < exp ? null : `the key ${kid} was not valid at ${issuedAt.slice(0, 40)}`
}

function describeStatement({ envelope }: Attestation, { predicate }: Statement): string {
  const about = predicate.handle === null ? 'the index' : predicate.handle
  return `${predicate.metric} of ${about}, issued at ${predicate.issued_at} with the key ${envelope.signatures[0]?.keyid}`
}

function checkShownValue({ envelope, statement: shown, signature }: Attestation, signed: Statement): Claim {
  const problems: string[] = []
  if (shown !== undefined && canonicalText(shown) !== canonicalText(signed))
    problems.push('the statement that is shown beside the envelope is another than the signed one')
  if (signature !== undefined && signature !== envelope.signatures[0]?.sig)
    problems.push('the signature that is shown is another than that of the envelope')
  return toClaim('attestation: what is shown is what is signed', problems)
}

const INCLUDED = 'attestation: the log holds what is attested'

function inclusionClaim({ inclusion }: Attestation, statement: Statement, logKey: NoteKey | null): Claim {
  if (!inclusion)
    return notChecked(
      INCLUDED,
      'it has no proof of inclusion: it is from before the log, or of an index without one',
    )
  if (logKey === null) return notChecked(INCLUDED, 'the key of the log is not known')
  return tryClaim(INCLUDED, () =>
    toClaim(INCLUDED, inclusionProblems(inclusion, statement, logKey), inclusion.origin),
  )
}

function inclusionProblems(inclusion: Inclusion, statement: Statement, logKey: NoteKey): string[] {
  const { size, root, origin } = verifyCheckpoint(openNote(inclusion.checkpoint), logKey)
  const leaf = fromBase64(inclusion.leaf)
  const proof = inclusion.hashes.map(fromHex)
  const claim = { index: inclusion.leaf_index, size, leaf: hashLeaf(leaf), proof, root }
  if (!provesInclusion(claim)) return [`the proof does not lead from the leaf to the root of the checkpoint`]
  return [
    ...logProblems(statement, { origin, size, root: toHex(root) }),
    ...entryProblems(statement, inclusion.leaf_index, toHex(hashLeaf(leaf))),
    ...leafProblems(leaf, statement),
  ]
}

/** Lists the differences between the entry that the signed statement names and the one that is proven. */
function entryProblems({ predicate }: Statement, index: number, hash: string): string[] {
  const { leaf_index = index, leaf_hash = hash } = predicate.proof_of_index ?? {}
  return leaf_index === index && leaf_hash === hash
    ? []
    : [`the statement rests on the entry ${leaf_index} of the log, and the proof is of the entry ${index}`]
}

/** Lists the problems of the log fields in the signed statement, if they are of the same checkpoint. */
function logProblems(
  { predicate }: Statement,
  log: { origin: string; size: number; root: string },
): string[] {
  const statement = predicate.proof_of_index
  if (statement === undefined) return ['the statement names no log']
  if (statement.log_origin !== log.origin) return [`the statement names the log ${statement.log_origin}`]
  if (statement.log_size > log.size)
    return ['the statement is of a later state of the log than the checkpoint']
  const isSame = statement.log_size !== log.size || statement.log_root === log.root
  return isSame ? [] : ['the statement names another root than the checkpoint of the same size']
}

/** Lists the differences between the leaf and the statement. */
function leafProblems(bytes: Uint8Array, { subject, predicate }: Statement): string[] {
  const leaf = parseJson(bytes) as Record<string, unknown>
  if (!sameBytes(canonicalBytes(leaf), bytes)) return ['the leaf is not canonical JSON']
  const { metric, handle, value } = predicate
  if (metric === 'ghost_index')
    return describeDifferences({ kind: 'manifest', manifest_sha256: subject[0]?.digest.sha256 }, leaf)
  if (leaf.kind === 'tombstone')
    return [...describeDifferences({ subject: `agent:${handle}` }, leaf), ...departureProblems(value, leaf)]
  const agent = describeDifferences({ kind: 'agent', subject: `agent:${handle}` }, leaf)
  if (metric === 'liveness') {
    const state = (value.liveness as { state?: unknown } | null)?.state ?? 'unknown'
    return [...agent, ...describeDifferences({ liveness: state }, leaf)]
  }
  const scores = (leaf.scores ?? []) as { category: string; tier: unknown; score: unknown }[]
  const row = scores.find(({ category }) => category === value.primary_category)
  return [...agent, ...describeDifferences({ tier: value.tier, score: value.score }, { ...row })]
}

const departureProblems = (value: Record<string, unknown>, leaf: Record<string, unknown>): string[] =>
  (value.departed as { on?: unknown } | null)?.on === leaf.departed_on
    ? []
    : ['the leaf says that the agent departed, the statement does not']

const describeDifferences = (attested: Record<string, unknown>, leaf: Record<string, unknown>): string[] =>
  Object.entries(attested)
    .filter(([name, value]) => leaf[name] !== value)
    .map(
      ([name, value]) =>
        `the leaf has ${name} ${JSON.stringify(leaf[name])}, the statement ${JSON.stringify(value)}`,
    )
