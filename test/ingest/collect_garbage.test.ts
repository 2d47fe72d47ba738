import { expect, test } from 'vitest'
import { collectGarbage } from '../../pipeline/ingest/collect_garbage.ts'

/** A reference to an object that nothing else refers to. */
const refer = () => new WeakRef({ text: 'x'.repeat(1e6) })

test('garbage is freed though no JavaScript asks for memory', async () => {
  const object = refer()
  // What a WeakRef was made for stays until the job has ended.
  await new Promise((resolve) => setImmediate(resolve))
  expect(object.deref()).toBeDefined()
  await new Promise((resolve) => setImmediate(resolve))
  collectGarbage()
  expect(object.deref()).toBeUndefined()
})
