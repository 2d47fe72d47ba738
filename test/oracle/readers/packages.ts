import { at } from '../../kit/json.ts'
import type { RecordedArchive, RecordedDay } from '../recorded.ts'
import { learn, type Quarantine, type Reading } from './reading.ts'

/** Reads a day of npm or PyPI: downloads by `npm/name` or `pypi/name`; null where there is no such package. */
export function readPackages(
  packages: Map<string, Reading | null>,
  archive: RecordedArchive,
  day: RecordedDay,
  isRefused: Quarantine,
): void {
  const registry = day.source === 'npm_downloads' ? 'npm' : 'pypi'
  for (const response of day.responses) {
    const body = response.status === 404 ? null : archive.body(response.sha256)
    const names = namesIn(response.url, registry)
    for (const name of names) {
      const item = names.length === 1 ? body : at(body, name)
      if (isRefused(response, `{"package":${JSON.stringify(name)},`)) continue
      if (item === null) packages.set(`${registry}/${name}`, null)
      else learn(packages, `${registry}/${name}`, item, response)
    }
  }
}

/** The names that an address asks for: npm takes several with commas, PyPI one. */
function namesIn(url: string, registry: 'npm' | 'pypi'): string[] {
  const path = decodeURIComponent(new URL(url).pathname)
  if (registry === 'npm') return path.replace('/downloads/point/last-week/', '').split(',')
  return [path.replace('/api/packages/', '').replace('/recent', '')]
}
