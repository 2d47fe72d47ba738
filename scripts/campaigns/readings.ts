import { at, listAt, numberAt, textAt } from './json.ts'
import type { Recorded, RecordedArchive, RecordedDay } from './recorded.ts'

/** The newest recorded word about one item: a server, a repository, a model on offer, an entry on a board. */
export interface Reading {
  /** As the upstream wrote it. */
  item: unknown
  response: Recorded
  /** The date of the first complete listing after it that no longer has the item, or null. */
  goneOn: string | null
}

/** What an archive says about the world at its end; items that the run put into quarantine are left out. */
export interface Readings {
  /** By registry name. */
  servers: Map<string, Reading>
  /** By the name that was asked for, `owner/name` in lower case; null when the newest word is that there is none. */
  repositories: Map<string, Reading | null>
  /** By model id. */
  offers: Map<string, Reading>
  /** By board and model, with a space between. */
  entries: Map<string, Reading>
}

/** Says whether the run refused an item of a response: `start` is how the refused row begins. */
export type Quarantine = (response: Recorded, start: string) => boolean

/** Where the registry keeps its own word about a server. */
export const OFFICIAL = ['_meta', 'io.modelcontextprotocol.registry/official'] as const

/** Reads all recorded days in their order, each source with a reader of its own. */
export function newestReadings(archive: RecordedArchive, isRefused: Quarantine): Readings {
  const readings: Readings = {
    servers: new Map(),
    repositories: new Map(),
    offers: new Map(),
    entries: new Map(),
  }
  for (const day of archive.days) {
    if (day.outcome !== 'ok') continue
    if (day.source === 'mcp_registry') readServers(readings.servers, archive, day, isRefused)
    if (day.source === 'github') readRepositories(readings.repositories, archive, day)
    if (day.source === 'openrouter_models') readOffers(readings.offers, archive, day, isRefused)
    if (day.source === 'arena') readEntries(readings.entries, archive, day, isRefused)
  }
  return readings
}

const fresh = (item: unknown, response: Recorded): Reading => ({ item, response, goneOn: null })

function readServers(
  servers: Map<string, Reading>,
  archive: RecordedArchive,
  day: RecordedDay,
  isRefused: Quarantine,
): void {
  const listed = new Set<string>()
  for (const response of inPageOrder(archive, day))
    for (const item of listAt(archive.body(response.sha256), 'servers')) {
      const name = textAt(item, 'server', 'name')
      if (name === null || at(item, ...OFFICIAL, 'isLatest') === false) continue
      listed.add(name)
      if (!isRefused(response, `{"name":${JSON.stringify(name)},`)) servers.set(name, fresh(item, response))
    }
  const isComplete = day.responses.every(({ url }) => !new URL(url).searchParams.has('updated_since'))
  if (isComplete) markGone(servers, listed, day.date)
}

/** Each page names the next one; in the file they stand in the order of their addresses. */
function inPageOrder(archive: RecordedArchive, { responses }: RecordedDay): Recorded[] {
  const byCursor = new Map(responses.map((one) => [new URL(one.url).searchParams.get('cursor'), one]))
  const ordered: Recorded[] = []
  for (let page = byCursor.get(null); page && !ordered.includes(page); ) {
    ordered.push(page)
    page = byCursor.get(textAt(archive.body(page.sha256), 'metadata', 'nextCursor') ?? '')
  }
  return ordered
}

function readRepositories(
  repositories: Map<string, Reading | null>,
  archive: RecordedArchive,
  day: RecordedDay,
): void {
  for (const response of day.responses) {
    const found = response.method === 'POST' ? batchOf(archive, response) : oneOf(archive, response)
    for (const [name, item] of found) repositories.set(name, item === null ? null : fresh(item, response))
  }
}

/** A refusal says nothing about a repository; any other status but success says that there is none. */
function oneOf(archive: RecordedArchive, { url, status, sha256 }: Recorded): [string, unknown][] {
  if (status === 403) return []
  const item = status === 200 || status === 304 ? archive.body(sha256) : null
  return [[new URL(url).pathname.replace('/repos/', ''), item]]
}

/** The repositories of one GraphQL answer, in the words of the REST one. */
function batchOf(archive: RecordedArchive, response: Recorded): [string, unknown][] {
  const body = archive.body(response.sha256)
  const query = textAt(archive.body(response.request ?? ''), 'query') ?? ''
  const refused = listAt(body, 'errors').filter((error) => textAt(error, 'type') === 'FORBIDDEN')
  const silent = new Set(refused.map((error) => textAt(error, 'path', '0')))
  const asked = query.matchAll(/(r\d+): repository\(owner: "([^"]+)", name: "([^"]+)"\)/g)
  return [...asked].flatMap(([, alias = '', owner, name]): [string, unknown][] => {
    const node = at(body, 'data', alias)
    if (silent.has(alias)) return []
    const rest = {
      full_name: at(node, 'nameWithOwner'),
      stargazers_count: at(node, 'stargazerCount'),
      forks_count: at(node, 'forkCount'),
      pushed_at: at(node, 'pushedAt'),
    }
    return [[`${owner}/${name}`, node === null ? null : rest]]
  })
}

function readOffers(
  offers: Map<string, Reading>,
  archive: RecordedArchive,
  day: RecordedDay,
  isRefused: Quarantine,
): void {
  const listed = new Set<string>()
  for (const response of day.responses)
    for (const item of listAt(archive.body(response.sha256), 'data')) {
      const id = textAt(item, 'id')
      if (id === null) continue
      listed.add(id)
      if (!isRefused(response, `{"id":${JSON.stringify(id)},`)) offers.set(id, fresh(item, response))
    }
  markGone(offers, listed, day.date)
}

function readEntries(
  entries: Map<string, Reading>,
  archive: RecordedArchive,
  day: RecordedDay,
  isRefused: Quarantine,
): void {
  const listed = new Set<string>()
  for (const response of day.responses) {
    const board = new URL(response.url).searchParams.get('name')
    if (board === null) continue
    for (const [model, item] of bestOf(listAt(archive.body(response.sha256), 'models'))) {
      const key = `${board} ${model}`
      listed.add(key)
      const start = `{"board":${JSON.stringify(board)},"model":${JSON.stringify(model)},`
      if (!isRefused(response, start)) entries.set(key, fresh(item, response))
    }
  }
  markGone(entries, listed, day.date)
}

/** The models of one board; of one that stands there twice, the better place counts. */
function bestOf(models: unknown[]): Map<string, unknown> {
  const best = new Map<string, unknown>()
  for (const item of models) {
    const model = textAt(item, 'model')
    if (model === null) continue
    const other = numberAt(best.get(model), 'rank') ?? Number.POSITIVE_INFINITY
    if (!best.has(model) || (numberAt(item, 'rank') ?? Number.POSITIVE_INFINITY) < other)
      best.set(model, item)
  }
  return best
}

function markGone(readings: Map<string, Reading>, listed: Set<string>, date: string): void {
  for (const [key, reading] of readings) if (!listed.has(key)) reading.goneOn ??= date
}
