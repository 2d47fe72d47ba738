import fc from 'fast-check'
import { expect, it } from 'vitest'
import { pick } from '../../pipeline/source/pick.ts'

it('reads a value at its path, in lists too', () => {
  expect(pick({ a: [{ b: 0 }] }, 'a', '0', 'b')).toBe(0)
  expect(pick({ a: false }, 'a')).toBe(false)
  expect(pick('text')).toBe('text')
})

it('sees nothing that an item inherits', () => {
  for (const name of ['constructor', 'toString', '__proto__']) expect(pick({}, name)).toBeNull()
  expect(pick(JSON.parse('{"__proto__":{"polluted":1}}'), 'polluted')).toBeNull()
})

it('is null and never throws where there is nothing to read', () => {
  fc.assert(
    fc.property(fc.anything(), fc.array(fc.string(), { minLength: 1 }), (value, path) => {
      expect(pick(value, ...path)).not.toBeUndefined()
    }),
  )
  for (const value of [null, undefined, 7, 'text', [], {}]) expect(pick(value, 'a', 'b')).toBeNull()
})
