import type { Catalog } from '../../pipeline/catalog/catalog.ts'
import { listAt } from '../kit/json.ts'
import { creditedRepository, isPresent, provenDomain, repositoryNamed } from './claims.ts'
import type { Input } from './inputs.ts'
import { codeInputs, input, receivedAt } from './inputs_server.ts'
import type { Card, Probe } from './readers/visits.ts'
import type { Readings } from './readings.ts'
import type { World } from './world.ts'

const MAX_SKILLS = 50

/** Returns the inputs of an agent from its hosts: cards, answers to probes, and code under its own domain. */
export function hostInputs(
  readings: Readings,
  { developers }: Catalog,
  { hosts, services }: World,
): (handle: string) => Input[] {
  const cards = new Map(readings.cards.filter(({ isServed }) => isServed).map((card) => [card.host, card]))
  const probes = Map.groupBy(readings.probes, ({ host }) => host)
  const code = codeByHandle(readings, developers, hosts, services)
  return (handle) => [
    ...[...(hosts.get(handle) ?? [])].flatMap((host) => [
      ...cardInputs(cards.get(host)),
      ...(probes.get(host) ?? []).flatMap(probeInputs),
    ]),
    ...(code.get(handle) ?? []),
  ]
}

function cardInputs(card: Card | undefined): Input[] {
  if (card === undefined) return []
  const _alive = card.alive && { response: card.alive }
  const skills = Math.min(listAt(card.item, 'skills').length, MAX_SKILLS)
  return [
    ...(card.alive === null
      ? []
      : [
          input('card_answered_at', card.host, null, receivedAt({ response: card.alive }), {
            response: card.alive,
          }),
        ]),
    input('a2a_skills', card.host, skills, null, card),
  ]
}

function probeInputs({ url, answered, kind }: Probe): Input[] {
  if (answered === null) return []
  const response = { response: answered }
  const keys = [
    'endpoint_answered_at',
    ...(['mcp', 'a2a', 'x402'].includes(kind) ? ['protocol_answered_at'] : []),
  ]
  return keys.map((key) => input(key, url, null, receivedAt(response), response))
}

/** Code counts for a service through registry servers under its own domain, which may answer for it as www, api or mcp. */
function codeByHandle(
  readings: Readings,
  developers: Catalog['developers'],
  hosts: World['hosts'],
  services: Set<string>,
): Map<string, Input[]> {
  const ofDomain = new Map<string, Set<string>>()
  for (const [name, server] of readings.servers) {
    const domain = provenDomain(name)
    const repository = creditedRepository(name, server, readings, developers)
    if (domain === null || repository === null || !isPresent(server)) continue
    ofDomain.set(domain, (ofDomain.get(domain) ?? new Set()).add(repository.name))
  }
  const sharers = new Map<string, Set<string>>()
  for (const handle of services)
    for (const host of hosts.get(handle) ?? [])
      for (const name of ofDomain.get(host.replace(/^(?:www|api|mcp)\./, '')) ?? [])
        sharers.set(name, (sharers.get(name) ?? new Set()).add(handle))
  const byHandle = new Map<string, Input[]>()
  for (const [name, handles] of sharers)
    for (const handle of handles)
      byHandle.set(handle, [
        ...(byHandle.get(handle) ?? []),
        ...codeInputs(repositoryNamed(readings, name), handles.size),
      ])
  return byHandle
}
