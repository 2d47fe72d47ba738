import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'

/** A network that a caller is counted in. */
export interface CallerNetwork {
  network: string
  /** Number of callers' limits that it may use. */
  share: number
}

/** A /48 is what one customer of a host can have, with 65,536 networks of the size that one caller is counted by. */
export const CALLERS_OF_A_48 = 8

/**
 * Returns the networks counted for a caller: an IPv4 address in any form; the /64 of an IPv6 one, and the /48 around it
 * for some callers at once; any other text as it is.
 */
export function callerNetworks(caller: string): CallerNetwork[] {
  if (isIP(caller) !== 6) return [{ network: caller, share: 1 }]
  const address = ipaddr.process(caller)
  if (!(address instanceof ipaddr.IPv6)) return [{ network: address.toString(), share: 1 }]
  const first = (parts: number) =>
    address.parts
      .slice(0, parts)
      .map((part) => part.toString(16))
      .join(':')
  return [
    { network: `${first(4)}::/64`, share: 1 },
    { network: `${first(3)}::/48`, share: CALLERS_OF_A_48 },
  ]
}

/** Bytes of an address that identify the caller, its site, and its provider's network. */
const LEVEL_BYTES = { ipv4: [4, 3, 2], ipv6: [8, 6, 4] } as const

/** A caller and the networks around it: an IPv4 address with its /24 and its /16, or a /64 with its /48 and its /32. */
export interface CallerLevels {
  sender: string
  site: string
  provider: string
}

/** Returns the levels of a caller; text that is no address is itself at each of them. */
export function callerLevels(caller: string): CallerLevels {
  if (isIP(caller) === 0) return { sender: caller, site: caller, provider: caller }
  const address = ipaddr.process(caller)
  const [sender, site, provider] = LEVEL_BYTES[address.kind()].map(
    (length) => `${address.kind()} ${address.toByteArray().slice(0, length).join('.')}`,
  ) as [string, string, string]
  return { sender, site, provider }
}
