import { at, listAt, textAt } from '../../kit/json.ts'
import type { Recorded, RecordedArchive, RecordedDay } from '../recorded.ts'
import { learn, markGone, type Quarantine, type Reading } from './reading.ts'

/** Path of the registry's own metadata about a server. */
export const OFFICIAL = ['_meta', 'io.modelcontextprotocol.registry/official'] as const

/** The date of the earliest version of a server that was ever seen, and every response that says it. */
export interface FirstVersion {
  publishedAt: number
  from: Recorded[]
}

/** Reads a day of the MCP registry: servers by name, and the first version of each. */
export function readServers(
  { servers, firstVersions }: { servers: Map<string, Reading>; firstVersions: Map<string, FirstVersion> },
  archive: RecordedArchive,
  day: RecordedDay,
  isRefused: Quarantine,
): void {
  const listed = new Set<string>()
  const older = new Map<string, { item: unknown; response: Recorded }>()
  const lists = readLists(archive, day)
  for (const { pages, search } of lists)
    for (const response of pages)
      for (const item of listAt(archive.body(response.sha256), 'servers')) {
        const name = textAt(item, 'server', 'name')
        if (name === null) continue
        if (at(item, ...OFFICIAL, 'isLatest') === false) {
          if (search === null) older.set(name, { item, response })
          continue
        }
        listed.add(name)
        if (isRefused(response, `{"name":${JSON.stringify(name)},`)) continue
        learn(servers, name, item, response)
        recordFirst(firstVersions, name, item, response)
      }
  // A server that was looked up and has no newest version any more: the older version seen last is its reading.
  for (const { search } of lists) {
    const last = search === null || listed.has(search) ? undefined : older.get(search)
    if (search !== null && last !== undefined) learn(servers, search, last.item, last.response)
  }
  const isComplete = lists.every(({ since, search, isWhole }) => since === null && search === null && isWhole)
  if (isComplete) markGone(servers, listed, day.date)
}

function recordFirst(
  firsts: Map<string, FirstVersion>,
  name: string,
  item: unknown,
  response: Recorded,
): void {
  const publishedAt = Date.parse(textAt(item, ...OFFICIAL, 'publishedAt') ?? '')
  const known = firsts.get(name)
  if (Number.isNaN(publishedAt) || (known && known.publishedAt < publishedAt)) return
  const from = known?.publishedAt === publishedAt ? known.from : []
  firsts.set(name, { publishedAt, from: [...from, response] })
}

/** One list that a day read: all servers, those changed since a time, or one by name, from its first page to its last or not. */
interface List {
  since: string | null
  search: string | null
  pages: Recorded[]
  isWhole: boolean
}

/** The lists of a day in the order in which they were read: what is newest first, then the rest of an older one. */
function readLists(archive: RecordedArchive, { responses }: RecordedDay): List[] {
  const askedFor = ({ url }: Recorded, name: string) => new URL(url).searchParams.get(name)
  const answered = responses.filter(({ status }) => status === 200 || status === 304)
  const listKind = (response: Recorded) =>
    JSON.stringify([askedFor(response, 'updated_since'), askedFor(response, 'search')])
  return [...Map.groupBy(answered, listKind).values()]
    .map((pages) => ({
      since: askedFor(pages[0] as Recorded, 'updated_since'),
      search: askedFor(pages[0] as Recorded, 'search'),
      ...inPageOrder(archive, pages),
    }))
    .sort((a, b) => ((a.since ?? '') < (b.since ?? '') ? 1 : -1))
}

/** Each page names the next one; in the file they stand in the order of their addresses. */
function inPageOrder(archive: RecordedArchive, responses: Recorded[]): Omit<List, 'since' | 'search'> {
  const getCursor = ({ url }: Recorded) => new URL(url).searchParams.get('cursor')
  const readNextCursor = ({ sha256 }: Recorded) =>
    textAt(archive.body(sha256), 'metadata', 'nextCursor') || null
  const named = new Set(responses.map(readNextCursor))
  const first =
    responses.find((page) => getCursor(page) === null) ??
    responses.find((page) => !named.has(getCursor(page)))
  const pages: Recorded[] = []
  for (let page = first; page && !pages.includes(page); ) {
    pages.push(page)
    const next = readNextCursor(page)
    page = next === null ? undefined : responses.find((response) => getCursor(response) === next)
  }
  const last = pages.at(-1)
  return {
    pages,
    isWhole: last !== undefined && readNextCursor(last) === null && getCursor(pages[0] as Recorded) === null,
  }
}
