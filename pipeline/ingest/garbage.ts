import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/** The first Node whose V8 has both flags of `withBuffersAsHeap`; an older one prints an error for one that it lacks. */
const FIRST_NODE = 24
/** True if this Node can count buffers as part of the heap. */
export const COUNTS_BUFFERS = Number(process.versions.node.split('.')[0]) >= FIRST_NODE

/**
 * Frees the heap's garbage now. V8 collects it when JavaScript allocates, so that what a long fetch left would stay
 * beside the memory of the database statements that come next.
 */
export function collectGarbage(): void {
  setFlagsFromString('--expose-gc')
  runInNewContext('gc')()
}

/**
 * Runs work through which many bodies pass. By itself V8 marks the whole heap whenever buffers have grown by some 64 MB:
 * of 900,000 registrations that was a fifth of the processor time of a fetch. Here buffers count as heap, which may grow
 * by half before it is marked: that also takes less memory than V8's own choice.
 */
export async function withBuffersAsHeap<T>(work: () => Promise<T>): Promise<T> {
  if (!COUNTS_BUFFERS) return work()
  setFlagsFromString('--external-memory-accounted-in-global-limit')
  setFlagsFromString('--heap-growing-percent=50')
  try {
    return await work()
  } finally {
    setFlagsFromString('--no-external-memory-accounted-in-global-limit')
    setFlagsFromString('--heap-growing-percent=0')
  }
}
