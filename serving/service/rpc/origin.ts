import type { AllowedOrigins } from '../../../core/settings/values.ts'

const LOOPBACK = /^(?:localhost|127\.0\.0\.1|\[::1\])$/

/**
 * True if pages of an origin may call: our own (that of `baseUrl`), one on the caller's machine, or one that is
 * allowed. Callers other than browsers send none. So no foreign page reaches a service in its reader's network under a
 * name that it resolved there.
 */
export function isAllowedOrigin(origin: string | null, baseUrl: string, allowed: AllowedOrigins): boolean {
  if (origin === null || allowed === '*' || allowed.includes(origin)) return true
  const url = URL.parse(origin)
  if (url === null || !/^https?:$/.test(url.protocol)) return false
  return LOOPBACK.test(url.hostname) || url.origin === URL.parse(baseUrl)?.origin
}
