import type { IncomingMessage } from 'node:http'
import { clean } from '../../../core/domain/text.ts'
import { TEXT_TYPE } from '../../../core/interface/content.ts'
import type { Reply } from '../../../core/interface/reply.ts'
import { isLocalPeer } from '../http/client_address.ts'
import { coalesce, withTimeout } from './bounded_reads.ts'
import type { Metrics } from './metrics.ts'

/** Dependencies of readiness. */
export interface HealthSources {
  isStopping(): boolean
  /** True if a release is open. */
  hasRelease(): Promise<boolean>
  /** Returns the offered release that is not served, with the reason; null without one. */
  refusal(): string | null
  /** Settles when the store answers, and rejects when it does not. */
  pingStore(): Promise<unknown>
  metrics: Metrics
}

/** Answers operator endpoints (/healthz, /readyz, /metrics); null for any other path. */
export type Health = (request: IncomingMessage, target: string) => Promise<Reply> | null

const MAX_ASK_MS = 1_000
const MAX_REFUSAL = 600
// Proxies add these: a call through one is from outside, whoever the peer is.
const FORWARDED = ['x-forwarded-for', 'forwarded', 'x-real-ip', 'via']

/**
 * `/healthz` is 200 while the process lives, `/readyz` is 200 when it can answer everything, and `/metrics` is for
 * callers in the same network alone.
 */
export function createHealth(sources: HealthSources): Health {
  const missing = coalesce(() => missingParts(sources))
  return (request, target) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') return null
    if (target === '/healthz') return Promise.resolve(reply(200, 'ok\n'))
    if (target === '/readyz') return missing().then((parts) => readiness(parts, sources.refusal()))
    if (target === '/metrics' && isFromNear(request)) return metricsReply(sources.metrics)
    return null
  }
}

const isFromNear = ({ socket, headers }: IncomingMessage): boolean =>
  isLocalPeer(socket.remoteAddress) && FORWARDED.every((name) => headers[name] === undefined)

async function metricsReply(metrics: Metrics): Promise<Reply> {
  return reply(200, await metrics.text(), metrics.contentType)
}

/** A refused release does not affect readiness: whoever can offer one must not stop a service. */
function readiness(missing: string[], refusal: string | null): Reply {
  const refused = refusal === null ? '' : `${clean(refusal, MAX_REFUSAL)}\n`
  return missing.length === 0
    ? reply(200, `ready\n${refused}`)
    : reply(503, `not ready: ${missing.join(', ')}\n${refused}`)
}

async function missingParts({ isStopping, hasRelease, pingStore }: HealthSources): Promise<string[]> {
  const [isPublished, isStored] = await Promise.all([
    hasRelease().catch(() => false),
    withTimeout(
      pingStore().then(
        () => true,
        () => false,
      ),
      MAX_ASK_MS,
      false,
    ),
  ])
  return [
    ...(isStopping() ? ['the service is stopping'] : []),
    ...(isPublished ? [] : ['no release is published']),
    ...(isStored ? [] : ['the database is unavailable, so payments and feedback are not accepted']),
  ]
}

function reply(status: number, text: string, contentType = TEXT_TYPE): Reply {
  const body = new TextEncoder().encode(text)
  const headers = {
    'content-type': contentType,
    'content-length': String(body.byteLength),
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
  }
  return { status, headers, body }
}
