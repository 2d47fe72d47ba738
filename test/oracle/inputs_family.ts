import type { Catalog } from '../../pipeline/catalog/catalog.ts'
import { numberAt, textAt } from '../kit/json.ts'
import type { Input } from './inputs.ts'
import { input, receivedAt, timeOf } from './inputs_server.ts'
import { basesOf } from './readers/models.ts'
import type { Reading } from './readers/reading.ts'
import type { Readings } from './readings.ts'
import type { Recorded } from './recorded.ts'
import { DAY, dateOf } from './wash.ts'

/** The names of one family in the recorded listings. */
interface Members {
  entries: string[]
  offers: string[]
  rankings: string[]
  models: string[]
}

/** The names of each family, by its id, and all models on Hugging Face that are some family's own. */
export interface Families {
  members: Map<string, Members>
  own: Set<string>
}

const PATTERNS = {
  entries: 'arena',
  offers: 'openrouter',
  rankings: 'openrouter',
  models: 'huggingface',
} as const

/** A name belongs to the family with the longest pattern that matches it; of equals, to the first by id. */
export function familyMembers(readings: Readings, { families }: Catalog): Families {
  const members = new Map<string, Members>(
    families.map(({ id }) => [id, { entries: [], offers: [], rankings: [], models: [] }]),
  )
  const found = new Map<string, Members | undefined>()
  const match = (name: string, kind: (typeof PATTERNS)[keyof typeof PATTERNS]): Members | undefined => {
    const key = `${kind} ${name}`
    if (!found.has(key)) found.set(key, members.get(familyOf(name, kind, families) ?? ''))
    return found.get(key)
  }
  for (const key of readings.entries.keys())
    match(key.slice(key.indexOf(' ') + 1), 'arena')?.entries.push(key)
  for (const id of readings.offers.keys()) match(id, 'openrouter')?.offers.push(id)
  for (const key of readings.rankings.keys())
    match(key.slice(0, key.indexOf(' ')), PATTERNS.rankings)?.rankings.push(key)
  for (const id of readings.models.keys()) match(id, 'huggingface')?.models.push(id)
  return { members, own: new Set([...members.values()].flatMap(({ models }) => models)) }
}

function familyOf(
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

const inHundredths = (value: number | null): number | null =>
  value === null ? null : Math.round(value * 100) / 100

const SCORED_BOARDS = ['text', 'vision', 'code']

/** What is known of a model family. */
export function familyInputs(
  readings: Readings,
  { members, own }: Families,
  id: string,
  day: string,
): Input[] {
  const family = members.get(id)
  if (family === undefined) return []
  return [
    ...comparedInputs(readings, family),
    ...offeredInputs(readings, family),
    ...usedInputs(readings, family, day),
    ...adoptedInputs(readings, family, own),
  ]
}

function comparedInputs({ entries }: Readings, members: Members): Input[] {
  const boards = new Map<string, Recorded[]>()
  const compared = members.entries.flatMap((key) => {
    const entry = entries.get(key) as Reading
    const board = key.slice(0, key.indexOf(' '))
    const listed = input('arena_listed_at', key, null, receivedAt(entry), entry)
    if (entry.goneOn !== null) return [listed]
    boards.set(board, [...(boards.get(board) ?? []), entry.response])
    const scored = SCORED_BOARDS.includes(board)
      ? [input(`arena_${board}_score`, key, inHundredths(numberAt(entry.item, 'rating')), null, entry)]
      : []
    return [listed, ...scored, input('arena_votes', key, numberAt(entry.item, 'vote_count'), null, entry)]
  })
  const counted = [...boards].map(([item, from]) => ({
    key: 'arena_boards',
    item,
    value: 1,
    time: null,
    from,
  }))
  return [...compared, ...counted]
}

const offeredInputs = ({ offers }: Readings, members: Members): Input[] =>
  members.offers.flatMap((id) => {
    const offer = offers.get(id) as Reading
    const seen = input('openrouter_offered_at', id, null, receivedAt(offer), offer)
    const created = numberAt(offer.item, 'created')
    const time = created === null ? null : created * 1000
    if (offer.goneOn !== null) return [seen]
    return [
      seen,
      input('openrouter_models', id, 1, null, offer),
      input('openrouter_newest_at', id, null, time, offer),
      input('openrouter_first_at', id, null, time, offer),
      input('openrouter_context', id, numberAt(offer.item, 'context_length'), null, offer),
    ]
  })

/** The tokens of the last 30 days that the rankings have. */
function usedInputs({ rankings }: Readings, members: Members, day: string): Input[] {
  const since = dateOf(Date.parse(day) - 29 * DAY)
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
      input('huggingface_likes', id, numberAt(model.item, 'likes'), null, model),
      input('huggingface_modified_at', id, null, timeOf(textAt(model.item, 'lastModified')), model),
    ]
  })
  const bases = new Set(members.models)
  const derived = [...models]
    .filter(([id, { item }]) => !own.has(id) && basesOf(item).some((base) => bases.has(base)))
    .map(([id, model]) => input('huggingface_derivatives', id, 1, null, model))
  return [...adopted, ...derived]
}
