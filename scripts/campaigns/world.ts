import type { Catalog } from '../../pipeline/catalog/catalog.ts'
import { type Claims, isPresent, provenDomain } from './claims.ts'
import { hostsNamed, sellers } from './claims_service.ts'
import { creditedOperators } from './demand.ts'
import type { Bound } from './past.ts'
import type { Readings } from './readings.ts'

/** Who is who: the agents behind records, the hosts that agents stand for, and who is paid for whom. */
export interface World {
  /** By record. */
  handleOf: Map<string, string>
  /** Agents without a record that is still there. */
  departed: Set<string>
  /** Agents with a record of a service that is still there. */
  services: Set<string>
  /** By handle and host: whether the host itself, or a registry, makes sure that it is the agent's. */
  hosts: Map<string, Map<string, boolean>>
  /** The agent that is credited with what is paid to an address on Base. */
  credited: Map<string, string>
}

const SERVICE = /^(?:erc8004_identity|x402_bazaar|a2a_cards):/

/** Puts together what bindings, claims and readings say. */
export function worldOf(bindings: Bound[], claims: Claims, readings: Readings, catalog: Catalog): World {
  const handleOf = new Map(bindings.map((one) => [one.record_id, one.handle]))
  const there = new Set(bindings.filter((one) => claims.present.has(one.record_id)).map((one) => one.handle))
  const services = new Set(
    bindings
      .filter(({ record_id }) => claims.present.has(record_id) && SERVICE.test(record_id))
      .map((one) => one.handle),
  )
  const departed = new Set(bindings.map((one) => one.handle).filter((handle) => !there.has(handle)))
  const agentOf = (host: string): string[] => {
    const handles = [`x402_bazaar:${host}`, `a2a_cards:${host}`].flatMap(
      (record) => handleOf.get(record) ?? [],
    )
    return [...new Set(handles)].filter((handle) => !departed.has(handle))
  }
  const credited = creditedOperators(readings, agentOf)
  return { handleOf, departed, services, hosts: hostsByHandle(handleOf, readings, catalog), credited }
}

function hostsByHandle(
  handleOf: Map<string, string>,
  readings: Readings,
  catalog: Catalog,
): Map<string, Map<string, boolean>> {
  const byHandle = new Map<string, Map<string, boolean>>()
  for (const { record, host, isProven } of hostsOf(readings, catalog)) {
    const handle = handleOf.get(record)
    if (handle === undefined || host === '') continue
    const hosts = byHandle.get(handle) ?? new Map<string, boolean>()
    byHandle.set(handle, hosts.set(host, isProven || (hosts.get(host) ?? false)))
  }
  return byHandle
}

interface Standing {
  record: string
  host: string
  isProven: boolean
}

function hostsOf(readings: Readings, { developers }: Catalog): Standing[] {
  const proven = (record: string, host: string): Standing => ({ record, host, isProven: true })
  return [
    ...[...sellers(readings)]
      .filter(([, listed]) => listed.some(({ listing }) => listing.goneOn === null))
      .map(([host]) => proven(`x402_bazaar:${host}`, host)),
    ...readings.cards.filter(({ isServed }) => isServed).map(({ host }) => proven(`a2a_cards:${host}`, host)),
    ...[...readings.registrations.values()].flatMap((one) =>
      [...hostsNamed(one, readings)].map(([host, { isProven }]) => ({
        record: `erc8004_identity:${one.agent}`,
        host,
        isProven,
      })),
    ),
    ...[...readings.servers]
      .filter(([, server]) => isPresent(server))
      .map(([name]) => proven(`mcp_registry:${name}`, provenDomain(name) ?? '')),
    ...developers.map(({ id, website }) =>
      proven(`catalog:developer/${id}`, (URL.parse(website)?.hostname ?? '').replace(/^www\./, '')),
    ),
  ]
}
