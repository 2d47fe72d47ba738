import { expect, test } from 'vitest'
import { Pack, renderPack } from '../../core/release/pack.ts'
import { PackCache } from '../../core/release/pack_cache.ts'

const pack = (bytes: number) =>
  new Pack(renderPack([{ key: 'public/a', sha256: 'ff', contentType: 'x/y', body: new Uint8Array(bytes) }]))

test('the packs that were used last are kept, up to the bytes that there is room for', () => {
  const size = pack(100).bytes.length
  const cache = new PackCache(2 * size)
  const kept = () => ['a', 'b', 'c', 'd'].filter((name) => cache.get(name) !== undefined)
  for (const name of ['a', 'b']) cache.keep(name, pack(100))
  cache.get('a')
  cache.keep('c', pack(100))
  expect(kept()).toEqual(['a', 'c'])
  cache.keep('d', pack(100))
  expect(kept()).toEqual(['c', 'd'])
  cache.keep('a', pack(100))
  expect(kept()).toEqual(['a', 'd'])
  cache.keep('b', pack(2 * size))
  expect(kept()).toEqual(['a', 'd'])
})

test('a pack has its files in the order of their keys, however they came', () => {
  const files = ['public/b', 'private/c', 'public/a'].map((key) => ({
    ...{ key, sha256: 'ff', contentType: 'x/y', body: new TextEncoder().encode(key) },
  }))
  const read = new Pack(renderPack(files))
  const keys = ['private/c', 'public/a', 'public/b']
  expect(read.entries().map(({ key }) => key)).toEqual(keys)
  expect(keys.map((key) => new TextDecoder().decode(read.body(key)))).toEqual(keys)
})
