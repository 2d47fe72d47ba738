import { isRouteTemplate } from '../../core/domain/route_template.ts'
import { pick } from '../pick.ts'
import type { Known } from '../source.ts'
import { SHARED_HOSTS } from './shared_hosts.ts'

/** Whether anyone can have a page on a host, so that it answers for nobody in particular. */
export const isSharedHost = (host: string): boolean => SHARED_HOSTS.has(host.replace(/^www\./, ''))

/**
 * The host of an https address on its usual port, in lower case; names and numbers alike. Null for any other address,
 * and where the host is a pattern to fill in.
 */
export function httpsHost(address: unknown): string | null {
  const url = typeof address === 'string' ? URL.parse(address) : null
  return url?.protocol === 'https:' && url.port === '' && !isRouteTemplate(url.origin) ? url.hostname : null
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

/** A resource on offer, and the method that it is called with: GET where any listing says so, null where none says. */
interface Resource {
  url: string
  method: string | null
}

/** The http resources on offer in the Bazaar, each once, sorted. */
export function resourcesOf(listings: Known[]): Resource[] {
  const methods = new Map<string, Set<string>>()
  for (const { type, resource, method, gone_since } of listings) {
    if (type === 'mcp' || gone_since || typeof resource !== 'string') continue
    const named = methods.get(resource) ?? new Set()
    methods.set(resource, typeof method === 'string' ? named.add(method.toUpperCase()) : named)
  }
  const sorted = [...methods].sort(([a], [b]) => (a < b ? -1 : 1))
  return sorted.map(([url, named]) => ({
    url,
    method: named.has('GET') ? 'GET' : ([...named].sort()[0] ?? null),
  }))
}
