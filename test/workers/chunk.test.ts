import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { packChunks, unpackChunk } from '../../pipeline/workers/chunk.ts'
import { temporaryArchive } from '../http/harness.ts'
import { hashesUnder } from '../kit/folder.ts'

test('bodies come out of chunks as they went in, large ones in more than one', () => {
  const [from, to] = [temporaryArchive(), temporaryArchive()]
  const bodies = ['', 'a', 'b'.repeat(2_000_000)].map((text) => Buffer.from(text))
  const hashes = [...bodies, randomBytes(17_000_000)].map((body) => from.writeBody(body))
  const chunks = [...packChunks(from, [...hashes, ...hashes])]
  expect(chunks.length).toBeGreaterThanOrEqual(1)
  for (const chunk of chunks) unpackChunk(to, chunk)
  for (const archive of [from, to]) archive.removeTemporaryFiles()
  expect([...hashesUnder(to.root)]).toEqual([...hashesUnder(from.root)])
})

test('a chunk that is damaged or is none is refused', () => {
  const from = temporaryArchive()
  const [chunk = Buffer.of()] = packChunks(from, [from.writeBody(Buffer.from('a body'))])
  const damaged = Buffer.from(chunk)
  damaged.set([0xff], damaged.length - 1)
  expect(() => unpackChunk(temporaryArchive(), damaged)).toThrow('came damaged')
  expect(() => unpackChunk(temporaryArchive(), Buffer.from('not a chunk\n'))).toThrow('no list of its bodies')
})
