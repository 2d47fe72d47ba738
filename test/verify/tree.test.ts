import { describe, expect, test } from 'vitest'
import { fromHex, toHex } from '../../verify/bytes.ts'
import {
  consistencyProofRanges,
  EMPTY_ROOT,
  hashLeaf,
  inclusionProofRanges,
  isConsistent,
  type LeafRange,
  provesInclusion,
  treeRoot,
} from '../../verify/tree.ts'

// The vectors of certificate-transparency and of github.com/transparency-dev/merkle (proof/verify_test.go).
const LEAVES = [
  '',
  '00',
  '10',
  '2021',
  '3031',
  '40414243',
  '5051525354555657',
  '606162636465666768696a6b6c6d6e6f',
]
const ROOTS = [
  '6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d',
  'fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125',
  'aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77',
  'd37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7',
  '4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4',
  '76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef',
  'ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c',
  '5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328',
]
const [N56, N34, N12, N78] = [
  'bc1a0643b12e4d2d7c77918f44e0f4f79a838b6cf9ec5b5c283e1f4d88599e6b',
  '5f083f0a1a33ca076a95279832580db3e0ef4584bdff1f54c8a360f50de3031e',
  'fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125',
  'ca854ea128ed050b41b35ffc1b87b8eb2bde461e9e3b5596ece6b9d5975a0ae0',
]
const [L1, L2] = [ROOTS[0] as string, '96a296d224f285c67bee93c30f8a309157f0daa35dc5b87e410b78630a09cfc7']
const [RIGHT4, LEFT4] = [
  '6b47aaf29ee3c2af9af889bc1fb9254dabd31177f16232dd6aab035ca39bf6e4',
  ROOTS[3] as string,
]
const N56_OF_6 = '0ebc5d3437fbe2db158b9f126a1d118e308181031d0a949f8dededebc558ef6a'
const L7 = 'b08693ec2e721597130641e8211e7eedccb4c26413963eee6c1e2ed16ffb1a5f'

const INCLUDED: [index: number, size: number, proof: string[]][] = [
  [0, 1, []],
  [0, 8, [L2, N34, RIGHT4]],
  [5, 8, [N56, N78, LEFT4]],
  [2, 3, [N12]],
  [1, 5, [L1, N34, N56]],
]
const CONSISTENT: [oldSize: number, size: number, proof: string[]][] = [
  [1, 1, []],
  [1, 8, [L2, N34, RIGHT4]],
  [6, 8, [N56_OF_6, N78, LEFT4]],
  [2, 5, [N34, N56]],
  [6, 7, [N56_OF_6, L7, LEFT4]],
]

const hashes = LEAVES.map((hex) => hashLeaf(fromHex(hex)))
const root = (size: number): Uint8Array => fromHex(ROOTS[size - 1] as string)
const flipped = (hash: Uint8Array): Uint8Array => hash.map((byte, i) => (i === 9 ? byte ^ 8 : byte))
const over = (ranges: LeafRange[]): Uint8Array[] =>
  ranges.map(([from, to]) => treeRoot(hashes.slice(from, to)))

test('the published roots of 0 to 8 leaves', () => {
  expect(toHex(EMPTY_ROOT)).toBe('e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855')
  expect(ROOTS.map((_, i) => toHex(treeRoot(hashes.slice(0, i + 1))))).toEqual(ROOTS)
})

describe('inclusion', () => {
  test.each(INCLUDED)('leaf %i of %i: the published proof, and nothing near it', (index, size, hexes) => {
    const proof = hexes.map(fromHex)
    const good = { index, size, leaf: hashes[index] as Uint8Array, proof, root: root(size) }
    expect(provesInclusion(good)).toBe(true)
    const bad = [
      ...[
        { index: index - 1 },
        { index: index + 1 },
        { index: index ^ 2 },
        { size: size * 2 },
        { size: size >> 1 },
      ],
      ...[
        { leaf: flipped(good.leaf) },
        { root: flipped(good.root) },
        { root: EMPTY_ROOT },
        { leaf: new Uint8Array() },
      ],
      ...[
        { proof: [...proof, good.root] },
        { proof: [good.root, ...proof] },
        { proof: [...proof, new Uint8Array()] },
      ],
      ...proof.map((hash, at) => ({ proof: proof.with(at, flipped(hash)) })),
      ...(proof.length > 0 ? [{ proof: proof.slice(1) }, { proof: proof.slice(0, -1) }] : []),
    ]
    for (const change of bad)
      expect(provesInclusion({ ...good, ...change }), JSON.stringify(change)).toBe(false)
  })

  test('the subtrees of a proof are those of the published ones', () => {
    for (const [index, size, hexes] of INCLUDED)
      expect(over(inclusionProofRanges(index, size)).map(toHex)).toEqual(hexes)
  })
})

describe('consistency', () => {
  test.each(CONSISTENT)('%i to %i: the published proof, and nothing near it', (oldSize, size, hexes) => {
    const proof = hexes.map(fromHex)
    const good = { oldSize, oldRoot: root(oldSize), size, root: root(size), proof }
    expect(isConsistent(good)).toBe(true)
    const bad = [
      ...[{ oldRoot: flipped(good.oldRoot) }, { root: flipped(good.root) }, { proof: [...proof, good.root] }],
      ...[{ proof: [good.oldRoot, ...proof] }, { oldSize: size + 1 }],
      ...(proof.length === 0
        ? []
        : [
            { oldSize: oldSize - 1 },
            { oldSize: oldSize + 1 },
            { size: size * 2 },
            { proof: proof.slice(1) },
          ]),
      ...(proof.length === 0 ? [] : [{ oldRoot: good.root, root: good.oldRoot }, { proof: [] }]),
      ...proof.map((hash, at) => ({ proof: proof.with(at, flipped(hash)) })),
    ]
    for (const change of bad) expect(isConsistent({ ...good, ...change }), JSON.stringify(change)).toBe(false)
  })

  test('from nothing, everything is consistent, with no proof at all', () => {
    const from = { oldSize: 0, oldRoot: EMPTY_ROOT, size: 8, root: root(8) }
    expect(isConsistent({ ...from, proof: [] })).toBe(true)
    expect(isConsistent({ ...from, proof: [root(8)] })).toBe(false)
    expect(isConsistent({ ...from, oldRoot: root(1), proof: [] })).toBe(false)
  })

  test('every pair of sizes up to 8 has a proof that holds for it', () => {
    for (let oldSize = 1; oldSize <= 8; oldSize += 1)
      for (let size = oldSize; size <= 8; size += 1) {
        const proof = over(consistencyProofRanges(oldSize, size))
        expect(isConsistent({ oldSize, oldRoot: root(oldSize), size, root: root(size), proof })).toBe(true)
      }
  })
})
