import { at, listAt } from '../../kit/json.ts'
import type { Recorded, RecordedArchive, RecordedDay } from '../recorded.ts'
import { learn, type Quarantine, type Reading } from './reading.ts'

/** Downloads of a week by `npm/name` or `pypi/name`; null where there is no such package. */
type Packages = Map<string, Reading | null>

/** Reads a day of npm: one address for each package, or several with commas. */
export function readNpm(
  packages: Packages,
  archive: RecordedArchive,
  day: RecordedDay,
  isRefused: Quarantine,
): void {
  for (const response of day.responses) {
    if (response.status !== 200 && response.status !== 404) continue
    const body = response.status === 404 ? null : archive.body(response.sha256)
    const path = decodeURIComponent(new URL(response.url).pathname)
    const names = path.replace('/downloads/point/last-week/', '').split(',')
    for (const name of names) {
      const item = names.length === 1 ? body : at(body, name)
      if (isRefused(response, `{"package":${JSON.stringify(name)},`)) continue
      if (item === null) packages.set(`npm/${name}`, null)
      else learn(packages, `npm/${name}`, item, response)
    }
  }
}

/**
 * Reads a day of ClickHouse: a table of `[package, newest day]`, and one of `[package, downloads]` of a week, which lacks
 * packages without any. All packages are requested each day, so that one in neither is none.
 */
export function readPypi(
  packages: Packages,
  archive: RecordedArchive,
  day: RecordedDay,
  isRefused: Quarantine,
): void {
  for (const key of packages.keys()) if (key.startsWith('pypi/')) packages.set(key, null)
  const tables = day.responses.map((response) => {
    const body = archive.body(response.sha256)
    const rows = listAt(body, 'data').map((item) => item as [string, unknown])
    return { response, figure: at(listAt(body, 'meta')[1], 'name'), rows: new Map(rows) }
  })
  const weeks = tables.filter(({ figure }) => figure === 'downloads')
  for (const { response } of weeks)
    for (const name of requestedIn(archive, response)) packages.set(`pypi/${name}`, null)
  for (const { rows } of tables)
    for (const name of rows.keys()) {
      const week = weeks.find(({ rows }) => rows.has(name)) ?? weeks[0]
      if (!week || isRefused(week.response, `{"package":${JSON.stringify(name)},`)) continue
      learn(packages, `pypi/${name}`, { downloads: Number(week.rows.get(name) ?? 0) }, week.response)
    }
}

/** The packages that a query names. */
function requestedIn(archive: RecordedArchive, { request }: Recorded): string[] {
  const query = request === null ? '' : String(archive.bytes(request) ?? '')
  const [, names = ''] = /\bproject IN \(([^)]*)\)/.exec(query) ?? []
  return [...names.matchAll(/'([^']+)'/g)].map(([, name = '']) => name)
}
