import { generateKeyPairSync } from 'node:crypto'
import { copyFileSync, cpSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import { inclusionProof, readEntry } from '../../core/log/proofs.ts'
import { computeRoot, leafHash, nodeHash } from '../../core/log/tree.ts'
import { readDayEntry } from '../../pipeline/anchor/day_entry.ts'
import { LogFolder } from '../../pipeline/log/log_folder.ts'
import { temporaryOutput } from '../release/temporary_output.ts'

const key = { origin: 'index.example/log', privateKey: generateKeyPairSync('ed25519').privateKey }
const entryText = (at: number) => `entry ${at}`
const createEntry = (at: number) => ({
  subject: `agent:agent-${at % 300}`,
  bytes: Buffer.from(entryText(at)),
})
const entryHash = (at: number) => leafHash(createEntry(at).bytes)
const dayFacts = (date: string) => ({ date, release: `${date}-a`, manifest_sha256: 'a'.repeat(64) })

let root: string
beforeEach(() => {
  root = join(temporaryOutput(), 'log')
})

/** Adds the entries up to a size, as one day. */
const appendEntries = (to: number, date = '2026-01-01', at = root): LogFolder => {
  const log = LogFolder.open(at, key)
  const entries = Array.from({ length: to - log.size }, (_, n) => createEntry(log.size + n))
  return log.append(entries, dayFacts(date))
}

const listLogFiles = ({ size, root }: LogFolder) => ({
  size,
  read: async (path: string) => (existsSync(join(root, path)) ? readFileSync(join(root, path)) : null),
})

test.each([1, 2, 255, 256, 257, 700, 65_536, 65_537])(
  'a log of %i entries has the root of RFC 6962, and proves each entry',
  async (size) => {
    const log = appendEntries(size)
    const expected = computeRoot(Buffer.concat(Array.from({ length: size }, (_, at) => entryHash(at))))
    expect(log.days.at(-1)?.log_root).toBe(Buffer.from(expected).toString('hex'))
    for (const index of [0, size >> 1, size - 1]) {
      expect((await readEntry(listLogFiles(log), index)).toString()).toBe(entryText(index))
      const proof = await inclusionProof(listLogFiles(log), index)
      expect(Buffer.from(climb(entryHash(index), index, size, proof)).equals(expected)).toBe(true)
    }
  },
)

/** RFC 9162, 2.1.3.2: the root that a proof leads to. */
function climb(hash: Uint8Array, index: number, size: number, proof: Uint8Array[]): Uint8Array {
  let [at, last] = [index, size - 1]
  for (const sibling of proof) {
    if (at % 2 === 1 || at === last) {
      hash = nodeHash(sibling, hash)
      while (at % 2 === 0 && at !== 0) [at, last] = [at >> 1, last >> 1]
    } else hash = nodeHash(hash, sibling)
    ;[at, last] = [at >> 1, last >> 1]
  }
  return hash
}

test('a log that grows by days is that of all its entries at once', () => {
  for (const [day, size] of [3, 256, 300, 513, 900].entries()) appendEntries(size, `2026-01-0${day + 1}`)
  const other = join(temporaryOutput(), 'log')
  const whole = appendEntries(900, '2026-01-05', other)
  const log = LogFolder.open(root, key)
  expect(log.days.at(-1)?.log_root).toBe(whole.days.at(-1)?.log_root)
  expect(log.files()).toEqual(whole.files())
  for (const path of log.files().filter((path) => path.startsWith('tile/')))
    expect(readFileSync(join(root, path)).equals(readFileSync(join(other, path)))).toBe(true)
})

test('each day names the one before it', () => {
  appendEntries(5, '2026-01-01')
  const { days } = appendEntries(9, '2026-01-02')
  expect(days.map(({ first_index, log_size }) => [first_index, log_size])).toEqual([
    [0, 5],
    [5, 9],
  ])
  expect(days[1]?.previous_digest).toBe(days[0]?.digest)
})

test('the anchor is of the last entry of a date, and by default of the newest date that is over', () => {
  appendEntries(5, '2026-01-01')
  appendEntries(7, '2026-01-01')
  const { days } = appendEntries(9, '2026-01-02')
  const output = join(root, '..')
  expect(readDayEntry(output, null, '2026-01-02')?.digest).toBe(days[1]?.digest)
  expect(readDayEntry(output, null, '2026-01-03')?.digest).toBe(days[2]?.digest)
  expect(readDayEntry(output, '2026-01-02', '2026-01-02')?.digest).toBe(days[2]?.digest)
  expect(readDayEntry(output, null, '2026-01-01')).toBeNull()
  expect(() => readDayEntry(output, '2026-01-09', '2026-01-02')).toThrow('has no 2026-01-09')
})

test('what a run wrote that ended before its checkpoint is not there, and the next one writes over it', () => {
  const before = appendEntries(300)
  copyFileSync(join(root, 'checkpoint'), join(root, '..', 'checkpoint'))
  appendEntries(600)
  copyFileSync(join(root, '..', 'checkpoint'), join(root, 'checkpoint'))
  // A kill happens before the removal of the tiles that have grown.
  const other = join(temporaryOutput(), 'log')
  appendEntries(300, '2026-01-01', other)
  cpSync(other, root, { recursive: true, force: false })
  const after = LogFolder.open(root, key)
  expect([after.size, after.days]).toEqual([300, before.days])
  expect(after.newest('agent:agent-20')).toEqual(entryHash(20))
  appendEntries(450, '2026-01-02')
  const straight = appendEntries(450, '2026-01-02', other)
  expect(LogFolder.open(root, key).days).toEqual(straight.days)
  expect(LogFolder.open(root, key).newest('agent:agent-20')).toEqual(entryHash(320))
})

test('another key, another origin and a lost tile are refused', () => {
  appendEntries(300)
  const foreignKey = { ...key, privateKey: generateKeyPairSync('ed25519').privateKey }
  expect(() => LogFolder.open(root, foreignKey)).toThrow('another key or origin')
  expect(() => LogFolder.open(root, { ...key, origin: 'else.example/log' })).toThrow('another key or origin')
  rmSync(join(root, 'tile/0/001.p/44'))
  expect(() => appendEntries(301)).toThrow(/damaged.*001\.p\/44/)
  writeFileSync(join(root, 'checkpoint'), 'nonsense')
  expect(() => LogFolder.open(root, key)).toThrow('not the checkpoint')
})
