import { createHash } from 'node:crypto'

/** An item to request, with the fields that decide its turn. */
export interface Candidate<T> {
  item: T
  /** Unique name. */
  name: string
  /** The party that named it, as far as that is proven: an account, a wallet, a site. */
  owner: string
  /** The date on which it was last requested, or null. */
  lastRequestedOn: string | null
  /** It existed when it was last requested. */
  existed: boolean
  /** Its use, by any measure that orders items of its kind; 0 by default. */
  use?: number
}

type Kind = 'there' | 'silent' | 'fresh'

/** The kind that has each of five turns in a row; where a kind has nothing left, the others continue. */
const TURNS: readonly Kind[] = ['there', 'silent', 'there', 'fresh', 'there']

/**
 * Orders items for a limited budget of requests, each name once. Naming many items takes no turns from others: items
 * that existed last time have three turns of five, silent ones and new ones one each, and within a kind the owners take
 * turns. Of an owner's new items `maxFresh` have a turn; the rest comes last. Among equals the least recently requested
 * comes first, then the most used, then the smaller hash with the date, which cannot be chosen.
 */
export function takeTurns<T>(candidates: Candidate<T>[], day: string, maxFresh: number): T[] {
  const queues: Record<Kind, PlacedCandidate<T>[]> = { there: [], silent: [], fresh: [] }
  for (const candidate of candidates) queues[getKind(candidate)].push(placeCandidate(candidate, day))
  for (const queue of Object.values(queues)) takeRounds(queue)
  const late = queues.fresh.filter(({ round }) => round >= maxFresh)
  queues.fresh = queues.fresh.filter(({ round }) => round < maxFresh)
  const first = new Map<string, T>()
  for (const { candidate } of [...interleave(queues), ...late])
    if (!first.has(candidate.name)) first.set(candidate.name, candidate.item)
  return [...first.values()]
}

interface PlacedCandidate<T> {
  candidate: Candidate<T>
  /** Number of its owner's items before it. */
  round: number
  lastRequestedOn: string
  use: number
  hash: string
}

const getKind = ({ lastRequestedOn, existed }: Candidate<unknown>): Kind =>
  lastRequestedOn === null ? 'fresh' : existed ? 'there' : 'silent'

function placeCandidate<T>(candidate: Candidate<T>, day: string): PlacedCandidate<T> {
  const hash = createHash('sha256').update(`${day} ${candidate.name}`).digest('hex')
  const { lastRequestedOn, use = 0 } = candidate
  return { candidate, round: 0, lastRequestedOn: lastRequestedOn ?? '', use, hash }
}

/** Sorts by rounds, in each of which every owner has one item. */
function takeRounds<T>(queue: PlacedCandidate<T>[]): void {
  const taken = new Map<string, number>()
  for (const place of queue.sort(byTurn)) {
    place.round = taken.get(place.candidate.owner) ?? 0
    taken.set(place.candidate.owner, place.round + 1)
  }
  queue.sort((a, b) => a.round - b.round || byTurn(a, b))
}

function byTurn(a: PlacedCandidate<unknown>, b: PlacedCandidate<unknown>): number {
  if (a.lastRequestedOn !== b.lastRequestedOn) return a.lastRequestedOn < b.lastRequestedOn ? -1 : 1
  return b.use - a.use || (a.hash < b.hash ? -1 : 1)
}

function* interleave<T>(queues: Record<Kind, PlacedCandidate<T>[]>): Generator<PlacedCandidate<T>> {
  const at = { there: 0, silent: 0, fresh: 0 }
  const isLeft = () => TURNS.some((kind) => at[kind] < queues[kind].length)
  while (isLeft())
    for (const kind of TURNS) {
      const next = queues[kind][at[kind]++]
      if (next !== undefined) yield next
    }
}
