import type { Catalog } from '../../../pipeline/catalog/catalog.ts'
import { creditedRepository, isPresent } from '../claims.ts'
import type { Readings } from '../readings.ts'

/** Finds the records of the families and the servers that a developer has. */
export type FindOwn = (developer: string) => string[]

export function ownAgentsIn(readings: Readings, { developers, families }: Catalog): FindOwn {
  const byAccount = new Map<string, string[]>()
  for (const [name, server] of readings.servers) {
    const owner = isPresent(server)
      ? creditedRepository(name, server, readings, developers)?.owner
      : undefined
    if (owner !== undefined) byAccount.set(owner, [...(byAccount.get(owner) ?? []), `mcp_registry:${name}`])
  }
  return (id) => {
    const accounts = developers.find((developer) => developer.id === id)?.github ?? []
    return [
      ...families.flatMap((family) => (family.organization === id ? [`catalog:family/${family.id}`] : [])),
      ...accounts.flatMap((account) => byAccount.get(account.toLowerCase()) ?? []),
    ]
  }
}
