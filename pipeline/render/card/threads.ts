import { availableParallelism } from 'node:os'
import { ThreadPool } from '../thread_pool.ts'
import type { CardGiven } from './given.ts'

/** More would only take memory: a release has some hundred cards, and each takes a thirtieth of a second. */
const MAX_THREADS = 4
/** A thread takes a second to begin: for fewer cards than this one more is no help. */
const CARDS_EACH = 30

/** Cards that are being drawn. `stop` ends the threads, whether all was drawn or not. */
export interface CardsDrawing {
  /** In the order that they were given in. */
  cards: Promise<Uint8Array>[]
  stop(): Promise<void>
}

const threadsFor = (cards: number): number =>
  Math.min(MAX_THREADS, availableParallelism(), Math.ceil(cards / CARDS_EACH))

/** Begins to draw cards in threads of their own, while this one does something else. */
export function startDrawing(cards: readonly CardGiven[], threads = threadsFor(cards.length)): CardsDrawing {
  const pool = new ThreadPool<CardGiven, Uint8Array>({
    ...{ file: new URL('./thread.ts', import.meta.url), threads },
  })
  return { cards: cards.map((card) => pool.run(card)), stop: () => pool.stop() }
}
