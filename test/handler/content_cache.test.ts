import fc from 'fast-check'
import { expect, test } from 'vitest'
import { contentCache } from '../../serving/handler/content_cache.ts'

const content = (bytes: number) => ({ bytes: new Uint8Array(bytes), contentType: 'x/y', etag: '"f"' })

test('the cache stays within its bound and keeps what was used last', () => {
  const lookups = fc.array(fc.tuple(fc.nat(20), fc.nat(3_000)), { maxLength: 200 })
  fc.assert(
    fc.property(lookups, (calls) => {
      const cache = contentCache(10_000)
      for (const [name, bytes] of calls) {
        const key = String(name)
        const small = bytes + 500 <= 2_500
        const cached = cache.get(key) ?? cache.put(key, content(bytes))
        expect(cache.size).toBeLessThanOrEqual(10_000)
        if (small) expect(cache.get(key)).toBe(cached)
      }
    }),
  )
})

test('what was not asked for longest goes first', () => {
  const cache = contentCache(4_000)
  for (const key of ['a', 'b', 'c', 'd']) cache.put(key, content(500))
  cache.get('a')
  cache.put('e', content(500))
  expect(['a', 'b', 'c', 'd', 'e'].filter((key) => cache.get(key))).toEqual(['a', 'c', 'd', 'e'])
})
