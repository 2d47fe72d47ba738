import type { Catalog } from '../../../pipeline/catalog/catalog.ts'
import { type Asked, addressesIn, askingsIn } from '../addresses.ts'
import { accountOn } from '../credit.ts'
import type { AgentInputs, Input } from '../inputs.ts'
import type { Bound, Past } from '../past.ts'
import type { Readings } from '../readings.ts'
import type { Listed } from '../records.ts'
import type { World } from '../world.ts'
import { ownAgentsIn } from './own_agents.ts'
import type { Judged } from './signs.ts'
import { unreadIn } from './unread.ts'

/** Records and inputs of any agent. */
export interface Agents {
  bound: Map<string, Bound[]>
  listRecords: (bound: Bound[]) => Listed[]
  agentInputs: AgentInputs
}

/** Gathers what an agent's liveness is judged by, from its records and inputs. */
export type GatherLife = (handle: string, records: Listed[], inputs: Input[]) => Judged

export function livesIn(
  ...[readings, catalog, world, past, day]: [Readings, Catalog, World, Past, string]
): (agents: Agents) => GatherLife {
  const [declared, asked] = [addressesIn(readings), askingsIn(past.probes, day)]
  const [chains, findUnread, findOwn] = [
    chainsPaidOn(readings, world),
    unreadIn(readings, catalog, day),
    ownAgentsIn(readings, catalog),
  ]
  const gather = (handle: string, records: Listed[], inputs: Input[]): Judged => {
    const ids = records.map(({ bound }) => bound.record_id)
    const addresses = declared(ids).map((address): Asked | null => asked.get(address) ?? null)
    const there = records.filter(({ departed }) => departed === null)
    const categories = [...new Set(there.map(({ category }) => category))]
    const paidOn = [...(chains.get(handle) ?? [])]
    return { inputs, categories, addresses, chains: paidOn, unread: findUnread(ids), own: [] }
  }
  return ({ bound, listRecords, agentInputs }) =>
    (handle, records, inputs) => {
      const developers = records.flatMap(
        ({ bound }) => /^catalog:developer\/(.*)/.exec(bound.record_id)?.[1] ?? [],
      )
      const own = new Set(
        developers.flatMap(findOwn).flatMap((record) => world.handleByRecord.get(record) ?? []),
      )
      own.delete(handle)
      const held = [...own].map((name) => {
        const all = listRecords(bound.get(name) ?? [])
        return gather(
          name,
          all,
          agentInputs(
            name,
            all.map((record) => record.bound.record_id),
          ),
        )
      })
      return { ...gather(handle, records, inputs), own: held }
    }
}

/** The chains on which somebody paid each agent. */
function chainsPaidOn({ moved }: Readings, { credited }: World): Map<string, Set<string>> {
  const paidOn = new Map<string, Set<string>>()
  for (const { chain, to } of moved.payments)
    for (const handle of credited.get(accountOn(chain, to)) ?? [])
      paidOn.set(handle, (paidOn.get(handle) ?? new Set()).add(chain))
  return paidOn
}
