import type { Catalog } from '../../pipeline/catalog/catalog.ts'
import { type Claims, isPresent, provenDomain } from './claims.ts'
import { sellers } from './claims_service.ts'
import { creditedOperators } from './credit.ts'
import { hostsNamedIn } from './hosts_named.ts'
import type { Bound } from './past.ts'
import type { Readings } from './readings.ts'

/** Identities: the agents of records, the hosts of agents, and the agents that each account is paid for. */
export interface World {
  /** By record. */
  handleByRecord: Map<string, string>
  /** Agents without a record that is still there. */
  departed: Set<string>
  /** Agents with a record of a service that is still there. */
  services: Set<string>
  /** By handle: the hosts that are the agent's, as the host itself or a registry makes sure. */
  hosts: Map<string, Set<string>>
  /** The agents that are credited with what is paid to an account of a chain, by `chain address`. */
  credited: Map<string, string[]>
  /** By wallet: the agents that it signed for. */
  signed: Map<string, Set<string>>
}

const SERVICE = /^(?:erc8004_identity|x402_bazaar|a2a_cards):/

/** Builds the identities from bindings, claims and readings. */
export function buildWorld(bindings: Bound[], claims: Claims, readings: Readings, catalog: Catalog): World {
  const handleByRecord = new Map(bindings.map((binding) => [binding.record_id, binding.handle]))
  const there = new Set(
    bindings.filter((binding) => claims.present.has(binding.record_id)).map((binding) => binding.handle),
  )
  const services = new Set(
    bindings
      .filter(({ record_id }) => claims.present.has(record_id) && SERVICE.test(record_id))
      .map((binding) => binding.handle),
  )
  const departed = new Set(bindings.map((binding) => binding.handle).filter((handle) => !there.has(handle)))
  const findAgents = (host: string): string[] => {
    const handles = [`x402_bazaar:${host}`, `a2a_cards:${host}`].flatMap(
      (record) => handleByRecord.get(record) ?? [],
    )
    return [...new Set(handles)].filter((handle) => !departed.has(handle))
  }
  const signed = signers(readings, handleByRecord)
  const credited = creditedOperators(readings, findAgents, (operator) => signed.get(operator) ?? new Set())
  return {
    handleByRecord,
    departed,
    services,
    hosts: hostsByHandle(handleByRecord, readings, catalog),
    credited,
    signed,
  }
}

function signers({ registrations }: Readings, handleByRecord: Map<string, string>): Map<string, Set<string>> {
  const byWallet = Map.groupBy(registrations.values(), ({ signer }) => signer)
  byWallet.delete('')
  const handles = (agent: string) => handleByRecord.get(`erc8004_identity:${agent}`) ?? []
  return new Map(
    [...byWallet].map(([wallet, all]) => [wallet, new Set(all.flatMap(({ agent }) => handles(agent)))]),
  )
}

function hostsByHandle(
  handleByRecord: Map<string, string>,
  readings: Readings,
  catalog: Catalog,
): Map<string, Set<string>> {
  const byHandle = new Map<string, Set<string>>()
  for (const [record, host] of listHosts(readings, catalog)) {
    const handle = handleByRecord.get(record)
    if (handle !== undefined && host !== '')
      byHandle.set(handle, (byHandle.get(handle) ?? new Set()).add(host))
  }
  return byHandle
}

/** The hosts of records: they sell, serve a card, or name a registration; or a registry verified them. */
function listHosts(readings: Readings, { developers }: Catalog): [record: string, host: string][] {
  const hostsNamed = hostsNamedIn(readings)
  return [
    ...[...sellers(readings)].flatMap(([host, listed]): [string, string][] =>
      listed.some(({ listing }) => listing.goneOn === null) ? [[`x402_bazaar:${host}`, host]] : [],
    ),
    ...readings.cards.flatMap(({ host, isServed }): [string, string][] =>
      isServed ? [[`a2a_cards:${host}`, host]] : [],
    ),
    ...[...readings.registrations.values()].flatMap((registration) =>
      [...hostsNamed(registration)].flatMap(([host, { isOnly, isPaid }]): [string, string][] =>
        isOnly || isPaid ? [[`erc8004_identity:${registration.agent}`, host]] : [],
      ),
    ),
    ...[...readings.servers].flatMap(([name, server]): [string, string][] =>
      isPresent(server) ? [[`mcp_registry:${name}`, provenDomain(name) ?? '']] : [],
    ),
    ...developers.map(({ id, website }): [string, string] => [
      `catalog:developer/${id}`,
      (URL.parse(website)?.hostname ?? '').replace(/^www\./, ''),
    ]),
  ]
}
