import { describe, expect, test } from 'vitest'
import { toHex, utf8 } from '../../verify/bytes.ts'
import {
  entryBundlePath,
  hashTilePath,
  isLogPath,
  readLogEntry,
  readProofHashes,
  replay,
  rootAt,
} from '../../verify/tiles.ts'
import {
  consistencyProofRanges,
  hashLeaf,
  inclusionProofRanges,
  isConsistent,
  provesInclusion,
  treeRoot,
} from '../../verify/tree.ts'
import { writeTiles } from './log_writer.ts'

const SIZE = 70_000
const entries = Array.from({ length: SIZE }, (_, i) => utf8(`entry ${i}`))
const files = writeTiles(entries)
const log = { size: SIZE, read: async (path: string) => files.get(path) ?? null }
const SIZES = [1, 2, 255, 256, 257, 511, 65_535, 65_536, 65_537, 69_999, SIZE]

test('paths are those of the specification', () => {
  expect(hashTilePath(0, 1_234_067, 2 ** 40)).toBe('tile/0/x001/x234/067')
  expect(hashTilePath(1, 1, 70_000)).toBe('tile/1/001.p/17')
  expect(entryBundlePath(273, 70_000)).toBe('tile/entries/273.p/112')
  expect(entryBundlePath(272, 70_000)).toBe('tile/entries/272')
  expect([...files.keys()].filter((path) => !isLogPath(path, SIZE))).toEqual([])
})

test('no other path is of a log, however large it says that it is', () => {
  const others = ['tile/0/274', 'tile/0/273', 'tile/0/273.p/111', 'tile/entries/000.p/1', 'tile/3/000.p/1']
  const odd = [
    'tile/0/x000/001',
    'tile/0/0001',
    'tile/0/1',
    'tile/0/000.p/256',
    'tile/-1/000',
    'tile/0/../0/000',
  ]
  for (const path of [...others, ...odd, 'tile/entries/000/', 'tile', '', 'checkpoint'])
    expect([path, isLogPath(path, SIZE)]).toEqual([path, false])
  expect(isLogPath('tile/0/x001/x234/067', Number.MAX_SAFE_INTEGER)).toBe(true)
  expect(isLogPath('tile/6/031', Number.MAX_SAFE_INTEGER)).toBe(false)
})

test('the roots that tiles give are those of RFC 6962', async () => {
  const hashes = entries.map(hashLeaf)
  for (const size of SIZES)
    expect(toHex(await rootAt(log, size))).toBe(toHex(treeRoot(hashes.slice(0, size))))
})

test('entries are found, and proofs of them hold', async () => {
  const root = await rootAt(log, SIZE)
  for (const index of [0, 255, 256, 65_535, 65_536, SIZE - 1]) {
    const leaf = hashLeaf(await readLogEntry(log, index))
    const proof = await readProofHashes(log, inclusionProofRanges(index, SIZE))
    expect(provesInclusion({ index, size: SIZE, leaf, proof, root })).toBe(true)
    expect(provesInclusion({ index: index ^ 1, size: SIZE, leaf, proof, root })).toBe(false)
  }
})

test('any of these sizes is the beginning of any larger one', async () => {
  for (const oldSize of SIZES)
    for (const size of SIZES.filter((size) => size >= oldSize)) {
      const proof = await readProofHashes({ ...log, size: SIZE }, consistencyProofRanges(oldSize, size))
      const [oldRoot, root] = [await rootAt(log, oldSize), await rootAt(log, size)]
      expect(isConsistent({ oldSize, oldRoot, size, root, proof }), `${oldSize} ${size}`).toBe(true)
    }
})

describe('replaying', () => {
  test('gives every entry, the root up to each, and the root', async () => {
    const roots: string[] = []
    const seen = await replay(log, (_, index, rootHere) => {
      if (SIZES.includes(index + 1)) roots.push(toHex(rootHere()))
    })
    expect(seen.problems).toEqual([])
    expect(toHex(seen.root)).toBe(toHex(await rootAt(log, SIZE)))
    expect(roots).toEqual(await Promise.all(SIZES.map(async (size) => toHex(await rootAt(log, size)))))
  })

  test.each([...writeTiles(entries.slice(0, 300)).keys()])(
    'names %s where a bit of it differs, or it is gone',
    async (path) => {
      const small = writeTiles(entries.slice(0, 300))
      const bytes = small.get(path) as Uint8Array
      for (const changed of [bytes.with(bytes.length - 1, (bytes.at(-1) as number) ^ 1), null]) {
        const read = async (text: string) => (text === path ? changed : (small.get(text) ?? null))
        const said = await replay({ size: 300, read }, () => {}).then(
          ({ problems, root }) => [...problems, toHex(root)].join(' '),
          (error: Error) => error.message,
        )
        // A changed entry shows in the tile above it.
        expect(said).toContain(changed === null || !path.includes('entries') ? path : 'tile/0/')
      }
    },
  )

  test('a bundle with an entry too few, or that ends within one, is no bundle', async () => {
    const read = (bytes: Uint8Array) => async () => bytes
    await expect(readLogEntry({ size: 2, read: read(Uint8Array.of(0, 1, 7)) }, 0)).rejects.toThrow(
      '1 entries instead of 2',
    )
    await expect(readLogEntry({ size: 1, read: read(Uint8Array.of(0, 2, 7)) }, 0)).rejects.toThrow(
      'ends within',
    )
    await expect(readLogEntry({ size: 1, read: async () => null }, 0)).rejects.toThrow('missing')
    await expect(readLogEntry(log, SIZE)).rejects.toThrow('none with the index')
  })
})
