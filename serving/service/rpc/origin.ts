import type { AllowedOrigins } from '../../../core/settings/values.ts'

const LOOPBACK = /^(?:localhost|127\.0\.0\.1|\[::1\])$/

/**
 * Whether a web page of an origin may call: our own (that of `baseUrl`), one on the caller's machine, or one that is
 * allowed. A caller that is no browser sends none. So no foreign page reaches a service in the network of its reader
 * under a name that it made lead there.
 */
export function isAllowedOrigin(origin: string | null, baseUrl: string, allowed: AllowedOrigins): boolean {
  if (origin === null || allowed === '*' || allowed.includes(origin)) return true
  const url = URL.parse(origin)
  if (url === null || !/^https?:$/.test(url.protocol)) return false
  return LOOPBACK.test(url.hostname) || url.origin === URL.parse(baseUrl)?.origin
}
