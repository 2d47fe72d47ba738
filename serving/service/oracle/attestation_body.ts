import { hash } from 'node:crypto'
import type { z } from 'zod'
import { type Content, JSON_TYPE } from '../../../core/interface/content.ts'
import { HttpError, missingParameter } from '../../../core/interface/errors.ts'
import type { attestation } from '../../../core/interface/schemas/attestation.ts'
import { PRIVATE_PATHS } from '../../../core/release/paths.ts'
import {
  type Attested,
  attestationLimitations,
  attestedGhostIndex,
  attestedLiveness,
  attestedTier,
  statementView,
} from '../../../core/views/attestation.ts'
import type { GhostIndex } from '../../../core/views/ghost_index.ts'
import type { Call } from '../../handler/call.ts'
import { knownAgent } from '../../handler/known_agents.ts'
import type { ServedRelease } from '../../handler/served_release.ts'
import type { PaidBody } from '../payments/paid_body.ts'
import { sealed } from './envelope.ts'
import { loggedIn } from './inclusion.ts'
import type { FindSigner, Signer } from './signer.ts'

/** What attesting works with. */
export interface AttestationOptions {
  signer: FindSigner
  /** Milliseconds since 1970. */
  now(): number
}

/**
 * `/api/oracle/attest`: what a release says of an agent or of the index, signed. It is for sale only where there is a key
 * to sign with. Throws HttpError 400 for a metric without its handle, 404 for an unknown one, 503 without a key.
 */
export function attestationBody({ signer, now }: AttestationOptions): PaidBody {
  const body = async (call: Call): Promise<Content> => {
    const attested = await attestedOf(call)
    const at = now()
    const found = await signer(call.release, at)
    if (found === null) throw noKey()
    return contentOf(await attestationOf(attested, call.release, found, at))
  }
  return Object.assign(body, {
    isForSale: async (release: ServedRelease) => (await signer(release, now())) !== null,
    admit: async (call: Call) => {
      await attestedOf(call)
    },
  })
}

async function attestedOf({ release, values }: Call): Promise<Attested> {
  const metric = values.text('metric')
  if (metric === 'ghost_index') return attestedGhostIndex(await ghostIndexOf(release))
  const handle = values.optionalText('handle')
  if (handle === null) throw missingParameter('handle', `the handle of an agent, for metric=${metric}`)
  const agent = await knownAgent(release, handle)
  return metric === 'tier' ? attestedTier(agent) : attestedLiveness(agent)
}

async function ghostIndexOf(release: ServedRelease): Promise<GhostIndex> {
  const index = await release.json<GhostIndex>('private', PRIVATE_PATHS.ghostIndexHistory)
  if (index === null)
    throw new Error(
      `the release ${release.id} has no ${PRIVATE_PATHS.ghostIndexHistory}: publish its day again`,
    )
  return index
}

async function attestationOf(
  attested: Attested,
  release: ServedRelease,
  signer: Signer,
  at: number,
): Promise<z.infer<typeof attestation>> {
  const info = await release.info()
  const { id, manifestSha256 } = release.reader
  const issuedAt = `${new Date(at).toISOString().slice(0, 19)}Z`
  const logged = await loggedIn(release, attested.handle)
  const proofOfIndex = logged?.proofOfIndex ?? null
  const statement = statementView(attested, { id, manifestSha256, proofOfIndex }, info, issuedAt)
  const envelope = sealed(JSON.stringify(statement), signer)
  return {
    type: 'attestation',
    metric: attested.metric,
    handle: attested.handle,
    issued_at: issuedAt,
    statement,
    envelope,
    signature: envelope.signatures[0]?.sig ?? '',
    proof_of_index: {
      ...{ date: info.day, manifest_sha256: manifestSha256, release: id },
      digest: proofOfIndex?.digest ?? null,
    },
    inclusion: logged?.inclusion ?? null,
    jwks_url: `${info.base_url}/.well-known/jwks.json`,
    limitations: attestationLimitations(info, logged !== null),
  }
}

function contentOf(answer: unknown): Content {
  const bytes = new TextEncoder().encode(`${JSON.stringify(answer)}\n`)
  return { bytes, contentType: JSON_TYPE, etag: `"${hash('sha256', bytes).slice(0, 32)}"` }
}

/** The key was taken away between the quote and the answer. */
const noKey = (): HttpError =>
  new HttpError(
    503,
    'not_for_sale',
    'No signing key is available: nothing was signed and nothing was charged.',
  )
