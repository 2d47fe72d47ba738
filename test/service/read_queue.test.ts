import { expect, test } from 'vitest'
import { MAX_READS, ReadQueue } from '../../serving/service/release/read_queue.ts'

const noDescriptor = () => Object.assign(new Error('EMFILE: too many open files'), { code: 'EMFILE' })

test('a thousand reads at once have a few files open, and all are answered', async () => {
  let open = 0
  let most = 0
  const blobs = new ReadQueue().of({
    async read(path) {
      open += 1
      most = Math.max(most, open)
      await new Promise((resolve) => setImmediate(resolve))
      open -= 1
      return new TextEncoder().encode(path)
    },
  })
  const all = await Promise.all(Array.from({ length: 1_000 }, (_, at) => blobs.read(String(at))))
  expect(most).toBe(MAX_READS)
  expect(all.map((bytes) => new TextDecoder().decode(bytes ?? undefined))).toEqual(
    Array.from({ length: 1_000 }, (_, at) => String(at)),
  )
})

test('a read waits for a free descriptor; for one that never comes it is 503, and no fault of ours', async () => {
  let left = 3
  const reads = new ReadQueue(async () => {})
  const soon = reads.of({
    async read() {
      if (left-- > 0) throw noDescriptor()
      return new Uint8Array(1)
    },
  })
  expect(await soon.read('x')).toHaveLength(1)
  const never = reads.of({ read: () => Promise.reject(noDescriptor()) })
  await expect(never.read('x')).rejects.toMatchObject({
    status: 503,
    code: 'busy',
    more: { headers: { 'retry-after': '5' } },
  })
})

test('another error is told at once', async () => {
  let tries = 0
  const blobs = new ReadQueue().of({
    read() {
      tries += 1
      return Promise.reject(new Error('EIO'))
    },
  })
  await expect(blobs.read('x')).rejects.toThrow('EIO')
  expect(tries).toBe(1)
})
