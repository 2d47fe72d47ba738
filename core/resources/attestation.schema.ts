import { z } from 'zod'
import { CATEGORIES } from '../domain/category.ts'
import { sha256 } from '../interface/schemas/sha256.ts'
import { liveness } from './agent_summary.schema.ts'
import { ghostIndexFigures } from './ghost_index.schema.ts'
import { resolvedFrom } from './resolution.schema.ts'

const handle = z.string()
const departed = z.object({ on: z.iso.date(), reason: z.string() }).nullable()
const base64 = z.string().regex(/^[A-Za-z0-9+/]+={0,2}$/)

/** Fields of every metric. */
const stated = {
  /** The newest observation that the value rests on. */
  as_of: z.iso.datetime(),
  world: z.enum(['live', 'replay', 'sample']).describe('Only `live` is about the real world.'),
  issued_at: z.iso.datetime(),
  /** Proof that the release is in the log; null in an index without a log. */
  proof_of_index: z
    .object({
      date: z.iso.date(),
      digest: sha256,
      log_origin: z.string(),
      log_size: z.int().min(1),
      log_root: sha256,
      leaf_index: z
        .int()
        .min(0)
        .optional()
        .describe(
          'The entry of the log that the statement rests on: of the agent, or of the manifest. Earlier attestations leave it out.',
        ),
      leaf_hash: sha256.optional().describe('Of that entry, as RFC 6962 hashes a leaf.'),
    })
    .nullable(),
}

const predicate = z.discriminatedUnion('metric', [
  z.object({
    metric: z.literal('liveness'),
    handle,
    value: z.object({ liveness: liveness.nullable(), departed }),
    ...stated,
    methodology_version: z.null(),
  }),
  z.object({
    metric: z.literal('tier'),
    handle,
    value: z.object({
      primary_category: z.enum(CATEGORIES),
      tier: z.enum(['indexed', 'evidence_ranked']),
      rank: z.int().min(1).nullable().describe('In the primary category; null where not ranked.'),
      score: z.number().min(0).max(100).nullable(),
      departed,
    }),
    ...stated,
    methodology_version: z.string().nullable(),
  }),
  z.object({
    metric: z.literal('ghost_index'),
    handle: z.null(),
    value: z.object({ computed_for: z.iso.date(), rule: z.string(), ...ghostIndexFigures.shape }),
    ...stated,
    methodology_version: z.null(),
  }),
])

/** An in-toto statement: the published value, bound to the manifest of its release. */
const attestedStatement = z.object({
  _type: z.literal('https://in-toto.io/Statement/v1'),
  subject: z.array(z.object({ name: z.string(), digest: z.object({ sha256 }) })).length(1),
  predicateType: z.url(),
  predicate,
})

/**
 * A statement signed with Ed25519. What is signed is `envelope` (DSSE); `statement` shows its payload for reading, and
 * `signature` is the one in it. `handle` is null for the Ghost Index.
 */
export const attestation = z.object({
  type: z.literal('attestation'),
  metric: z.enum(['liveness', 'tier', 'ghost_index']),
  handle: handle.nullable(),
  issued_at: z.iso.datetime(),
  statement: attestedStatement,
  envelope: z.object({
    payloadType: z.literal('application/vnd.in-toto+json'),
    payload: base64,
    signatures: z.array(z.object({ keyid: z.string(), sig: base64 })).length(1),
  }),
  signature: base64,
  proof_of_index: z.object({
    date: z.iso.date(),
    /** Of the release's manifest, which names every file of it by its own hash. */
    manifest_sha256: sha256,
    release: z.string(),
    digest: sha256.nullable(),
    leaf_index: z
      .int()
      .min(0)
      .nullable()
      .optional()
      .describe('As in the statement; null in an index without a log.'),
  }),
  /** Shows that the log holds the agent's entry, or for the Ghost Index the manifest; null in an index without a log. */
  inclusion: z
    .object({
      origin: z.string(),
      checkpoint: z.string().describe('The signed note, with all signatures.'),
      leaf_index: z.int().min(0),
      leaf: base64.describe('The entry of the log, RFC 8785 JSON.'),
      hashes: z.array(sha256).describe('From the entry to the root, the lowest first (RFC 6962).'),
    })
    .nullable(),
  jwks_url: z.url(),
  resolved_from: resolvedFrom.optional(),
  limitations: z.array(z.string()),
})

export type AttestedStatement = z.infer<typeof attestedStatement>
