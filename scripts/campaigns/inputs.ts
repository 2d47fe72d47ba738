import type { Catalog } from '../../pipeline/catalog/catalog.ts'
import { creditedRepository, isPresent } from './claims.ts'
import { listAt, numberAt, textAt } from './json.ts'
import { OFFICIAL, type Reading, type Readings } from './readings.ts'
import type { Recorded } from './recorded.ts'

/** One row of what a signal is read from: a number or a time in milliseconds, and the responses that say so. */
export interface Input {
  key: string
  item: string
  value: number | null
  time: number | null
  /** Any one of them is a right provenance. */
  from: Recorded[]
}

/** Gives the inputs that follow from an agent's records, worked out from the recorded bodies alone. */
export type InputsOf = (records: string[]) => Input[]

/** Prepares what all agents share: who shares a repository with whom, and which name belongs to which family. */
export function inputsFrom(readings: Readings, catalog: Catalog, day: string): InputsOf {
  const families = familyMembers(readings, catalog)
  const sharers = new Map<string, number>()
  for (const [name, server] of readings.servers) {
    const repository = isPresent(server) ? creditedRepository(name, server) : null
    if (repository) sharers.set(repository.name, (sharers.get(repository.name) ?? 0) + 1)
  }
  const latest = Date.parse(`${day}T23:59:59Z`) + 86_400_000
  return (records) =>
    records
      .flatMap((record) => {
        const id = record.slice(record.indexOf(':') + 1)
        if (record.startsWith('mcp_registry:')) return serverInputs(id, readings, sharers)
        const [, name = ''] = id.split('/')
        return id.startsWith('family/')
          ? familyInputs(readings, families.get(name))
          : developerInputs(name, readings, catalog, families)
      })
      .filter(({ value, time }) => value !== null || (time !== null && time <= latest))
}

/** The names of one family in the recorded listings. */
interface Members {
  entries: string[]
  offers: string[]
}

/** A name belongs to the family with the longest pattern that matches it; of equals, to the first by id. */
function familyMembers({ entries, offers }: Readings, { families }: Catalog): Map<string, Members> {
  const members = new Map<string, Members>(families.map(({ id }) => [id, { entries: [], offers: [] }]))
  const match = (name: string, kind: 'arena' | 'openrouter'): Members | undefined => {
    const found = families.flatMap((family) =>
      family[kind]
        .filter((pattern) => new RegExp(pattern, 'i').test(name))
        .map((pattern) => ({ id: family.id, length: [...pattern].length })),
    )
    found.sort((a, b) => b.length - a.length || (a.id < b.id ? -1 : 1))
    return members.get(found[0]?.id ?? '')
  }
  for (const key of entries.keys()) match(key.slice(key.indexOf(' ') + 1), 'arena')?.entries.push(key)
  for (const id of offers.keys()) match(id, 'openrouter')?.offers.push(id)
  return members
}

function serverInputs(
  name: string,
  { servers, repositories }: Readings,
  sharers: Map<string, number>,
): Input[] {
  const server = servers.get(name)
  if (!server || !isPresent(server)) return []
  const { item } = server
  const time = (field: string): number | null => timeOf(textAt(item, ...OFFICIAL, field))
  const described = [['title'], ['description'], ['websiteUrl'], ['repository', 'url']]
  const ways =
    distinct(item, 'packages', 'registryType', 'identifier') + distinct(item, 'remotes', 'type', 'url')
  const own = [
    input('registry_updated_at', name, null, time('updatedAt'), server),
    input('registry_published_at', name, null, time('publishedAt'), server),
    input('distribution_channels', name, ways, null, server),
    input(
      'metadata_fields',
      name,
      described.filter((path) => textAt(item, 'server', ...path) !== null).length,
      null,
      server,
    ),
  ]
  const credited = creditedRepository(name, server)?.name ?? ''
  const repository = repositories.get(credited)
  if (!repository) return own
  const share = (field: string): number | null => {
    const total = numberAt(repository.item, field)
    return total === null ? null : Math.round((total / (sharers.get(credited) ?? 1)) * 100) / 100
  }
  const full = textAt(repository.item, 'full_name') ?? ''
  return [
    ...own,
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

const SCORED_BOARDS = ['text', 'vision', 'code']

function familyInputs({ entries, offers }: Readings, members?: Members): Input[] {
  const boards = new Map<string, Recorded[]>()
  const compared = (members?.entries ?? []).flatMap((key) => {
    const entry = entries.get(key) as Reading
    const board = key.slice(0, key.indexOf(' '))
    const listed = input('arena_listed_at', key, null, receivedAt(entry), entry)
    if (entry.goneOn !== null) return [listed]
    boards.set(board, [...(boards.get(board) ?? []), entry.response])
    const scored = SCORED_BOARDS.includes(board)
      ? [input(`arena_${board}_score`, key, numberAt(entry.item, 'score'), null, entry)]
      : []
    return [listed, ...scored, input('arena_votes', key, numberAt(entry.item, 'votes'), null, entry)]
  })
  const offered = (members?.offers ?? []).flatMap((id) => {
    const offer = offers.get(id) as Reading
    const seen = input('openrouter_offered_at', id, null, receivedAt(offer), offer)
    const created = numberAt(offer.item, 'created')
    const time = created === null ? null : created * 1000
    if (offer.goneOn !== null) return [seen]
    return [
      seen,
      input('openrouter_models', id, 1, null, offer),
      input('openrouter_newest_at', id, null, time, offer),
      input('openrouter_first_at', id, null, time, offer),
      input('openrouter_context', id, numberAt(offer.item, 'context_length'), null, offer),
    ]
  })
  const counted = [...boards].map(([item, from]) => ({
    key: 'arena_boards',
    item,
    value: 1,
    time: null,
    from,
  }))
  return [...compared, ...offered, ...counted]
}

function developerInputs(
  id: string,
  { repositories, servers, entries }: Readings,
  { developers, families }: Catalog,
  members: Map<string, Members>,
): Input[] {
  const developer = developers.find((one) => one.id === id)
  if (!developer) return []
  const accounts = developer.github.map((account) => account.toLowerCase())
  const own = developer.repositories.flatMap((name) => {
    const repository = repositories.get(name.toLowerCase())
    if (!repository) return []
    const full = textAt(repository.item, 'full_name') ?? ''
    return [
      input('github_stars_total', full, numberAt(repository.item, 'stargazers_count'), null, repository),
      input('github_forks_total', full, numberAt(repository.item, 'forks_count'), null, repository),
      input('github_pushed_at', full, null, timeOf(textAt(repository.item, 'pushed_at')), repository),
      input('github_repositories', full, 1, null, repository),
    ]
  })
  const listed = [...servers].flatMap(([name, server]) => {
    const owner = isPresent(server) ? creditedRepository(name, server)?.owner : undefined
    return owner !== undefined && accounts.includes(owner)
      ? [input('mcp_servers', name, 1, null, server)]
      : []
  })
  const compared = families
    .filter((family) => family.organization === id)
    .map((family) => ({
      key: 'families_on_arena',
      item: family.id,
      value: 1,
      time: null,
      from: (members.get(family.id)?.entries ?? [])
        .map((key) => entries.get(key) as Reading)
        .filter((entry) => entry.goneOn === null)
        .map((entry) => entry.response),
    }))
    .filter(({ from }) => from.length > 0)
  return [...own, ...listed, ...compared]
}

const input = (
  key: string,
  item: string,
  value: number | null,
  time: number | null,
  { response }: Reading,
): Input => ({ key, item, value, time, from: [response] })

const receivedAt = ({ response }: Reading): number => Date.parse(response.retrieved_at)

function timeOf(text: string | null): number | null {
  const time = Date.parse(text ?? '')
  return Number.isNaN(time) ? null : time
}
