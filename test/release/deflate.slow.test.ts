import { hash } from 'node:crypto'
import { inflateRawSync } from 'node:zlib'
import fc from 'fast-check'
import { deflateRaw } from 'pako'
import { expect, test } from 'vitest'
import { deflate, inflate } from '../../core/release/deflate.ts'

const RECORD = Buffer.from(
  JSON.stringify(Array.from({ length: 200 }, (_, nth) => ({ nth, name: `Agent ${nth}` }))),
)

test('deflated bytes inflate to the input, whatever was deflated before, with a dictionary and without', () => {
  fc.assert(
    fc.property(
      fc.array(fc.tuple(fc.uint8Array({ maxLength: 5_000 }), fc.uint8Array({ maxLength: 3_000 })), {
        maxLength: 4,
      }),
      (members) => {
        const deflated = members.map(([member, dictionary]) => deflate(member, dictionary))
        for (const [at, [member, dictionary]] of members.entries())
          expect(Buffer.from(inflate(deflated[at] as Uint8Array, dictionary))).toEqual(Buffer.from(member))
      },
    ),
  )
})

test('the same member gives the same bytes, whichever was compressed before it', () => {
  const dictionary = RECORD.subarray(0, 1_000)
  const first = deflate(RECORD, dictionary)
  deflate(Buffer.from('something else'), new Uint8Array())
  expect(deflate(RECORD, dictionary)).toEqual(first)
  expect(first.length).toBeLessThan(RECORD.length / 4)
})

test('a member is deflated as if it were the first of a new stream, whatever came before it', () => {
  // Few letters, so that there is much to be found again, to the very end of each text.
  const text = fc.array(fc.constantFrom(1, 2, 3), { maxLength: 60 }).map((bytes) => Uint8Array.from(bytes))
  const given = fc.record({ members: fc.array(text, { maxLength: 6 }), dictionary: text })
  fc.assert(
    fc.property(fc.array(given, { maxLength: 4 }), (runs) => {
      for (const { members, dictionary } of runs)
        for (const member of [...members, Buffer.alloc(100_000, RECORD), ...members])
          expect(deflate(member, dictionary)).toEqual(deflateRaw(member, { level: 3, dictionary }))
    }),
  )
})

test('a member that is large and cannot be compressed comes back whole', () => {
  const noise = Buffer.concat(Array.from({ length: 10_000 }, (_, nth) => hash('sha256', `${nth}`, 'buffer')))
  expect(Buffer.from(inflateRawSync(deflate(noise, new Uint8Array()))).equals(noise)).toBe(true)
})
