import { hasFirewallHeader } from './classify.ts'

/** The seconds of a `Retry-After`; null where there are none. */
export function readRetryAfter(headers: Headers): number | null {
  const text = headers.get('retry-after')
  const seconds = text === null ? Number.NaN : Number(text)
  return Number.isNaN(seconds) ? null : seconds
}

/** True if an answer refuses who asks, and not what is asked. */
export const isRefusal = ({ status, headers }: Pick<Response, 'status' | 'headers'>): boolean =>
  status === 429 ||
  (status === 503 && readRetryAfter(headers) !== null) ||
  (status === 403 && hasFirewallHeader(headers))
