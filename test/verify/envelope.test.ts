import { sign } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { sha256Bytes, toBase64, toHex, utf8 } from '../../verify/bytes.ts'
import {
  type Attestation,
  attestationClaims,
  preAuthEncoding,
  readAttestation,
} from '../../verify/envelope.ts'
import { canonicalBytes } from '../../verify/jcs.ts'
import { hashLeaf, inclusionProofRanges, treeRoot } from '../../verify/tree.ts'
import { privateKey, publicHalf, testKey } from './keys.ts'

const SEED = 'o'.repeat(32)
const LOG = testKey('assay.example/log', 1)
const X = Buffer.from(publicHalf(privateKey(SEED))).toString('base64url')
const KID = Buffer.from(sha256Bytes(utf8(`{"crv":"Ed25519","kty":"OKP","x":"${X}"}`))).toString('base64url')
const KEY = { kty: 'OKP', crv: 'Ed25519', x: X, kid: KID, nbf: 1_767_225_600, exp: 1_798_761_600 }

const AGENT = {
  ...{ kind: 'agent', subject: 'agent:ada', handle: 'ada', liveness: 'alive' },
  scores: [{ category: 'service', tier: 'evidence_ranked', score: 61.5 }],
}
const MANIFEST = { kind: 'manifest', subject: 'manifest:2026-03-01', manifest_sha256: 'ab'.repeat(32) }
const LEAVES = [AGENT, { kind: 'key', subject: 'key:x' }, MANIFEST].map((item) => canonicalBytes(item))
const ROOT = treeRoot(LEAVES.map(hashLeaf))
const BODY = `${LOG.key.name}\n${LEAVES.length}\n${toBase64(ROOT)}\n`

const inclusion = (index: number) => ({
  origin: LOG.key.name,
  checkpoint: `${BODY}\n${LOG.sign(BODY)}`,
  leaf_index: index,
  leaf: toBase64(LEAVES[index] as Uint8Array),
  hashes: inclusionProofRanges(index, LEAVES.length).map(([from, to]) =>
    toHex(treeRoot(LEAVES.slice(from, to).map(hashLeaf))),
  ),
})

const LIVENESS = {
  metric: 'liveness',
  handle: 'ada',
  value: { liveness: { state: 'alive' }, departed: null },
}

/** An attestation as the service gives it, signed with a key of the test. */
function attested(predicate: object = LIVENESS, index = 0, seed = SEED): Attestation {
  const log = {
    date: '2026-03-01',
    digest: '0',
    log_origin: LOG.key.name,
    log_size: 3,
    log_root: toHex(ROOT),
  }
  const statement = {
    _type: 'https://in-toto.io/Statement/v1',
    subject: [{ name: 'releases/x/manifest.json', digest: { sha256: 'ab'.repeat(32) } }],
    predicateType: 'https://assay.example/attestations/v1',
    predicate: { issued_at: '2026-03-02T10:00:00Z', proof_of_index: log, ...predicate },
  }
  const payload = utf8(JSON.stringify(statement))
  const sig = sign(null, preAuthEncoding(payload), privateKey(seed)).toString('base64')
  const type = 'application/vnd.in-toto+json'
  const envelope = { payloadType: type, payload: toBase64(payload), signatures: [{ keyid: KID, sig }] }
  return { envelope, statement, signature: sig, inclusion: inclusion(index) }
}

const checkResults = (
  attestation: Attestation,
  keys: object[] = [KEY],
  log: typeof LOG.key | null = LOG.key,
) => attestationClaims(attestation, keys as (typeof KEY)[], log).claims.map(({ result }) => result)

const TIER = {
  metric: 'tier',
  handle: 'ada',
  value: { primary_category: 'service', tier: 'evidence_ranked', score: 61.5 },
}
const GHOST = { metric: 'ghost_index', handle: null, value: { computed_for: '2026-03-01' } }

describe('an attestation', () => {
  test.each([
    ['liveness', attested()],
    ['tier', attested(TIER)],
    ['ghost_index', attested(GHOST, 2)],
  ])('of %s holds in every respect', (_, attestation) => {
    expect(checkResults(readAttestation(JSON.stringify(attestation)))).toEqual(['held', 'held', 'held'])
  })

  test('from before the log, or of a log with an unknown key, is valid for the rest', () => {
    const { inclusion: _, ...old } = attested()
    expect(checkResults(old)).toEqual(['held', 'held', 'not_checked'])
    expect(checkResults(attested(), [KEY], null)).toEqual(['held', 'held', 'not_checked'])
  })

  test.each<[string, Attestation, object[]]>([
    ['another key has signed it', attested(LIVENESS, 0, 'x'.repeat(32)), [KEY]],
    ['the key is not published', attested(), []],
    ['the key was compromised', attested(), [{ ...KEY, revoked: { reason: 'compromised' } }]],
    ['the key had ended', attested(), [{ ...KEY, exp: 1_767_300_000 }]],
    ['the key was not yet valid', attested(), [{ ...KEY, nbf: 1_798_000_000 }]],
    ['the key has another thumbprint', attested(), [{ ...KEY, x: KID }]],
    ['its payload was changed', changedPayload(), [KEY]],
  ])('is nothing where %s', (_, attestation, keys) => {
    const { statement, claims } = attestationClaims(attestation, keys as (typeof KEY)[], LOG.key)
    expect(statement).toBeNull()
    expect(claims.map(({ result }) => result)).toEqual(['broken'])
  })

  test('whose statement or signature is shown differently than signed is named', () => {
    const good = attested()
    expect(checkResults({ ...good, statement: {} })).toEqual(['held', 'broken', 'held'])
    expect(checkResults({ ...good, signature: 'x' })).toEqual(['held', 'broken', 'held'])
  })

  const proof = inclusion(0)
  test.each<[string, object]>([
    ['leads to another leaf', { ...proof, leaf_index: 1 }],
    ['has another leaf', { ...proof, leaf: inclusion(1).leaf }],
    ['has a hash too few', { ...proof, hashes: proof.hashes.slice(1) }],
    [
      'has a checkpoint that nobody signed',
      { ...proof, checkpoint: proof.checkpoint.replace('\n3\n', '\n4\n') },
    ],
    ['is of another subject', inclusion(1)],
  ])('whose proof %s is not in the log', (_, changed) => {
    const bad = { ...attested(), inclusion: changed as Attestation['inclusion'] & object }
    expect(checkResults(bad)).toEqual(['held', 'held', 'broken'])
  })

  test.each<[string, object]>([
    ['liveness', { ...LIVENESS, value: { liveness: { state: 'not_alive' } } }],
    ['score', { ...TIER, value: { ...TIER.value, score: 61.6 } }],
    [
      'another log',
      { ...LIVENESS, proof_of_index: { log_origin: 'b.example', log_size: 3, log_root: toHex(ROOT) } },
    ],
    [
      'another entry',
      {
        ...LIVENESS,
        proof_of_index: {
          ...{ date: '2026-03-01', digest: '0', log_origin: LOG.key.name, log_size: 3 },
          ...{ log_root: toHex(ROOT), leaf_index: 2, leaf_hash: toHex(hashLeaf(LEAVES[2] as Uint8Array)) },
        },
      },
    ],
    [
      'another root',
      { ...LIVENESS, proof_of_index: { log_origin: LOG.key.name, log_size: 3, log_root: '00' } },
    ],
  ])('that differs from its leaf (%s) is named', (_, predicate) => {
    expect(checkResults(attested(predicate))).toEqual(['held', 'held', 'broken'])
  })
})

test.each(['', '[]', 'null', '{"envelope":{}}', '"x"'])('%j is no attestation', (text) => {
  expect(() => readAttestation(text)).toThrow()
})

function changedPayload(): Attestation {
  const { envelope, ...rest } = attested()
  const payload = btoa(atob(envelope.payload).replace('alive', 'Alive'))
  return { ...rest, envelope: { ...envelope, payload } }
}
