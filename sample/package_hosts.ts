import { type HostHandler, jsonResponse } from './answers.ts'
import { countDays, toTime } from './days.ts'
import { dailyDownloads, downloads } from './downloads.ts'

const MAX_BULK = 128
const MAX_DAYS = 60
const DAYS: Record<string, number> = { 'last-day': 1, 'last-week': 7, 'last-month': 30 }

/** The day after a period, and its length; 0 where it is invalid. */
function parsePeriod(name: string, day: number): { before: number; days: number } {
  const [, start, end] = /^(\d{4}-\d\d-\d\d):(\d{4}-\d\d-\d\d)$/.exec(name) ?? []
  if (start === undefined || end === undefined) return { before: day, days: DAYS[name] ?? 0 }
  const before = Math.min(countDays(end) + 1, day)
  return { before, days: before - countDays(start) }
}

/** npm's counts: `/downloads/point/{period}/{package}`, several unscoped names at once with commas. */
export const npmHost: HostHandler = ({ seed, day, url: { pathname } }) => {
  const [, period = '', rest] = /^\/downloads\/point\/([\w:-]+)\/(.+)$/.exec(pathname) ?? []
  const { before, days } = parsePeriod(period, day)
  if (rest === undefined) return jsonResponse({ error: 'Not Found' }, 404)
  if (!(days > 0)) return jsonResponse({ error: 'invalid range' }, 400)
  const names = decodeURIComponent(rest).split(',')
  const point = (name: string) => {
    const count = downloads(seed, 'npm', name, before, days)
    const [start, end] = [before - days, before - 1].map((number) => toTime(number).slice(0, 10))
    return count === null ? null : { downloads: count, start, end, package: name }
  }
  if (names.length > 1) {
    if (names.some((name) => name.startsWith('@')))
      return jsonResponse({ error: 'scoped packages not yet supported in bulk lookups' }, 400)
    if (names.length > MAX_BULK) return jsonResponse({ error: 'too many packages' }, 400)
    return jsonResponse(Object.fromEntries(names.map((name) => [name, point(name)])))
  }
  const [name = ''] = names
  const found = point(name)
  return found ? jsonResponse(found) : jsonResponse({ error: `package ${name} not found` }, 404)
}

const QUERY =
  /^SELECT project, (max\(date\)|sum\(count\)) AS [\s\S]* IN \(([^)]*)\) AND date (>=?) '([\d-]+)' AND date (<=?) '([\d-]+)'/

/** PyPI's newest days or sums by package, requested in SQL: `/?user=demo&default_format=JSONCompact`. */
export const clickhouseHost: HostHandler = async ({ seed, day, request }) => {
  const [, figure, list = '', after, since = '', before, until = ''] = QUERY.exec(await request.text()) ?? []
  if (list === '') return new Response('Code: 62. DB::Exception: Syntax error', { status: 400 })
  const names = list.split(', ').map((name) => name.slice(1, -1))
  // Every third day it lacks the day before.
  const newest = toTime(day % 3 === 2 ? day - 2 : day - 1).slice(0, 10)
  const isRequested = (date: string) =>
    (date > since || (after === '>=' && date === since)) &&
    (date < until || (before === '<=' && date === until))
  const data = names.flatMap((name): [string, string | number][] => {
    const days = (dailyDownloads(seed, 'pypi', name, day, MAX_DAYS) ?? [])
      .map((count, index) => ({ count, date: toTime(day - 1 - index).slice(0, 10) }))
      .filter(({ count, date }) => count > 0 && isRequested(date) && date <= newest)
    const [last] = days
    if (last === undefined) return []
    return [[name, figure === 'max(date)' ? last.date : days.reduce((sum, { count }) => sum + count, 0)]]
  })
  const meta = ['project', figure === 'max(date)' ? 'newest' : 'downloads'].map((name) => ({ name }))
  return jsonResponse({ meta, data, rows: data.length })
}
