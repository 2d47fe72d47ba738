import { findTenant } from './platform.ts'
import type { DeclaredAddress } from './targets.ts'

/**
 * True if the namespace of a registry name is the host's domain or a domain above it: `com.shop/server` names
 * `api.shop.com`. A suffix on which anybody has a name, such as `io.github`, names none.
 */
export function isNamespaceHost(serverName: string, host: string): boolean {
  const [namespace = ''] = serverName.toLowerCase().split('/')
  const domain = namespace.split('.').reverse().join('.')
  const isAbove = host === domain || host.endsWith(`.${domain}`)
  // Under a suffix, each name is a tenant of its own.
  return isAbove && domain.includes('.') && findTenant(`x.${domain}`) !== `x.${domain}`
}

/** Statements of hosts about addresses on them. */
export interface HostStatements {
  /** Addresses that a host names itself, in its card, its manifest or a quote; `host` is where that was read. */
  named: Iterable<{ host: string; url: string }>
  /** By host, the agents (`CHAIN/ID`) that its proof of registration lists. */
  proven: ReadonlyMap<string, ReadonlySet<string>>
}

/**
 * Returns the addresses that their own host names: by the namespace of their server in the registry, by a proof that
 * lists an agent that declares them, or in the host's card, manifest or quote.
 */
export function findNamedAddresses(
  addresses: Iterable<DeclaredAddress>,
  { named, proven }: HostStatements,
): Set<string> {
  const urls = new Set<string>()
  for (const { host, url } of named) if (URL.parse(url)?.hostname === host) urls.add(url)
  for (const { url, host, declarers } of addresses) {
    const agents = proven.get(host)
    const isNamed = (declarer: string) => {
      const [type, name = ''] = [
        declarer.slice(0, declarer.indexOf(':')),
        declarer.slice(declarer.indexOf(':') + 1),
      ]
      return type === 'server' ? isNamespaceHost(name, host) : type === 'agent' && agents?.has(name)
    }
    if (declarers.some(isNamed)) urls.add(url)
  }
  return urls
}
