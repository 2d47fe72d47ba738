import ipaddr from 'ipaddr.js'

const MAX_ADDRESS = 2_048

// What the internet's registries have given out at all; ipaddr.js takes all that it does not know for unicast.
const GIVEN_OUT_V6 = ipaddr.parseCIDR('2000::/3')
const DOCUMENTATION_V6 = ipaddr.parseCIDR('3fff::/20')
// Public by its number, but Azure answers it to its own machines alone, with their secrets.
const CLOUD_INTERNAL = new Set(['168.63.129.16'])

/** Whether an IP address is one of the public internet, where no service of our own can listen. */
export function isPublicIp(text: string): boolean {
  if (!ipaddr.isValid(text) || CLOUD_INTERNAL.has(text)) return false
  const ip = ipaddr.parse(text)
  if (ip.range() !== 'unicast') return false
  return ip.kind() === 'ipv4' || (ip.match(GIVEN_OUT_V6) && !ip.match(DOCUMENTATION_V6))
}

/** The IP address that a URL's host spells out, or null when the host is a name. */
export function literalIp({ hostname }: URL): string | null {
  const text = hostname.replace(/^\[(.*)\]$/, '$1')
  return ipaddr.isValid(text) ? text : null
}

/**
 * The address to fetch, or null when it is not one that may be fetched: https on port 443 without credentials, at a
 * public IP address or at a name that could be public. Says nothing of what the name stands for. The URL parser
 * has spelt out numbers such as 0x7f000001 by then; a dot at the end of the name and the fragment are dropped.
 */
export function judge(address: string): URL | null {
  const url = address.length <= MAX_ADDRESS ? URL.parse(address) : null
  if (url?.protocol !== 'https:' || url.port !== '' || url.username || url.password) return null
  url.hash = ''
  // First: behind the dot there may be a number, which the parser only then reads as one.
  url.hostname = url.hostname.replace(/\.$/, '')
  const ip = literalIp(url)
  if (ip !== null) return isPublicIp(ip) ? url : null
  return isPublicName(url.hostname) ? url : null
}

/** Names without a dot and those under `localhost` are looked up on this machine or its own network. */
const isPublicName = (name: string) =>
  /^[^.]+(\.[^.]+)+$/.test(name) && name.length <= 253 && !name.endsWith('.localhost')
