import { pick } from '../pick.ts'
import type { Known } from '../source.ts'
import { SHARED_HOSTS } from './shared_hosts.ts'

/** Whether anyone can have a page on a host, so that it answers for nobody in particular. */
export const isSharedHost = (host: string): boolean => SHARED_HOSTS.has(host.replace(/^www\./, ''))

/** The host of an https address on its usual port, in lower case, or null; names and numbers alike. */
export function httpsHost(address: unknown): string | null {
  const url = typeof address === 'string' ? URL.parse(address) : null
  return url?.protocol === 'https:' && url.port === '' ? url.hostname : null
}

/** A service as a known row of `erc8004_files` has it. */
export interface KnownService {
  /** In lower case: `web`, `mcp`, `a2a` and whatever else was written. */
  kind: string
  endpoint: string
}

/** The services of a file that was read, in its order. */
export function servicesOf(file: Known): KnownService[] {
  const services = Array.isArray(file.services) ? file.services : []
  return services.flatMap((service) => {
    const [name, endpoint] = [pick(service, 'name'), pick(service, 'endpoint')]
    return typeof name === 'string' && typeof endpoint === 'string'
      ? [{ kind: name.trim().toLowerCase(), endpoint: endpoint.trim() }]
      : []
  })
}

/** The http resources on offer in the Bazaar, each once, sorted. */
export function resourcesOf(listings: Known[]): string[] {
  const resources = listings.flatMap(({ type, resource, is_listed }) =>
    type !== 'mcp' && is_listed !== false && typeof resource === 'string' ? [resource] : [],
  )
  return [...new Set(resources)].sort()
}
