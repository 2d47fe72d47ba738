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
