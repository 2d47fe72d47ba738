import { SHARED_HOSTS } from '../../pipeline/agents/shared_hosts.ts'
import { walletsHolding } from './held.ts'
import { type Registration, servicesIn } from './readers/registrations.ts'
import type { Readings } from './readings.ts'

/** The relation of a host to a registration that names it. */
export interface Proof {
  /** It names the registration back. */
  isProven: boolean
  /** It names this one alone. */
  isOnly: boolean
  /** It names no registration, and requests payment to a wallet of this one, and of no other that names it. */
  isPaid: boolean
}

/** True if anyone can have a page on a host; the list is the project's, with and without `www.`. */
export const isShared = (host: string): boolean => SHARED_HOSTS.has(host.replace(/^www\./, ''))

/** The hosts that a registration's file names as its own, shared ones left out. */
export function hostsDeclared({ file }: Registration): string[] {
  const hosts = servicesIn(file?.item).flatMap(({ endpoint }) => {
    const [, host] = /^https:\/\/([^/:?#@]+\.[^/:?#@]+)(?::443)?(?:[/?#]|$)/i.exec(endpoint) ?? []
    return host === undefined || isShared(host.toLowerCase()) ? [] : [host.toLowerCase()]
  })
  return [...new Set(hosts)]
}

/** Returns the relation of each host that a registration names. */
export function hostsNamedIn(readings: Readings): (registration: Registration) => Map<string, Proof> {
  const paid = paidFor(readings)
  return (registration) =>
    new Map(
      hostsDeclared(registration).map((host) => {
        const named = readings.proofs.get(host)
        const isProven =
          named?.has(`${registration.chain}:${registration.registry}/${registration.id}`) ?? false
        const isOnly = isProven && named?.size === 1
        return [host, { isProven, isOnly, isPaid: paid.get(host) === registration.agent }]
      }),
    )
}

/** The one registration of each host that the host's own answers 402 pay. */
function paidFor(readings: Readings): Map<string, string> {
  const asking = new Map<string, Set<string>>()
  for (const { host, quotes } of readings.probes)
    for (const { payTo } of quotes) asking.set(host, (asking.get(host) ?? new Set()).add(payTo))
  const holding = asking.size === 0 ? new Map<string, Set<string>>() : walletsHolding(readings)
  const paid = new Map<string, string[]>()
  for (const registration of readings.registrations.values())
    for (const host of hostsDeclared(registration)) {
      const wallets = asking.get(host)
      const evm = [...(wallets ?? [])].filter((wallet) => wallet.startsWith('0x'))
      const isPaid = evm.length > 0 && evm.every((wallet) => holding.get(registration.agent)?.has(wallet))
      if (isPaid && (readings.proofs.get(host)?.size ?? 0) === 0)
        paid.set(host, [...(paid.get(host) ?? []), registration.agent])
    }
  return new Map(
    [...paid].flatMap(([host, agents]) => (agents.length === 1 ? [[host, agents[0] as string]] : [])),
  )
}
