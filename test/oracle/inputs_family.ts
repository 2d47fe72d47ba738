import type { Catalog } from '../../pipeline/catalog/catalog.ts'
import { listAt, numberAt, textAt } from '../kit/json.ts'
import type { Input } from './inputs.ts'
import { input, parseTime, receivedAt } from './inputs_server.ts'
import { listBases } from './readers/models.ts'
import type { Reading } from './readers/reading.ts'
import type { Readings } from './readings.ts'
import type { Recorded } from './recorded.ts'
import { DAY, formatDate } from './wash.ts'

/** The names of one family in the recorded listings. */
interface Members {
  entries: string[]
  offers: string[]
  rankings: string[]
  models: string[]
}

/** The published range of ratings for a standing on a board. */
type Bounds = Map<string, { floor: number; cap: number }>

/** The names of each family, by its id, all models on Hugging Face that are some family's own, and how high an entry stands. */
export interface Families {
  members: Map<string, Members>
  own: Set<string>
  getStanding: (entry: string) => number | null
}

const PATTERNS = {
  entries: 'arena',
  offers: 'openrouter',
  rankings: 'openrouter',
  models: 'huggingface',
} as const

/** A name belongs to the family with the longest pattern that matches it; of equals, to the first by id. */
export function familyMembers(
  readings: Readings,
  { families }: Catalog,
  limitations: string[],
  day: string,
): Families {
  const members = new Map<string, Members>(
    families.map(({ id }) => [id, { entries: [], offers: [], rankings: [], models: [] }]),
  )
  const found = new Map<string, Members | undefined>()
  const match = (name: string, kind: (typeof PATTERNS)[keyof typeof PATTERNS]): Members | undefined => {
    const key = `${kind} ${name}`
    if (!found.has(key)) found.set(key, members.get(createFamily(name, kind, families) ?? ''))
    return found.get(key)
  }
  for (const key of readings.entries.keys())
    match(key.slice(key.indexOf(' ') + 1), 'arena')?.entries.push(key)
  for (const id of readings.offers.keys()) match(modelName(id), 'openrouter')?.offers.push(id)
  for (const key of readings.rankings.keys())
    match(modelName(key.slice(0, key.indexOf(' '))), PATTERNS.rankings)?.rankings.push(key)
  for (const id of readings.models.keys()) match(id, 'huggingface')?.models.push(id)
  const own = new Set([...members.values()].flatMap(({ models }) => models))
  const bounds = boundsIn(limitations)
  return { members, own, getStanding: (entry) => meanStanding(readings, bounds, day, entry) }
}

function createFamily(
  name: string,
  kind: (typeof PATTERNS)[keyof typeof PATTERNS],
  families: Catalog['families'],
): string | undefined {
  const matching = families.flatMap((family) =>
    (family[kind] ?? [])
      .filter((pattern) => new RegExp(pattern, 'i').test(name))
      .map((pattern) => ({ id: family.id, length: [...pattern].length })),
  )
  return matching.sort((a, b) => b.length - a.length || (a.id < b.id ? -1 : 1))[0]?.id
}

/** Reads them from the limitations of a methodology: `text 1000 to 1550, code 1175 to 1575`. */
const boundsIn = (limitations: string[]): Bounds =>
  new Map(
    limitations.flatMap((text) =>
      [...text.matchAll(/([a-z-]+) (\d+) to (\d+)(?=[,.])/g)].map(
        ([, board = '', floor, cap]) => [board, { floor: Number(floor), cap: Number(cap) }] as const,
      ),
    ),
  )

/**
 * Returns the mean percentile of an entry on its board over the last week: 0 while the board, read down to its last
 * place, lacked it. Null without bounds, or if its newest rating has no lower end.
 */
function meanStanding(readings: Readings, bounds: Bounds, day: string, key: string): number | null {
  const { entries, rated, boardsRead } = readings
  const board = key.slice(0, key.indexOf(' '))
  const [bound, item] = [bounds.get(board), entries.get(key)?.item]
  if (bound === undefined || numberAt(item, 'rating_lower') === null) return null
  const place = numberAt(item, 'rank') ?? Number.POSITIVE_INFINITY
  const hundredths = week(day).flatMap((date) => {
    const read = boardsRead.get(board)?.findLast((reading) => reading.date <= date)
    if (read === undefined) return []
    const newest = rated.get(key)?.findLast((rated) => rated.date <= read.date)
    if (newest?.date !== read.date && read.depth >= place) return [0]
    const lower = numberAt(newest?.item, 'rating_lower')
    if (lower === null) return []
    const share = (lower - bound.floor) / (bound.cap - bound.floor)
    return [Math.round(Math.min(Math.max(share, 0), 1) * 10_000)]
  })
  return Math.round(hundredths.reduce((sum, hundredth) => sum + hundredth, 0) / hundredths.length) / 100
}

/** The seven days that end with one. */
const week = (day: string): string[] =>
  Array.from({ length: 7 }, (_, back) => formatDate(Date.parse(day) - back * DAY))

/** Returns the inputs of a model family. */
export function familyInputs(readings: Readings, families: Families, id: string, day: string): Input[] {
  const family = families.members.get(id)
  if (family === undefined) return []
  return [
    ...votedInputs(readings, family),
    ...servedInputs(readings, family),
    ...routedInputs(readings, family, day),
    ...comparedInputs(readings, family, families.getStanding),
    ...offeredInputs(readings, family),
    ...usedInputs(readings, family, day),
    ...adoptedInputs(readings, family, families.own),
  ]
}

/** The newest reading of an entry with more votes than the one before; a new entry of a board read before has more. */
const votedInputs = ({ rated, boardsRead }: Readings, { entries }: Members): Input[] =>
  entries.flatMap((key) => {
    const readings = rated.get(key) ?? []
    const first = boardsRead.get(key.slice(0, key.indexOf(' ')))?.[0]?.date ?? ''
    const votes = readings.map(({ item }) => numberAt(item, 'vote_count'))
    const newest = readings.findLastIndex(
      ({ date }, index) => Number(votes[index] ?? 0) > Number(votes[index - 1] ?? 0) && date > first,
    )
    const reading = readings[newest]
    return reading === undefined ? [] : [input('arena_voted_at', key, null, receivedAt(reading), reading)]
  })

const servedInputs = ({ endpoints }: Readings, { offers }: Members): Input[] =>
  offers.flatMap((id) => {
    const reading = endpoints.get(id)
    const uptimes = listAt(reading?.item, 'endpoints').map(
      (endpoint) => numberAt(endpoint, 'uptime_last_1d') ?? 0,
    )
    if (reading === undefined || !uptimes.some((uptime) => uptime >= 90)) return []
    return [input('openrouter_served_at', id, null, receivedAt(reading), reading)]
  })

/** The most used model of the last day with tokens. */
function routedInputs({ rankings }: Readings, members: Members, day: string): Input[] {
  const used = members.rankings
    .map((key) => ({ key, date: key.slice(key.indexOf(' ') + 1), ranked: rankings.get(key) as Reading }))
    .map((row) => ({ ...row, tokens: Number(textAt(row.ranked.item, 'total_tokens')) }))
    .filter(({ date, tokens }) => tokens > 0 && date <= day)
    .sort((a, b) =>
      a.date === b.date ? b.tokens - a.tokens || (a.key < b.key ? -1 : 1) : a.date < b.date ? 1 : -1,
    )
  const [newest] = used
  if (newest === undefined) return []
  const time = Date.parse(`${newest.date}T23:59:59Z`)
  return [input('openrouter_used_at', newest.key, null, time, newest.ranked)]
}

function comparedInputs(
  { entries }: Readings,
  members: Members,
  getStanding: Families['getStanding'],
): Input[] {
  const best = new Map<string, { standing: number; from: Recorded[] }>()
  const compared = members.entries.flatMap((key) => {
    const entry = entries.get(key) as Reading
    const board = key.slice(0, key.indexOf(' '))
    const listed = input('arena_listed_at', key, null, receivedAt(entry), entry)
    if (entry.goneOn !== null) return [listed]
    const standing = getStanding(key)
    const known = best.get(board)
    if (standing !== null && standing >= (known?.standing ?? 0))
      best.set(board, {
        standing,
        from: [...(standing === known?.standing ? known.from : []), entry.response],
      })
    return [
      listed,
      input('arena_best', key, standing, null, entry),
      input('arena_votes', key, numberAt(entry.item, 'vote_count'), null, entry),
    ]
  })
  const boards = [...best].map(([item, { standing, from }]) => ({
    ...{ key: 'arena_standings', item, value: standing, time: null, from },
  }))
  return [...compared, ...boards]
}

/** An id of OpenRouter without its variant. */
const modelName = (id: string): string => (id.split(':')[0] ?? '').toLowerCase()

/** The ids on offer that stand for a model: of those with one permanent name its own, else the oldest variant. */
function modelIds(offers: Readings['offers'], ids: string[]): Set<string> {
  const permanent = (id: string) => {
    const slug = textAt(offers.get(id)?.item, 'canonical_slug')?.trim()
    return slug ? modelName(slug) : null
  }
  const all = [...offers.keys()]
  const familyModelName = (id: string): string => {
    const same = all.filter((text) => modelName(text) === modelName(id))
    const own = same.filter((text) => text.toLowerCase() === modelName(id))
    return [...own, ...same].map(permanent).find((slug) => slug !== null) ?? modelName(id)
  }
  const rank = (id: string) =>
    `${id.startsWith('~')} ${id.includes(':')} ${String(numberAt(offers.get(id)?.item, 'created') ?? 1e12).padStart(13, '0')} ${id}`
  const there = ids.filter((id) => offers.get(id)?.goneOn === null)
  const models = Map.groupBy(there, (id) => familyModelName(familyModelName(id)))
  return new Set(
    [...models.values()].flatMap((same) => same.sort((a, b) => (rank(a) < rank(b) ? -1 : 1))[0] ?? []),
  )
}

const offeredInputs = ({ offers }: Readings, members: Members): Input[] => {
  const models = modelIds(offers, members.offers)
  return members.offers.flatMap((id) => {
    const offer = offers.get(id) as Reading
    const seen = input('openrouter_offered_at', id, null, receivedAt(offer), offer)
    const created = numberAt(offer.item, 'created')
    const time = created === null ? null : created * 1000
    if (!models.has(id)) return [seen]
    return [
      seen,
      input('openrouter_models', id, 1, null, offer),
      input('openrouter_newest_at', id, null, time, offer),
      input('openrouter_first_at', id, null, time, offer),
    ]
  })
}

/** The tokens of the last 30 days that the rankings have. */
function usedInputs({ rankings }: Readings, members: Members, day: string): Input[] {
  const since = formatDate(Date.parse(day) - 29 * DAY)
  return members.rankings.flatMap((key) => {
    const ranked = rankings.get(key) as Reading
    const date = key.slice(key.indexOf(' ') + 1)
    const tokens = Number(textAt(ranked.item, 'total_tokens'))
    return since <= date && date <= day ? [input('openrouter_tokens', key, tokens, null, ranked)] : []
  })
}

/** A model made from the family's own counts as derived, unless it is some family's own itself. */
function adoptedInputs({ models }: Readings, members: Members, own: Set<string>): Input[] {
  const adopted = members.models.flatMap((id) => {
    const model = models.get(id) as Reading
    return [
      input('huggingface_downloads', id, numberAt(model.item, 'downloads'), null, model),
      ...((numberAt(model.item, 'downloads') ?? 0) >= 5000
        ? [input('huggingface_downloaded_at', id, null, receivedAt(model), model)]
        : []),
      input('huggingface_modified_at', id, null, parseTime(textAt(model.item, 'lastModified')), model),
    ]
  })
  const bases = new Set(members.models)
  const derived = [...models]
    .filter(([id, { item }]) => !own.has(id) && listBases(item).some((base) => bases.has(base)))
    .map(([id, model]) => input('huggingface_derivatives', id, 1, null, model))
  return [...adopted, ...derived]
}
