import { at, listAt, textAt } from '../../kit/json.ts'
import type { Recorded, RecordedArchive, RecordedDay } from '../recorded.ts'
import { learn, type Quarantine, type Reading } from './reading.ts'

/** GitHub's data on a repository on one date; the item is null if it had none. */
export interface GithubReading {
  date: string
  item: unknown
  response: Recorded
}

/** Reads a day of GitHub: repositories by the name that was asked for; null where there is none. */
export function readRepositories(
  { repositories, heard }: { repositories: Map<string, Reading | null>; heard: Map<string, GithubReading[]> },
  archive: RecordedArchive,
  day: RecordedDay,
  isRefused: Quarantine,
): void {
  for (const response of day.responses) {
    const found = response.method === 'POST' ? readBatch(archive, response) : readSingle(archive, response)
    for (const [name, item] of found) {
      if (isRefused(response, `{"repository":${JSON.stringify(name)},`)) continue
      const before = (heard.get(name) ?? []).filter(({ date }) => date !== day.date)
      heard.set(name, [...before, { date: day.date, item, response }])
      if (item === null) repositories.set(name, null)
      else learn(repositories, name, item, response)
    }
  }
}

/** A rejected request is no information about a repository; any other status but success means that there is none. */
function readSingle(archive: RecordedArchive, { url, status, sha256 }: Recorded): [string, unknown][] {
  if (status === 403) return []
  const item = status === 200 || status === 304 ? archive.body(sha256) : null
  return [[new URL(url).pathname.replace('/repos/', ''), item]]
}

/** The repositories of one GraphQL answer, in the words of the REST one. */
function readBatch(archive: RecordedArchive, response: Recorded): [string, unknown][] {
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
      description: at(node, 'description'),
      stargazers_count: at(node, 'stargazerCount'),
      forks_count: at(node, 'forkCount'),
      pushed_at: at(node, 'pushedAt'),
    }
    return [[`${owner}/${name}`, node === null ? null : rest]]
  })
}
