import { once } from 'node:events'
import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'
import type { CardGiven } from './given.ts'

/** More would only take memory: a release has some hundred cards, and each takes a thirtieth of a second. */
const MOST_THREADS = 4
/** A thread takes a second to begin: for fewer cards than this one more is no help. */
const CARDS_EACH = 30

/** Cards that are being drawn. `stop` ends the threads, whether all was drawn or not. */
export interface CardsDrawing {
  /** In the order that they were given in. */
  cards: Promise<Uint8Array>[]
  stop(): Promise<void>
}

const threadsFor = (cards: number): number =>
  Math.min(MOST_THREADS, availableParallelism(), Math.ceil(cards / CARDS_EACH))

/** Begins to draw cards in threads of their own, while this one does something else. */
export function startDrawing(cards: readonly CardGiven[], count = threadsFor(cards.length)): CardsDrawing {
  const threads = Array.from({ length: count }, () => new Worker(new URL('./thread.ts', import.meta.url)))
  const drawn: Promise<Uint8Array>[] = []
  for (const [at, card] of cards.entries()) {
    // A thread draws one card after the other: the one before is answered before this one is asked for.
    const before = drawn[at - count] ?? Promise.resolve()
    drawn.push(before.then(() => drawnBy(threads[at % count] as Worker, card)))
  }
  // Who waits for a card is told of its failure; until somebody does, it must not end the process.
  for (const one of drawn) one.catch(() => {})
  const stop = async () => {
    await Promise.all(threads.map((thread) => thread.terminate()))
  }
  return { cards: drawn, stop }
}

async function drawnBy(thread: Worker, given: CardGiven): Promise<Uint8Array> {
  thread.postMessage(given)
  const [png] = (await once(thread, 'message')) as [Uint8Array]
  return png
}
