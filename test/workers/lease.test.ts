import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { startLease } from '../../pipeline/workers/lease.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** A lease on a queue that answers until it is cut off. */
function createLease() {
  const queue = { isReached: true, touches: 0 }
  const touch = async () => {
    queue.touches += 1
    // A connection that is cut off does not fail: nothing comes back.
    if (!queue.isReached) await new Promise(() => {})
  }
  return { queue, lease: startLease(touch, () => Date.now()) }
}

test('a job is held as long as the queue is reached', async () => {
  const { queue, lease } = createLease()
  await vi.advanceTimersByTimeAsync(120_000)
  expect([lease.signal.aborted, queue.touches]).toEqual([false, 40])
})

test('a worker that is cut off stops before the 20 seconds after which its job is given away', async () => {
  const { queue, lease } = createLease()
  await vi.advanceTimersByTimeAsync(60_000)
  queue.isReached = false
  await vi.advanceTimersByTimeAsync(11_000)
  expect(lease.signal.aborted).toBe(false)
  await vi.advanceTimersByTimeAsync(8_000)
  expect(lease.signal.aborted).toBe(true)
})

test('a short silence is none', async () => {
  const { queue, lease } = createLease()
  queue.isReached = false
  await vi.advanceTimersByTimeAsync(10_000)
  queue.isReached = true
  await vi.advanceTimersByTimeAsync(60_000)
  expect(lease.signal.aborted).toBe(false)
  lease.end()
  const { touches } = queue
  await vi.advanceTimersByTimeAsync(60_000)
  expect(queue.touches).toBe(touches)
})
