import { listAt, numberAt, textAt } from '../kit/json.ts'
import { creditedRepository, isPresent, packageKey, packagesOf } from './claims.ts'
import type { Input } from './inputs.ts'
import { OFFICIAL } from './readers/mcp_registry.ts'
import type { Reading } from './readers/reading.ts'
import type { Readings } from './readings.ts'
import type { World } from './world.ts'

/** What servers share with others: among how many servers a repository, among how many agents a package. */
export interface Shares {
  repositories: Map<string, number>
  packages: Map<string, Set<string>>
  downloads: Map<string, Reading>
}

/** Counts, over all servers that are listed, who shares what. */
export function serverShares(readings: Readings, { handleOf }: World): Shares {
  const repositories = new Map<string, number>()
  const packages = new Map<string, Set<string>>()
  for (const [name, server] of readings.servers) {
    if (!isPresent(server)) continue
    const repository = creditedRepository(name, server)
    if (repository) repositories.set(repository.name, (repositories.get(repository.name) ?? 0) + 1)
    const handle = handleOf.get(`mcp_registry:${name}`) ?? ''
    for (const key of packagesOf(server)) packages.set(key, (packages.get(key) ?? new Set()).add(handle))
  }
  return { repositories, packages, downloads: downloadsOf(readings) }
}

/** The downloads of packages by `npm/name` or `pypi/name`, as servers list them. */
export function downloadsOf({ packages }: Readings): Map<string, Reading> {
  const found = [...packages].flatMap(([key, reading]): [string, Reading][] =>
    reading === null ? [] : [[packageKey(key), reading]],
  )
  return new Map(found)
}

/** The downloads of a week that count for one of so many agents. */
export function downloadInput(key: string, reading: Reading | undefined, agents: number): Input[] {
  if (reading === undefined) return []
  const [registry = ''] = key.split('/')
  const count = numberAt(reading.item, 'downloads')
  const value = count === null ? null : Math.round((count / agents) * 100) / 100
  return [input(`${registry}_downloads`, key.slice(registry.length + 1), value, null, reading)]
}

/** What is known of an MCP server by its registry name. */
export function serverInputs(name: string, { servers, repositories }: Readings, shares: Shares): Input[] {
  const server = servers.get(name)
  if (!server || !isPresent(server)) return []
  const { item } = server
  const time = (field: string): number | null => timeOf(textAt(item, ...OFFICIAL, field))
  const described = [['title'], ['description'], ['websiteUrl'], ['repository', 'url']]
  const filled = described.filter((path) => textAt(item, 'server', ...path) !== null).length
  const ways =
    distinct(item, 'packages', 'registryType', 'identifier') + distinct(item, 'remotes', 'type', 'url')
  const credited = creditedRepository(name, server)?.name ?? ''
  return [
    input('registry_updated_at', name, null, time('updatedAt'), server),
    input('registry_published_at', name, null, time('publishedAt'), server),
    input('distribution_channels', name, ways, null, server),
    input('metadata_fields', name, filled, null, server),
    ...codeInputs(repositories.get(credited), shares.repositories.get(credited) ?? 1),
    ...packagesOf(server).flatMap((key) =>
      downloadInput(key, shares.downloads.get(key), shares.packages.get(key)?.size ?? 1),
    ),
  ]
}

/** What a repository gives to one of so many that share it. */
export function codeInputs(repository: Reading | null | undefined, sharers: number): Input[] {
  if (!repository) return []
  const share = (field: string): number | null => {
    const total = numberAt(repository.item, field)
    return total === null ? null : Math.round((total / sharers) * 100) / 100
  }
  const full = textAt(repository.item, 'full_name') ?? ''
  return [
    input('github_stars', full, share('stargazers_count'), null, repository),
    input('github_forks', full, share('forks_count'), null, repository),
    input('github_pushed_at', full, null, timeOf(textAt(repository.item, 'pushed_at')), repository),
  ]
}

function distinct(item: unknown, list: string, ...fields: string[]): number {
  const entries = listAt(item, 'server', list).map((one) =>
    JSON.stringify(fields.map((field) => textAt(one, field))),
  )
  return new Set(entries).size
}

/** An input as one response has it. */
export const input = (
  key: string,
  item: string,
  value: number | null,
  time: number | null,
  { response }: Pick<Reading, 'response'>,
): Input => ({ key, item, value, time, from: [response] })

/** When a reading's response was received, in milliseconds. */
export const receivedAt = ({ response }: Pick<Reading, 'response'>): number =>
  Date.parse(response.retrieved_at)

/** The milliseconds of a time as text; null when it is none. */
export function timeOf(text: string | null): number | null {
  const time = Date.parse(text ?? '')
  return Number.isNaN(time) ? null : time
}
