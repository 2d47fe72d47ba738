import { gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { compressFile } from '../../../pipeline/artifacts/data/file.ts'

test('short text is published as it is', async () => {
  const body = Buffer.from('a,b\r\n')
  expect(await compressFile(body)).toEqual({ body, compression: null })
})

test('text that is too long for a host of static files is compressed, the same each time', async () => {
  const lines = Array.from({ length: 400_000 }, (_, row) => `${row},agent-${row % 977},${row * 31}\r\n`)
  const text = Buffer.from(lines.join(''))
  const given = Buffer.from(text)
  expect(text.byteLength).toBeGreaterThan(8_000_000)
  const [first, again] = await Promise.all([compressFile(given), compressFile(Buffer.from(text))])
  expect(first.compression).toBe('gzip')
  expect(first.body.byteLength).toBeLessThan(text.byteLength / 2)
  expect(gunzipSync(first.body).equals(text)).toBe(true)
  // The buffer is transferred to the thread that compresses it, so it is in memory once.
  expect(given.byteLength).toBe(0)
  expect(Buffer.from(first.body).equals(Buffer.from(again.body))).toBe(true)
  // It contains no time.
  expect([...first.body.subarray(4, 8)]).toEqual([0, 0, 0, 0])
})
