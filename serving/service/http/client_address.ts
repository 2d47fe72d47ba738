import { isIP, isIPv4 } from 'node:net'
import ipaddr from 'ipaddr.js'

const UNKNOWN = 'unknown'
const NEAR = new Set(['loopback', 'private', 'uniqueLocal', 'linkLocal'])

/**
 * Returns the caller's address: the connection's peer, or with N trusted proxies the N-th address from the right of
 * `X-Forwarded-For`, whose rest is the caller's own claim. Without such an address it is the peer.
 */
export function clientAddress(
  peer: string | undefined,
  forwarded: string | undefined,
  trustedProxies: number,
): string {
  const named = trustedProxies === 0 ? undefined : forwarded?.split(',').at(-trustedProxies)
  return canonicalAddress(named) ?? canonicalAddress(peer) ?? UNKNOWN
}

/** Returns the network of an address, as it may be logged: the /24 of an IPv4 address, the /48 of an IPv6 one. */
export function maskAddress(address: string): string {
  // Nearly every address is of this kind, and each paid call logs one.
  if (isIPv4(address)) return `${address.slice(0, address.lastIndexOf('.'))}.0/24`
  if (isIP(address) === 0) return UNKNOWN
  const parsed = ipaddr.process(address)
  const bits = parsed.kind() === 'ipv4' ? 24 : 48
  const bytes = parsed.toByteArray().map((byte, at) => (at < bits / 8 ? byte : 0))
  return `${ipaddr.fromByteArray(bytes)}/${bits}`
}

/** True if a peer is this machine, or in its own network. */
export function isLocalPeer(peer: string | undefined): boolean {
  const address = canonicalAddress(peer)
  return address !== null && NEAR.has(ipaddr.parse(address).range())
}

/** Returns the canonical form of an address: no brackets, port or zone, and IPv4 as IPv4. Null for invalid text. */
function canonicalAddress(text: string | undefined): string | null {
  if (text !== undefined && isIPv4(text)) return text
  const bare = text
    ?.trim()
    .replace(/^\[([^\]]*)\](?::\d{1,5})?$/, '$1')
    .replace(/^(\d+\.\d+\.\d+\.\d+):\d{1,5}$/, '$1')
    .replace(/%.*$/, '')
  return bare === undefined || isIP(bare) === 0 ? null : ipaddr.process(bare).toString()
}
