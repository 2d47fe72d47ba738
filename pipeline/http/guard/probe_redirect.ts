import { ProbeFailure, type ProbeRequest } from '../../probes/protocol.ts'
import { leavesHost } from '../../probes/site.ts'
import { judgeUrl } from './judge.ts'
import type { ReachedResponse } from './transport.ts'

const REDIRECTS = new Set([301, 302, 303, 307, 308])
const KEEPS_METHOD = new Set([307, 308])
const MAX_REDIRECTS = 3
/** Of a request that is no GET. */
const MAX_REPEATS = 1

/** The address that an answer redirects to, and whether the request goes there. */
export interface Redirect {
  url: URL
  isFollowed: boolean
}

/**
 * Returns the redirect of an answer, or null. A GET follows three on its host, a parent or a subdomain of it: another
 * host says nothing of this one. A POST is repeated once, and only at the same scheme, host and port, where the status
 * keeps the method: a host must not make us send it to another. A redirect that is not followed is the answer itself. Throws ProbeFailure for an address that must not be requested, a loop, or too many.
 */
export function readRedirect(
  method: ProbeRequest['method'],
  from: URL,
  { status, headers }: ReachedResponse,
  redirects: number,
): Redirect | null {
  const location = REDIRECTS.has(status) ? headers.get('location') : null
  if (location === null) return null
  const target = URL.parse(location, from.href)
  if (target === null) throw new ProbeFailure('malformed')
  const url = judgeUrl(target.href)
  if (url === null) throw new ProbeFailure('unsafe')
  if (url.href === from.href) throw new ProbeFailure('redirects')
  const isFollowed =
    method === 'GET'
      ? !leavesHost(from.href, url.href)
      : KEEPS_METHOD.has(status) && url.origin === from.origin
  if (isFollowed && redirects === (method === 'GET' ? MAX_REDIRECTS : MAX_REPEATS))
    throw new ProbeFailure('redirects')
  return { url, isFollowed }
}
