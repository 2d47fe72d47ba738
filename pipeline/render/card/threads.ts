import { availableParallelism } from 'node:os'
import { ThreadPool } from '../thread_pool.ts'
import type { CardContent } from './content.ts'

/** More would only take memory: a release has some hundred cards, each drawn in a thirtieth of a second. */
const MAX_THREADS = 4
/** Minimum number of cards per thread: a thread takes a second to start. */
const CARDS_EACH = 30

/** Cards being drawn. `stop` ends the threads, finished or not. */
export interface CardsDrawing {
  /** In the order of the input. */
  cards: Promise<Uint8Array>[]
  stop(): Promise<void>
}

const threadsFor = (cards: number): number =>
  Math.min(MAX_THREADS, availableParallelism(), Math.ceil(cards / CARDS_EACH))

/** Starts drawing cards in threads of their own. */
export function startDrawing(
  cards: readonly CardContent[],
  threads = threadsFor(cards.length),
): CardsDrawing {
  const pool = new ThreadPool<CardContent, Uint8Array>({
    ...{ file: new URL('./thread.ts', import.meta.url), threads },
  })
  return { cards: cards.map((card) => pool.run(card)), stop: () => pool.stop() }
}
