import { numberAt, textAt } from '../kit/json.ts'
import { creditedRepository, isPresent, packageKey, packagesOf } from './claims.ts'
import type { Input } from './inputs.ts'
import { isOwnCode } from './own_code.ts'
import { OFFICIAL } from './readers/mcp_registry.ts'
import type { Reading } from './readers/reading.ts'
import type { Readings } from './readings.ts'
import type { World } from './world.ts'

/** What servers share with others: among how many servers of its own account a repository, among how many agents a package. */
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
    if (repository && name.toLowerCase().startsWith('io.github.'))
      repositories.set(repository.name, (repositories.get(repository.name) ?? 0) + 1)
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

/** The downloads of a week of one of a server's packages: by registry, and together with those of the others. */
function packageInputs(key: string, { downloads, packages }: Shares): Input[] {
  const [own] = downloadInput(key, downloads.get(key), packages.get(key)?.size ?? 1)
  return own ? [own, { ...own, key: 'package_downloads', item: key.replace('/', ':') }] : []
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
export function serverInputs(name: string, readings: Readings, shares: Shares): Input[] {
  const server = readings.servers.get(name)
  if (!server || !isPresent(server)) return []
  const updatedAt = timeOf(textAt(server.item, ...OFFICIAL, 'updatedAt'))
  const first = readings.firstVersions.get(name)
  return [
    input('registry_updated_at', name, null, updatedAt, server),
    ...(first
      ? [{ key: 'registry_published_at', item: name, value: null, time: first.publishedAt, from: first.from }]
      : []),
    ...ownCode(name, server, readings, shares),
    ...packagesOf(server).flatMap((key) => packageInputs(key, shares)),
  ]
}

/** What a server's own repository gives to it. */
function ownCode(name: string, server: Reading, { repositories }: Readings, shares: Shares): Input[] {
  const credited = creditedRepository(name, server)
  const repository = repositories.get(credited?.name ?? '')
  if (!credited || !repository) return []
  const servers = shares.repositories.get(credited.name) ?? 1
  return isOwnCode(name, server, credited, repository, servers) ? codeInputs(repository, servers) : []
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
