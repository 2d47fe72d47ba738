import { type Answerer, jsonAnswer } from './answers.ts'
import { moment } from './days.ts'
import { downloads } from './downloads.ts'

const MAX_BULK = 128
const DAYS: Record<string, number> = { 'last-day': 1, 'last-week': 7, 'last-month': 30 }

/** npm's counts: `/downloads/point/{period}/{package}`, several unscoped names at once with commas. */
export const npmHost: Answerer = ({ seed, day, url: { pathname } }) => {
  const [, period = '', rest] = /^\/downloads\/point\/([\w-]+)\/(.+)$/.exec(pathname) ?? []
  const days = DAYS[period]
  if (rest === undefined) return jsonAnswer({ error: 'Not Found' }, 404)
  if (days === undefined) return jsonAnswer({ error: 'invalid range' }, 400)
  const names = decodeURIComponent(rest).split(',')
  const point = (name: string) => {
    const count = downloads(seed, 'npm', name, day, days)
    const [start, end] = [day - days, day - 1].map((one) => moment(one).slice(0, 10))
    return count === null ? null : { downloads: count, start, end, package: name }
  }
  if (names.length > 1) {
    if (names.some((name) => name.startsWith('@')))
      return jsonAnswer({ error: 'scoped packages not yet supported in bulk lookups' }, 400)
    if (names.length > MAX_BULK) return jsonAnswer({ error: 'too many packages' }, 400)
    return jsonAnswer(Object.fromEntries(names.map((name) => [name, point(name)])))
  }
  const [name = ''] = names
  const found = point(name)
  return found ? jsonAnswer(found) : jsonAnswer({ error: `package ${name} not found` }, 404)
}

/** The counts of PyPI: `/api/packages/{package}/recent`. */
export const pypiHost: Answerer = ({ seed, day, url: { pathname } }) => {
  const [, written = ''] = /^\/api\/packages\/([^/]+)\/recent$/.exec(pathname) ?? []
  const name = decodeURIComponent(written)
    .toLowerCase()
    .replace(/[-_.]+/g, '-')
  const count = (days: number) => downloads(seed, 'pypi', name, day, days)
  if (count(1) === null) return new Response('404', { status: 404, headers: { 'content-type': 'text/html' } })
  const data = { last_day: count(1), last_month: count(30), last_week: count(7) }
  return jsonAnswer({ data, package: name, type: 'recent_downloads' })
}
