import { hash } from 'node:crypto'
import type { z } from 'zod'
import { type Content, JSON_TYPE } from '../../../core/interface/content.ts'
import { HttpError, missingParameter } from '../../../core/interface/errors.ts'
import * as parameters from '../../../core/interface/parameters.ts'
import { PRIVATE_PATHS } from '../../../core/release/paths.ts'
import type { attestation } from '../../../core/resources/attestation.schema.ts'
import {
  type AttestedFields,
  attestationLimitations,
  attestedGhostIndex,
  attestedLiveness,
  attestedTier,
  statementView,
} from '../../../core/resources/attestation.ts'
import type { GhostIndex } from '../../../core/resources/ghost_index.schema.ts'
import type { ResolvedFrom } from '../../../core/resources/resolution.schema.ts'
import type { AgentRecord } from '../../../core/views/agent_record.ts'
import { agentEntry } from '../../../core/views/log_entry.ts'
import type { Call } from '../../handler/call.ts'
import { resolveAgent } from '../../handler/known_agents.ts'
import type { ServedRelease } from '../../handler/served_release.ts'
import type { PaidBody } from '../payments/paid_body.ts'
import type { Guard } from '../release/known_log/log_guard.ts'
import { ReleaseRefused, toOffered } from '../release/known_log/offered_release.ts'
import { sealText } from './envelope.ts'
import { type LogLink, notLogged, proveLogged } from './inclusion.ts'
import type { FindSigner, Signer } from './signer.ts'

/** Options of attesting. */
export interface AttestationOptions {
  signer: FindSigner
  /** Proves the log of a release, and that it is the one remembered. */
  guard: Pick<Guard, 'prove'>
  /** Milliseconds since 1970. */
  now(): number
}

/**
 * `/api/oracle/attest`: a signed statement of a release about an agent or the index. It is for sale only with a signing
 * key, and if the log vouches for the release. Throws HttpError 400 for a metric without its handle, 404 for an unknown
 * one, 503 without a key or a log that vouches.
 */
export function attestationBody({ signer, guard, now }: AttestationOptions): PaidBody {
  const prove = (release: ServedRelease) => guard.prove(toOffered(release.reader))
  const body = async (call: Call): Promise<Content> => {
    const subject = await readSubject(call)
    const at = now()
    const found = await signer(call.release, at)
    if (found === null) throw noKey()
    const proven = await prove(call.release).catch(throwRefusal)
    const logged =
      proven && (await proveLogged(call.release, proven, subject.agent && agentEntry(subject.agent)))
    const answer = await buildAttestation(subject.attested, call.release, { signer: found, logged, at })
    const { resolvedFrom } = subject
    return toContent(resolvedFrom === null ? answer : { ...answer, resolved_from: resolvedFrom })
  }
  return Object.assign(body, {
    isForSale: async (release: ServedRelease) =>
      (await signer(release, now())) !== null && (await isProven(prove(release))),
    admit: async (call: Call) => {
      await readSubject(call)
    },
  })
}

async function isProven(proving: Promise<unknown>): Promise<boolean> {
  try {
    await proving
    return true
  } catch (error) {
    if (error instanceof ReleaseRefused) return false
    throw error
  }
}

/** Reads the subject to attest; `agent` is null for the index. */
async function readSubject({ release, values }: Call): Promise<{
  attested: AttestedFields
  agent: AgentRecord | null
  resolvedFrom: ResolvedFrom | null
}> {
  const metric = values.get(parameters.metric)
  if (metric === 'ghost_index')
    return { attested: attestedGhostIndex(await readGhostIndex(release)), agent: null, resolvedFrom: null }
  const handle = values.get(parameters.attestedHandle)
  if (handle === undefined) throw missingParameter('handle', `the handle of an agent, for metric=${metric}`)
  const { agent, resolvedFrom } = await resolveAgent(release, handle)
  return { attested: metric === 'tier' ? attestedTier(agent) : attestedLiveness(agent), agent, resolvedFrom }
}

async function readGhostIndex(release: ServedRelease): Promise<GhostIndex> {
  const index = await release.json<GhostIndex>('private', PRIVATE_PATHS.ghostIndexHistory)
  if (index === null)
    throw new Error(
      `the release ${release.id} has no ${PRIVATE_PATHS.ghostIndexHistory}: publish its day again`,
    )
  return index
}

async function buildAttestation(
  attested: AttestedFields,
  release: ServedRelease,
  { signer, logged, at }: { signer: Signer; logged: LogLink | null; at: number },
): Promise<z.infer<typeof attestation>> {
  const info = await release.info()
  const { id, manifestSha256 } = release.reader
  const issuedAt = `${new Date(at).toISOString().slice(0, 19)}Z`
  const proofOfIndex = logged?.proofOfIndex ?? null
  const statement = statementView(attested, { id, manifestSha256, proofOfIndex }, info, issuedAt)
  const envelope = sealText(JSON.stringify(statement), signer)
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
      ...{ digest: proofOfIndex?.digest ?? null, leaf_index: proofOfIndex?.leaf_index ?? null },
    },
    inclusion: logged?.inclusion ?? null,
    jwks_url: `${info.base_url}/.well-known/jwks.json`,
    limitations: attestationLimitations(info, logged !== null),
  }
}

function toContent(answer: unknown): Content {
  const bytes = new TextEncoder().encode(`${JSON.stringify(answer)}\n`)
  return { bytes, contentType: JSON_TYPE, etag: `"${hash('sha256', bytes).slice(0, 32)}"` }
}

function throwRefusal(error: unknown): never {
  throw error instanceof ReleaseRefused ? notLogged() : error
}

/** The key was removed between the quote and the answer. */
const noKey = (): HttpError =>
  new HttpError(
    503,
    'not_for_sale',
    'No signing key is available: nothing was signed and nothing was charged.',
  )
