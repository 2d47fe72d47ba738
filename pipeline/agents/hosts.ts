import { isRouteTemplate } from '../../core/domain/route_template.ts'
import { pick } from '../source/pick.ts'
import type { KnownRow } from '../source/source.ts'
import { SHARED_HOSTS } from './shared_hosts.ts'

/** True if anyone can have a page on the host, so that it identifies no single agent. */
export const isSharedHost = (host: string): boolean => SHARED_HOSTS.has(host.replace(/^www\./, ''))

/**
 * The host of an https address on its usual port, in lower case; names and numbers alike. Null for any other address,
 * and where the host is a pattern to fill in.
 */
export function parseHttpsHost(address: unknown): string | null {
  const url = typeof address === 'string' ? URL.parse(address) : null
  return url?.protocol === 'https:' && url.port === '' && !isRouteTemplate(url.origin) ? url.hostname : null
}

// Second labels under which countries register names, as in `shop.co.uk`.
const SECOND_LABELS = new Set('ac co com edu go gob gov ltd ne net nom or org plc sch'.split(' '))

/**
 * Returns the registered part of a host name, whose subdomains cost nothing: `shop.example` of `a.b.shop.example`,
 * `shop.co.uk` of `a.shop.co.uk`. An IP address is returned as it is.
 */
export function toSiteName(host: string): string {
  const labels = host.split('.')
  const [second = '', top = ''] = labels.slice(-2)
  if (/^\d*$/.test(top) || host.startsWith('[')) return host
  return labels.slice(top.length === 2 && SECOND_LABELS.has(second) ? -3 : -2).join('.')
}

/** A service as a known row of `erc8004_files` has it. */
export interface KnownService {
  /** In lower case: `web`, `mcp`, `a2a` or any other value. */
  kind: string
  endpoint: string
}

/** The services of a file that was read, in its order. */
export function readServices(file: KnownRow): KnownService[] {
  const services = Array.isArray(file.services) ? file.services : []
  return services.flatMap((service) => {
    const [name, endpoint] = [pick(service, 'name'), pick(service, 'endpoint')]
    return typeof name === 'string' && typeof endpoint === 'string'
      ? [{ kind: name.trim().toLowerCase(), endpoint: endpoint.trim() }]
      : []
  })
}
