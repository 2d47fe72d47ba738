/** Filter and sort keys of a row of a ranking. */
export interface Row {
  /** Its place in the ranking, from 0. */
  place: number
  text: string
  isRanked: boolean
  isAlive: boolean
  isOk: boolean
  isFlagged: boolean
  change: number
}

export type SortOrder = 'rank' | 'name' | 'rose' | 'fell'

/** The state of a list: the words that are looked for, what it is narrowed to, and its order. */
export interface ListState {
  text: string
  all: boolean
  alive: boolean
  ok: boolean
  unflagged: boolean
  order: SortOrder
}

const ORDERS: Record<SortOrder, (a: Row, b: Row) => number> = {
  rank: (a, b) => a.place - b.place,
  name: (a, b) => a.text.localeCompare(b.text),
  rose: (a, b) => b.change - a.change,
  fell: (a, b) => a.change - b.change,
}

/** The rows that hold every word and are as wanted, in the order wanted; equal ones as they are ranked. */
export function selectRows<Of extends Row>(
  rows: Of[],
  { text, all, alive, ok, unflagged, order }: ListState,
): Of[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean)
  return rows
    .filter((row) => words.every((word) => row.text.includes(word)))
    .filter((row) => (all || row.isRanked) && (!alive || row.isAlive) && (!ok || row.isOk))
    .filter((row) => !unflagged || !row.isFlagged)
    .sort((a, b) => ORDERS[order](a, b) || a.place - b.place)
}

/** The state that the query of an address names; `isRest` is true on a page of those that are not ranked. */
export function parseListState(query: string, isRest: boolean): ListState {
  const given = new URLSearchParams(query)
  const order = given.get('order') ?? ''
  return {
    text: given.get('q') ?? '',
    all: given.has('all') || isRest,
    ...{ alive: given.has('alive'), ok: given.has('ok'), unflagged: given.has('unflagged') },
    order: Object.hasOwn(ORDERS, order) ? (order as SortOrder) : 'rank',
  }
}

/** The query of an address that names a state, e.g. `?q=weather&alive`; empty for the list as it is. */
export function formatListState({ text, order, ...choices }: ListState): string {
  const names = (['all', 'alive', 'ok', 'unflagged'] as const).filter((name) => choices[name])
  const parts = [
    ...(text.trim() === '' ? [] : [`q=${encodeURIComponent(text.trim())}`]),
    ...names,
    ...(order === 'rank' ? [] : [`order=${order}`]),
  ]
  return parts.length === 0 ? '' : `?${parts.join('&')}`
}
