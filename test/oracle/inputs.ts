import type { Catalog } from '../../pipeline/catalog/catalog.ts'
import { developerInputs } from './inputs_developer.ts'
import { familyInputs, familyMembers } from './inputs_family.ts'
import { hostInputs } from './inputs_host.ts'
import { serverInputs, serverShares } from './inputs_server.ts'
import { serviceInputs } from './inputs_service.ts'
import { tokenInputs } from './inputs_token.ts'
import type { Readings } from './readings.ts'
import type { Recorded } from './recorded.ts'
import type { World } from './world.ts'

/** An input of a signal: a number or a time in milliseconds, and the responses that it is from. */
export interface Input {
  key: string
  item: string
  value: number | null
  time: number | null
  /** Any one of them is a right provenance. */
  from: Recorded[]
}

/** Gives the inputs that follow from an agent's records, worked out from the recorded bodies alone. */
export type AgentInputs = (handle: string, records: string[]) => Input[]

/** Prepares shared data of all agents: shared repositories and packages, payments, and boards. */
export function inputsFrom(
  readings: Readings,
  catalog: Catalog,
  world: World,
  day: string,
  limitations: string[],
): AgentInputs {
  const members = familyMembers(readings, catalog, limitations, day)
  const shares = serverShares(readings, world, day)
  const ofHosts = hostInputs(readings, catalog, world)
  const ofServices = serviceInputs(readings, catalog, world, day)
  const latest = Date.parse(`${day}T23:59:59Z`) + 86_400_000
  const ofRecord = (record: string): Input[] => {
    const id = record.slice(record.indexOf(':') + 1)
    const [kind, name = ''] = id.split('/')
    if (record.startsWith('mcp_registry:')) return serverInputs(id, readings, shares)
    if (record.startsWith('coingecko_ai_agents:')) return tokenInputs(id, readings)
    if (!record.startsWith('catalog:')) return ofServices.ofRecord(record)
    return kind === 'family'
      ? familyInputs(readings, members, name, day)
      : developerInputs(name, readings, catalog, members)
  }
  return (handle, records) =>
    [...records.flatMap(ofRecord), ...ofServices.ofAgent(handle), ...ofHosts(handle)].filter(
      ({ value, time }) => value !== null || (time !== null && time <= latest),
    )
}
