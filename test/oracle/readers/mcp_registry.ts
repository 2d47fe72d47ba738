import { at, listAt, textAt } from '../../kit/json.ts'
import type { Recorded, RecordedArchive, RecordedDay } from '../recorded.ts'
import { learn, markGone, type Quarantine, type Reading } from './reading.ts'

/** Where the registry keeps its own word about a server. */
export const OFFICIAL = ['_meta', 'io.modelcontextprotocol.registry/official'] as const

/** Reads a day of the MCP registry: servers by name. */
export function readServers(
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
      if (!isRefused(response, `{"name":${JSON.stringify(name)},`)) learn(servers, name, item, response)
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
