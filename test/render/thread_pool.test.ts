import { expect, test } from 'vitest'
import { ThreadPool } from '../../pipeline/render/thread_pool.ts'

const open = (threads: number) =>
  new ThreadPool<number, number>({ file: new URL('./thread.ts', import.meta.url), threads })

test('each caller gets its own result, and a failure names the file and affects no other call', async () => {
  const pool = open(2)
  const made = [1, 0, 2, 3].map((given) => pool.run(given))
  await expect(made[1]).rejects.toThrow('a thread of test/render/thread.ts failed: nothing is given')
  expect(await Promise.all([made[0], made[2], made[3]])).toEqual([10, 20, 30])
  await pool.stop()
})

test('a thread that exits fails its pending call', async () => {
  const pool = open(1)
  await expect(pool.run(-1)).rejects.toThrow('a thread of test/render/thread.ts failed')
  await pool.stop()
})

test('stopping drops work that nobody awaits', async () => {
  const pool = open(1)
  const made = Array.from({ length: 100 }, (_, at) => pool.run(at + 1))
  await pool.stop()
  expect((await Promise.allSettled(made)).at(-1)?.status).toBe('rejected')
})
