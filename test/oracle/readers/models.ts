import { at, listAt, numberAt, textAt } from '../../kit/json.ts'
import type { Readings } from '../readings.ts'
import type { Recorded, RecordedArchive, RecordedDay } from '../recorded.ts'
import { learn, markGone, type Quarantine, type Reading } from './reading.ts'

/** Reads a day of OpenRouter: models on offer by id. */
export function readOffers(
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
      if (!isRefused(response, `{"id":${JSON.stringify(id)},`)) learn(offers, id, item, response)
    }
  markGone(offers, listed, day.date)
}

/** Reads a day of OpenRouter's rankings: the tokens of a model on a day, by model and date with a space between. */
export function readRankings(
  rankings: Map<string, Reading>,
  archive: RecordedArchive,
  day: RecordedDay,
  isRefused: Quarantine,
): void {
  for (const response of day.responses)
    for (const item of listAt(archive.body(response.sha256), 'data')) {
      const [date, model] = [textAt(item, 'date'), textAt(item, 'model_permaslug')]
      const start = `{"date":${JSON.stringify(date)},"model":${JSON.stringify(model)},`
      if (date !== null && model !== null && !isRefused(response, start))
        learn(rankings, `${model} ${date}`, item, response)
    }
}

/** Reads a day of OpenRouter's rankings of apps: apps by id. */
export function readApps(
  apps: Map<string, Reading>,
  archive: RecordedArchive,
  { date, responses }: RecordedDay,
  isRefused: Quarantine,
): void {
  const ranked = new Set<string>()
  for (const response of responses)
    for (const item of listAt(archive.body(response.sha256), 'data')) {
      const id = String(at(item, 'app_id'))
      ranked.add(id)
      if (!isRefused(response, `{"app_id":${JSON.stringify(id)},`)) learn(apps, id, item, response)
    }
  markGone(apps, ranked, date)
}

/** Reads a day of OpenRouter's endpoints: by the model that each address names. */
export function readEndpoints(
  endpoints: Map<string, Reading>,
  archive: RecordedArchive,
  day: RecordedDay,
  isRefused: Quarantine,
): void {
  for (const response of day.responses) {
    const [, path = ''] = /\/models\/(.+)\/endpoints$/.exec(new URL(response.url).pathname) ?? []
    const model = decodeURIComponent(path)
    const item = response.status === 200 ? at(archive.body(response.sha256), 'data') : null
    if (!isRefused(response, `{"model":${JSON.stringify(model)},`)) learn(endpoints, model, item, response)
  }
}

/** An entry of a board as it was on one date. */
export interface Rated {
  date: string
  item: unknown
  response: Recorded
}

/**
 * Reads a day of Arena: entries by board and model with a space between. What a board lacks a week after it was last
 * there is gone, if the board was read as far down as its last place.
 */
export function readEntries(
  { entries, rated, boardsRead }: Pick<Readings, 'entries' | 'rated' | 'boardsRead'>,
  archive: RecordedArchive,
  day: RecordedDay,
  isRefused: Quarantine,
): void {
  const listed = new Set<string>()
  const depths = new Map<string, number>()
  for (const response of day.responses) {
    const board = boardIn(response.url)
    if (board === null) continue
    for (const [model, item] of selectBest(listAt(archive.body(response.sha256), 'rows'))) {
      const key = `${board} ${model}`
      listed.add(key)
      const start = `{"board":${JSON.stringify(board)},"model":${JSON.stringify(model)},`
      if (isRefused(response, start)) continue
      learn(entries, key, item, response)
      const before = (rated.get(key) ?? []).filter(({ date }) => date !== day.date)
      rated.set(key, [...before, { date: day.date, item, response }])
      depths.set(board, Math.max(depths.get(board) ?? 0, numberAt(item, 'rank') ?? 0))
    }
  }
  for (const [board, depth] of depths) {
    const before = (boardsRead.get(board) ?? []).filter(({ date }) => date !== day.date)
    boardsRead.set(board, [...before, { date: day.date, depth }])
  }
  for (const [key, entry] of entries) {
    const depth = depths.get(key.slice(0, key.indexOf(' '))) ?? 0
    const place = numberAt(entry.item, 'rank') ?? Number.POSITIVE_INFINITY
    const days = (Date.parse(day.date) - Date.parse(entry.response.date)) / 86_400_000
    if (!listed.has(key) && place <= depth && days >= 7) entry.goneOn ??= day.date
  }
}

/** Marks entries that were not seen for 30 days as gone. */
export function forgetEntries(entries: Map<string, Reading>, last: string): void {
  const since = Date.parse(last) - 30 * 86_400_000
  for (const entry of entries.values()) if (Date.parse(entry.response.date) <= since) entry.goneOn ??= last
}

/** The board of an address: subsets have other names than boards, and some say how they were counted. */
function boardIn(url: string): string | null {
  const subset = new URL(url).searchParams.get('config')
  if (subset === null) return null
  return subset === 'webdev' ? 'code' : subset.replace('_style_control', '').replaceAll('_', '-')
}

/** The models of one page; of one that stands there twice, the better place counts. */
function selectBest(rows: unknown[]): Map<string, unknown> {
  const best = new Map<string, unknown>()
  for (const item of rows.map((entry) => at(entry, 'row'))) {
    const model = textAt(item, 'model_name')
    if (model === null) continue
    const other = numberAt(best.get(model), 'rank') ?? Number.POSITIVE_INFINITY
    if (!best.has(model) || (numberAt(item, 'rank') ?? Number.POSITIVE_INFINITY) < other)
      best.set(model, item)
  }
  return best
}

/** Reads a day of Hugging Face: models by id. Those that an author lists precede those derived from another. */
export function readOpenModels(
  models: Map<string, Reading>,
  archive: RecordedArchive,
  day: RecordedDay,
  isRefused: Quarantine,
): void {
  const isOfAuthor = ({ url }: Recorded): boolean => new URL(url).searchParams.has('author')
  const inOrder = day.responses.toSorted((a, b) => Number(isOfAuthor(b)) - Number(isOfAuthor(a)))
  const seen = new Set<string>()
  for (const response of inOrder) {
    const base = new URL(response.url).searchParams.get('filter')?.replace('base_model:', '')
    for (const item of listAt(archive.body(response.sha256))) {
      const id = textAt(item, 'id')
      if (id === null || seen.has(id) || (base && !listBases(item).includes(base))) continue
      seen.add(id)
      if (!isRefused(response, `{"id":${JSON.stringify(id)},`)) learn(models, id, item, response)
    }
  }
}

/** The base models of a model's tags: `base_model:owner/name`, some with the relation. */
export function listBases(model: unknown): string[] {
  const named = listAt(model, 'tags').flatMap((tag) => {
    const parts = typeof tag === 'string' ? tag.split(':') : []
    const base = parts.at(-1) ?? ''
    const isBase = parts[0] === 'base_model' && (parts.length === 2 || parts.length === 3)
    return isBase && /^[^/]+\/[^/]+/.test(base) ? [base] : []
  })
  return [...new Set(named)]
}
