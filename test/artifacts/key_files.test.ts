import { expect, test } from 'vitest'
import { KeyFiles } from '../../pipeline/artifacts/search/key_files.ts'

/** Returns the value of the only key, whose name is its text. */
function readValue(owners: [handle: string, way: 'declared' | 'quote', position: number | null][]): string {
  const files = new KeyFiles((text) => text.padEnd(64, '0'))
  for (const [handle, way, position] of owners) files.addOwner('a', { handle, way }, position)
  return [...files.build().parts].map(([, body]) => body).join('')
}

test('an agent that has a key in several ways is one owner, by the best of them', () => {
  const both = readValue([
    ['alder', 'declared', 0],
    ['birch', 'declared', 1],
    ['alder', 'quote', 0],
    ['birch', 'declared', 1],
  ])
  const best = readValue([
    ['alder', 'quote', 0],
    ['birch', 'declared', 1],
  ])
  expect(both).toBe(best)
})

test('a key of more agents than are listed counts each of the others once', () => {
  const many = Array.from({ length: 30 }, (_, at) => [`agent-${at}`, 'declared', at] as const)
  expect(readValue([...many, ...many].map((owner) => [...owner]))).toBe(
    readValue(many.map((owner) => [...owner])),
  )
})

test('each file has its keys in the order of their hashes, and the later of two values', () => {
  const files = new KeyFiles((text) => text.padEnd(64, '0'))
  const long = 'x'.repeat(30_000)
  for (const text of ['0003', '0001', '0002', 'ffff'])
    for (const value of ['earlier', `${long} of ${text}`]) files.add(text, value)
  const { count, parts } = files.build()
  const name = '0'.repeat(24)
  expect([count, [...parts]]).toEqual([
    4,
    [
      [1, `\n${name} ${long} of 0001\n`],
      [2, `\n${name} ${long} of 0002\n`],
      [3, `\n${name} ${long} of 0003\n${name} ${long} of ffff\n`],
    ],
  ])
})
