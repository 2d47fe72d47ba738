import { z } from 'zod'
import { sha256 } from '../interface/schemas/sha256.ts'

/**
 * The days in the log, the newest first, each with the transaction that anchors it; `not_started` until there is a log. A
 * date that was published again has a digest for each of its manifests, of which the last one counts.
 */
export const proofOfIndex = z.object({
  type: z.literal('proof_of_index'),
  status: z.enum(['not_started', 'logged']),
  status_reason: z.string(),
  count: z.int().min(0),
  digests: z.array(
    z.object({
      date: z.iso.date(),
      sha256: sha256.describe(
        'Of the RFC 8785 JSON of {date, log_root, log_size, manifest_sha256, previous_digest}.',
      ),
      release: z.string(),
      manifest_sha256: sha256,
      /** Entries of the log, with the day's manifest. */
      log_size: z.int().min(1),
      log_root: sha256,
      previous: sha256.nullable().describe('The digest before this one; null for the first.'),
      chain: z.string().nullable().describe('CAIP-2 id.'),
      transaction_hash: z.string().nullable(),
      anchor_status: z.enum(['none', 'pending', 'confirmed']),
      block_number: z.int().min(0).nullable(),
      superseded_by: z
        .string()
        .nullable()
        .default(null)
        .describe(
          'The later release of the same date, which counts in place of this one; null: this one counts.',
        ),
    }),
  ),
  limitations: z.array(z.string()),
  last_updated: z.iso.datetime(),
})
