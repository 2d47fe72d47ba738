import { numberAt, textAt } from '../kit/json.ts'
import { creditedRepository, isPresent, listPackages, packageKey, repositoryNamed } from './claims.ts'
import type { Input } from './inputs.ts'
import { isOwnCode } from './own_code.ts'
import type { GithubReading } from './readers/github.ts'
import { OFFICIAL } from './readers/mcp_registry.ts'
import type { Reading } from './readers/reading.ts'
import type { Readings } from './readings.ts'
import type { World } from './world.ts'

/** Sharing between servers: servers of one account by repository, and agents by package. */
export interface Shares {
  repositories: Map<string, number>
  packages: Map<string, Set<string>>
  downloads: Map<string, Reading>
  day: string
  /** The dates on which GitHub and the registry were first read. */
  githubSince: string
  registrySince: string
}

/** Counts repositories and packages that listed servers share. */
export function serverShares(readings: Readings, { handleByRecord }: World, day: string): Shares {
  const repositories = new Map<string, number>()
  const packages = new Map<string, Set<string>>()
  for (const [name, server] of readings.servers) {
    if (!isPresent(server)) continue
    const repository = creditedRepository(name, server, readings)
    if (repository && name.toLowerCase().startsWith('io.github.'))
      repositories.set(repository.name, (repositories.get(repository.name) ?? 0) + 1)
    const handle = handleByRecord.get(`mcp_registry:${name}`) ?? ''
    for (const key of listPackages(server)) packages.set(key, (packages.get(key) ?? new Set()).add(handle))
  }
  const githubSince = [...readings.heard.values()].map(([first]) => first?.date ?? day).sort()[0] ?? day
  const registrySince = [...readings.servers.values()].map(({ firstOn }) => firstOn).sort()[0] ?? day
  return { repositories, packages, downloads: indexDownloads(readings), day, githubSince, registrySince }
}

/** The downloads of packages by `npm/name` or `pypi/name`, as servers list them. */
export function indexDownloads({ packages }: Readings): Map<string, Reading> {
  const found = [...packages].flatMap(([key, reading]): [string, Reading][] =>
    reading === null ? [] : [[packageKey(key), reading]],
  )
  return new Map(found)
}

/** The downloads of a week of one of a server's packages: by registry, and together with those of the others. */
function packageInputs(key: string, { downloads, packages }: Shares): Input[] {
  const [own] = downloadInput(key, downloads.get(key), packages.get(key)?.size ?? 1)
  if (own === undefined) return []
  const item = key.replace('/', ':')
  const read = downloads.get(key)
  const isUsed = read !== undefined && Number(own.value ?? 0) >= 1000
  return [
    own,
    { ...own, key: 'package_downloads', item },
    ...(isUsed ? [input('packages_downloaded_at', item, null, receivedAt(read), read)] : []),
  ]
}

/** The downloads of a week that count for one of so many agents. */
export function downloadInput(key: string, reading: Reading | undefined, agents: number): Input[] {
  if (reading === undefined) return []
  const [registry = ''] = key.split('/')
  const count = numberAt(reading.item, 'downloads')
  const value = count === null ? null : Math.round((count / agents) * 100) / 100
  return [input(`${registry}_downloads`, key.slice(registry.length + 1), value, null, reading)]
}

/** Returns the inputs of an MCP server by its registry name. */
export function serverInputs(name: string, readings: Readings, shares: Shares): Input[] {
  const server = readings.servers.get(name)
  if (!server || !isPresent(server)) return []
  const updatedAt = parseTime(textAt(server.item, ...OFFICIAL, 'updatedAt'))
  const first = readings.firstVersions.get(name)
  return [
    input('registry_updated_at', name, null, updatedAt, server),
    ...(first
      ? [{ key: 'registry_published_at', item: name, value: null, time: first.publishedAt, from: first.from }]
      : []),
    ...ownCode(name, server, readings, shares),
    ...listPackages(server).flatMap((key) => packageInputs(key, shares)),
  ]
}

/** Returns the inputs from a server's own repository. */
function ownCode(name: string, server: Reading, readings: Readings, shares: Shares): Input[] {
  const { heard } = readings
  const credited = creditedRepository(name, server, readings)
  const repository = repositoryNamed(readings, credited?.name ?? '')
  if (!credited || !repository) return []
  const servers = shares.repositories.get(credited.name) ?? 1
  if (!isOwnCode(name, server, credited, repository, servers)) return []
  const full = textAt(repository.item, 'full_name') ?? ''
  const lasting = lastingCounts(heard.get(credited.name) ?? [], server.firstOn, shares)
  return [
    ...codeInputs(repository, servers),
    ...lasting.map((item) => ({
      ...item,
      ...{ item: full, value: Math.round((item.value / servers) * 100) / 100, time: null },
    })),
  ]
}

/** The fewest stars and forks of the last 30 days; of a repository that was seen for less, 77 and 250 at most. */
function lastingCounts(
  heard: GithubReading[],
  listedOn: string,
  { day, githubSince, registrySince }: Shares,
) {
  const opens = new Date(Date.parse(day) - 30 * 86_400_000).toISOString().slice(0, 10)
  const firstWeek = new Date(Date.parse(githubSince) + 6 * 86_400_000).toISOString().slice(0, 10)
  const there = heard.slice(heard.findLastIndex(({ item }) => item === null) + 1)
  const since = there[0]?.date ?? ''
  const wasThere = since === githubSince || (since <= firstWeek && listedOn === registrySince)
  const isYoung = since > opens && !wasThere
  const counting = there.filter((_, index) => (there[index + 1]?.date ?? '9999') > opens)
  return (
    [
      ['github_stars_lasting', 'stargazers_count', 77],
      ['github_forks_lasting', 'forks_count', 250],
    ] as const
  ).flatMap(([key, field, most]) => {
    const counts = counting.flatMap(({ item, response }) => {
      const count = numberAt(item, field)
      return count === null ? [] : [{ value: isYoung ? Math.min(most, count) : count, response }]
    })
    const value = Math.min(...counts.map((count) => count.value))
    const from = counts.filter((count) => count.value === value).map((count) => count.response)
    return from.length > 0 ? [{ key, value, from }] : []
  })
}

/** Returns the inputs from a repository, for one of its sharers. */
export function codeInputs(repository: Reading | null | undefined, sharers: number): Input[] {
  if (!repository) return []
  const dividedField = (field: string): number | null => {
    const total = numberAt(repository.item, field)
    return total === null ? null : Math.round((total / sharers) * 100) / 100
  }
  const full = textAt(repository.item, 'full_name') ?? ''
  return [
    input('github_stars', full, dividedField('stargazers_count'), null, repository),
    input('github_forks', full, dividedField('forks_count'), null, repository),
    input('github_pushed_at', full, null, parseTime(textAt(repository.item, 'pushed_at')), repository),
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

/** Returns the time at which a reading's response was received, in milliseconds. */
export const receivedAt = ({ response }: Pick<Reading, 'response'>): number =>
  Date.parse(response.retrieved_at)

/** The milliseconds of a time as text; null when it is none. */
export function parseTime(text: string | null): number | null {
  const time = Date.parse(text ?? '')
  return Number.isNaN(time) ? null : time
}
