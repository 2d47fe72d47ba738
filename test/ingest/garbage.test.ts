import { constants, type PerformanceEntry, PerformanceObserver } from 'node:perf_hooks'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { COUNTS_BUFFERS, collectGarbage, withBuffersAsHeap } from '../../pipeline/ingest/garbage.ts'

/** An entry of `gc`. */
type GarbageCollection = PerformanceEntry & { detail: { kind: number } }

const MB = 2 ** 20
/** Objects of a heap that is worth marking: some 140 MB. */
const OBJECTS = 1_000_000
const BODIES = 6_000

/** A reference to an object that nothing else refers to. */
const refer = () => new WeakRef({ text: 'x'.repeat(1e6) })

test('garbage is freed though no JavaScript asks for memory', async () => {
  const object = refer()
  // What a WeakRef was made for stays until the job has ended.
  await nextTurn()
  expect(object.deref()).toBeDefined()
  await nextTurn()
  collectGarbage()
  expect(object.deref()).toBeUndefined()
})

test.skipIf(!COUNTS_BUFFERS)('bodies that pass through have the whole heap marked less often', async () => {
  const live = Array.from({ length: OBJECTS }, (_, i) => ({ id: i, name: `agent ${i}`, tags: [i] }))
  const plain = await countMarkings(passBodies)
  const counted = await countMarkings(() => withBuffersAsHeap(passBodies))
  expect(counted).toBeLessThan(plain / 2)
  expect(live).toHaveLength(OBJECTS)
})

/** Allocates bodies of 1 MB, none of which is kept. */
async function passBodies(): Promise<void> {
  for (let i = 0; i < BODIES; i++) {
    Buffer.allocUnsafe(MB)
    if (i % 5 === 0) await nextTurn()
  }
}

/** Counts how often V8 marks the whole heap meanwhile. */
async function countMarkings(work: () => Promise<void>): Promise<number> {
  let markings = 0
  const observer = new PerformanceObserver((list) => {
    for (const { detail } of list.getEntries() as GarbageCollection[])
      if (detail.kind === constants.NODE_PERFORMANCE_GC_MAJOR) markings++
  })
  observer.observe({ entryTypes: ['gc'] })
  await work()
  // The observer is told of a collection in a later turn.
  for (let turn = 0; turn < 10; turn++) await nextTurn()
  observer.disconnect()
  return markings
}
