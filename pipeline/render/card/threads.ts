import { availableParallelism } from 'node:os'
import { ThreadPool } from '../thread_pool.ts'
import type { CardContent } from './content.ts'

/** More would only take memory: a release has some hundred cards, each drawn in a thirtieth of a second. */
const MAX_THREADS = 4
/** Minimum number of cards per thread: a thread takes a second to start. */
const CARDS_EACH = 30
/** Time after which threads that wait are ended: the next day of a small index comes sooner. */
const IDLE_MS = 20_000

/** Cards being drawn. `stop` ends the drawing, finished or not. */
export interface CardsDrawing {
  /** In the order of the input. */
  cards: Promise<Uint8Array>[]
  stop(): Promise<void>
}

/** Threads of a finished drawing. They wait for the next one of this process, and do not keep it running. */
let idle: CardThreads | null = null

interface CardThreads {
  pool: ThreadPool<CardContent, Uint8Array>
  threads: number
  ending?: NodeJS.Timeout
}

const threadsFor = (cards: number): number =>
  Math.min(MAX_THREADS, availableParallelism(), Math.ceil(cards / CARDS_EACH))

/** Starts drawing cards in threads of their own. */
export function startDrawing(
  cards: readonly CardContent[],
  threads = threadsFor(cards.length),
): CardsDrawing {
  const own = takeIdle(threads) ?? startThreads(threads)
  let left = cards.length
  const drawn = cards.map((card) => own.pool.run(card))
  for (const png of drawn)
    png.then(
      () => {
        left -= 1
      },
      () => {},
    )
  return { cards: drawn, stop: () => (left === 0 ? keep(own) : own.pool.stop()) }
}

const startThreads = (threads: number): CardThreads => ({
  pool: new ThreadPool({ file: new URL('./thread.ts', import.meta.url), threads }),
  threads,
})

function takeIdle(threads: number): CardThreads | null {
  if (idle === null || idle.threads < threads) return null
  const taken = idle
  clearTimeout(taken.ending)
  idle = null
  return taken
}

async function keep(own: CardThreads): Promise<void> {
  if (idle !== null) return own.pool.stop()
  idle = own
  own.ending = setTimeout(() => {
    idle = null
    void own.pool.stop()
  }, IDLE_MS).unref()
}
