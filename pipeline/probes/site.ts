import { findTenant } from './platform.ts'

/**
 * True if an address is on this host, or on its registrable domain by the whole Public Suffix List: no tenant of a
 * platform such as `vercel.app` is on the site of another.
 */
export const isOnSite = (url: URL, host: string): boolean => findTenant(url.hostname) === findTenant(host)

/**
 * True if a redirect leaves what was declared: to another host, other than to a parent or a subdomain of it. What
 * answers there speaks for itself alone; siblings under one domain may be different agents. False where either address
 * cannot be parsed.
 */
export function leavesHost(from: string, to: string): boolean {
  const [source, target] = [URL.parse(from), URL.parse(to)]
  if (source === null || target === null) return false
  const isNested =
    target.hostname.endsWith(`.${source.hostname}`) || source.hostname.endsWith(`.${target.hostname}`)
  return target.hostname !== source.hostname && !(isNested && isOnSite(target, source.hostname))
}
