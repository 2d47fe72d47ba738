import ipaddr from 'ipaddr.js'

const MAX_ADDRESS = 2_048

// Allocated by the internet's registries; ipaddr.js takes all unknown ranges for unicast.
const ALLOCATED_V6 = ipaddr.parseCIDR('2000::/3')
const DOCUMENTATION_V6 = ipaddr.parseCIDR('3fff::/20')
// A public address, but Azure serves it to its own machines alone, with their secrets.
const CLOUD_INTERNAL = new Set(['168.63.129.16'])

/** True if an IP address is on the public internet, where no service of our own can listen. */
export function isPublicIp(text: string): boolean {
  if (!ipaddr.isValid(text) || CLOUD_INTERNAL.has(text)) return false
  const ip = ipaddr.parse(text)
  if (ip.range() !== 'unicast') return false
  return ip.kind() === 'ipv4' || (ip.match(ALLOCATED_V6) && !ip.match(DOCUMENTATION_V6))
}

// The URL parser has normalized addresses: to look no further at names saves much of the time of a judgement.
const MAYBE_IP = /^(\[.*\]|[\d.]+)$/

/** Returns the literal IP address of a URL's host, or null when the host is a name. */
export function parseLiteralIp({ hostname }: URL): string | null {
  if (!MAYBE_IP.test(hostname)) return null
  const text = hostname.replace(/^\[(.*)\]$/, '$1')
  return ipaddr.isValid(text) ? text : null
}

/**
 * Returns the URL to fetch, or null when it is not allowed: https on port 443 without credentials, at a public IP
 * address or at a name that could be public. Does not check what the name resolves to. The URL parser has normalized
 * numbers such as 0x7f000001 by then; a dot at the end of the name and the fragment are dropped.
 */
export function judgeUrl(address: string): URL | null {
  const url = address.length <= MAX_ADDRESS ? URL.parse(address) : null
  if (url?.protocol !== 'https:' || url.port !== '' || url.username || url.password) return null
  url.hash = ''
  // First: a number may precede the dot, which the parser only then reads as one.
  url.hostname = url.hostname.replace(/\.$/, '')
  const ip = parseLiteralIp(url)
  if (ip !== null) return isPublicIp(ip) ? url : null
  return isPublicName(url.hostname) ? url : null
}

/** Names without a dot and those under `localhost` are looked up on this machine or its own network. */
const isPublicName = (name: string) =>
  /^[^.]+(\.[^.]+)+$/.test(name) && name.length <= 253 && !name.endsWith('.localhost')
