import { createHash } from 'node:crypto'

/** Something to ask for, and what decides when. */
export interface Candidate<T> {
  item: T
  /** What tells it from the others. */
  name: string
  /** Who named it, as far as that is proven: an account, a wallet, a site. */
  owner: string
  /** The date on which it was asked for last, or null. */
  lastAsked: string | null
  /** It was there when it was asked for last. */
  wasThere: boolean
}

type Kind = 'there' | 'silent' | 'fresh'

/** Who has each of five turns in a row; where a kind has nothing left, the others go on. */
const TURNS: readonly Kind[] = ['there', 'silent', 'there', 'fresh', 'there']

/**
 * Items in the order in which a limited budget is spent on them, each name once. Nobody takes the turns of others by
 * naming many: what was there last time keeps three turns of five, what was silent and what is new have one each, and
 * within a kind the owners take turns. Of what an owner named newly `maxFresh` items have a turn; the rest comes last.
 * Among equals the least recently asked comes first, then the smaller hash with the date, which nobody chooses.
 */
export function takeTurns<T>(candidates: Candidate<T>[], day: string, maxFresh: number): T[] {
  const queues: Record<Kind, Placed<T>[]> = { there: [], silent: [], fresh: [] }
  for (const candidate of candidates) queues[kindOf(candidate)].push(placed(candidate, day))
  for (const queue of Object.values(queues)) takeRounds(queue)
  const late = queues.fresh.filter(({ round }) => round >= maxFresh)
  queues.fresh = queues.fresh.filter(({ round }) => round < maxFresh)
  const first = new Map<string, T>()
  for (const { candidate } of [...interleave(queues), ...late])
    if (!first.has(candidate.name)) first.set(candidate.name, candidate.item)
  return [...first.values()]
}

interface Placed<T> {
  candidate: Candidate<T>
  /** How many of its owner come before it. */
  round: number
  /** Sorts by date, then by hash. */
  turn: string
}

const kindOf = ({ lastAsked, wasThere }: Candidate<unknown>): Kind =>
  lastAsked === null ? 'fresh' : wasThere ? 'there' : 'silent'

function placed<T>(candidate: Candidate<T>, day: string): Placed<T> {
  const hash = createHash('sha256').update(`${day} ${candidate.name}`).digest('hex')
  return { candidate, round: 0, turn: `${candidate.lastAsked ?? ''} ${hash}` }
}

/** Sorts by rounds, in each of which every owner has one item. */
function takeRounds<T>(queue: Placed<T>[]): void {
  const byTurn = (a: Placed<T>, b: Placed<T>) => (a.turn < b.turn ? -1 : 1)
  const taken = new Map<string, number>()
  for (const place of queue.sort(byTurn)) {
    place.round = taken.get(place.candidate.owner) ?? 0
    taken.set(place.candidate.owner, place.round + 1)
  }
  queue.sort((a, b) => a.round - b.round || byTurn(a, b))
}

function* interleave<T>(queues: Record<Kind, Placed<T>[]>): Generator<Placed<T>> {
  const at = { there: 0, silent: 0, fresh: 0 }
  const isLeft = () => TURNS.some((kind) => at[kind] < queues[kind].length)
  while (isLeft())
    for (const kind of TURNS) {
      const next = queues[kind][at[kind]++]
      if (next !== undefined) yield next
    }
}
