import { expect, test } from 'vitest'
import { PackHeader } from '../../core/release/pack.ts'
import { buildPack } from '../../core/release/pack_builder.ts'
import { packCache, type ReadPack } from '../../core/release/pack_cache.ts'

const pack = (bytes: number): ReadPack => ({
  header: new PackHeader(new TextEncoder().encode('ann 0 1 ff\n\n')),
  members: new Uint8Array(bytes),
})
const packSize = ({ header, members }: ReadPack) => header.text.length + (members?.length ?? 0)

test('the packs that were used last are kept, up to the bytes that there is room for', () => {
  const size = packSize(pack(100))
  const cache = packCache(2 * size)
  const storedNames = () => ['a', 'b', 'c', 'd'].filter((name) => cache.get(name) !== undefined)
  for (const name of ['a', 'b']) cache.put(name, pack(100))
  cache.get('a')
  cache.put('c', pack(100))
  expect(storedNames()).toEqual(['a', 'c'])
  cache.put('d', pack(100))
  expect(storedNames()).toEqual(['c', 'd'])
  cache.put('a', pack(100))
  expect(storedNames()).toEqual(['a', 'd'])
  cache.put('b', pack(2 * size))
  expect(storedNames()).toEqual(['a', 'd'])
})

test('a pack has its agents in the order of their handles, however they came, and none by a part of a handle', () => {
  const members = ['bob', 'ann', 'bo'].map((handle) => ({
    handle,
    deflated: new TextEncoder().encode(handle),
  }))
  const { bytes, headerBytes } = buildPack(members)
  const header = new PackHeader(bytes.subarray(0, headerBytes))
  expect(header.handles()).toEqual(['ann', 'bo', 'bob'])
  for (const handle of header.handles()) {
    const { offset = 0, bytes: length = 0 } = header.find(handle) ?? {}
    const from = headerBytes + offset
    expect(new TextDecoder().decode(bytes.subarray(from, from + length))).toBe(handle)
  }
  for (const nobody of ['b', 'ob', 'an']) expect(header.find(nobody)).toBeNull()
})
