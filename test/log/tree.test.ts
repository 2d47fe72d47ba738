import { expect, test } from 'vitest'
import { splitBundle } from '../../core/log/proofs.ts'
import { bundlePath, tilePath, tilePaths } from '../../core/log/tiles.ts'
import { computeRoot, leafHash, leafHashInPlace } from '../../core/log/tree.ts'

const hex = (text: string) => Buffer.from(text, 'hex')

// The test vectors of Certificate Transparency for RFC 6962: eight entries, and the roots of the first 0 to 8.
const ENTRIES = [
  '',
  '00',
  '10',
  '2021',
  '3031',
  '40414243',
  '5051525354555657',
  '606162636465666768696a6b6c6d6e6f',
].map(hex)
const ROOTS = [
  'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
  '6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d',
  'fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125',
  'aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77',
  'd37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7',
  '4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4',
  '76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef',
  'ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c',
  '5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328',
]

test('roots are those of the published vectors', () => {
  const hashes = ENTRIES.map((entry) => leafHash(entry))
  expect(ROOTS.map((_, size) => computeRoot(Buffer.concat(hashes.slice(0, size))).toString('hex'))).toEqual(
    ROOTS,
  )
})

test('an entry is hashed where it lies as it is elsewhere, and the byte that was lent comes back', () => {
  const [buffer, into] = [Buffer.from('xx\u0007entry and more'), Buffer.alloc(40)]
  const before = Buffer.from(buffer)
  leafHashInPlace({ buffer, start: 3, end: 8 }, into, 4)
  expect(into.subarray(4, 36)).toEqual(leafHash(Buffer.from('entry')))
  expect(buffer).toEqual(before)
})

test('tiles are named as C2SP tlog-tiles names them', () => {
  expect(tilePath(0, 1_234_067, 256)).toBe('tile/0/x001/x234/067')
  expect(tilePath(2, 0, 5)).toBe('tile/2/000.p/5')
  expect(bundlePath(999, 256)).toBe('tile/entries/999')
  expect(bundlePath(1000, 1)).toBe('tile/entries/x001/000.p/1')
  expect(tilePaths(257)).toEqual([
    ...['tile/0/000', 'tile/entries/000', 'tile/0/001.p/1', 'tile/entries/001.p/1', 'tile/1/000.p/1'],
  ])
})

test('an entry that is too long for a bundle, and a bundle that ends too early, are refused', () => {
  expect(() => leafHash(Buffer.alloc(65_536))).toThrow('65536 bytes')
  expect(() => splitBundle(hex('0003aabb'))).toThrow('ends too early')
})
