import { at, listAt } from '../../kit/json.ts'
import type { RecordedArchive, RecordedDay } from '../recorded.ts'
import { DAY } from '../wash.ts'
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
 * Reads a day of ClickHouse: `[package, date, downloads]`, of which the week counts that ends with the newest date of
 * all. All packages are requested each day, so that one without rows is none.
 */
export function readPypi(
  packages: Packages,
  archive: RecordedArchive,
  day: RecordedDay,
  isRefused: Quarantine,
): void {
  const told = day.responses.flatMap((response) =>
    listAt(archive.body(response.sha256), 'data').map((item) => ({
      item: item as [string, string, unknown],
      response,
    })),
  )
  const newest = Math.max(...told.map(({ item: [, date] }) => Date.parse(date)))
  for (const key of packages.keys()) if (key.startsWith('pypi/')) packages.set(key, null)
  for (const [name, counted] of Map.groupBy(told, ({ item }) => item[0])) {
    const [first] = counted
    if (!first || isRefused(first.response, `{"package":${JSON.stringify(name)},`)) continue
    const week = counted.filter(({ item: [, date] }) => newest - Date.parse(date) < 7 * DAY)
    const downloads = week.reduce((sum, { item }) => sum + Number(item[2]), 0)
    learn(packages, `pypi/${name}`, { downloads }, first.response)
  }
}
