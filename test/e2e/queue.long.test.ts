import { expect, it } from 'vitest'
import { sampleWorld, tryQueue } from '../../lab/e2e/queue.ts'

it('workers that are killed and cut off, and a queue that crashes, leave the archive of one machine', async () => {
  const days = await tryQueue(sampleWorld(1), false, () => {})
  // No PostgreSQL is installed.
  if (days === null) return
  expect(days.flatMap(({ problems }) => problems)).toEqual([])
  expect(days.map(({ events }) => events.length)).toEqual([3])
}, 400_000)
