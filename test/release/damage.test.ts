import {
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { OperationalError } from '../../core/domain/errors.ts'
import { currentRelease, openRelease, verifyRelease } from '../../core/release/release.ts'
import { publishRelease } from '../../core/release/write.ts'
import { agentFiles, createInputs, file, inShardOrder } from './fixture.ts'
import { temporaryOutput } from './temporary_output.ts'

const ARTIFACTS = [file('a', 'aaaa'), file('b/c', 'cccc'), file('b/d', 'dddd'), file('e/f', 'ffff')]

function published(): { output: string; root: string; id: string } {
  const output = temporaryOutput()
  const { id } = publishRelease(output, ARTIFACTS, createInputs('2026-01-01'))
  return { output, id, root: join(output, 'releases', id) }
}

const damages: [name: string, damage: (root: string) => void, found: string][] = [
  [
    'another content of the same length',
    (root) => writeFileSync(`${root}/public/a`, 'aaab'),
    'public/a: its content',
  ],
  [
    'a shorter file',
    (root) => truncateSync(`${root}/public/b/c`, 2),
    'public/b/c: it has 2 bytes instead of 4',
  ],
  ['a lost file', (root) => rmSync(`${root}/public/b/d`), 'public/b/d: it cannot be read (ENOENT)'],
  [
    'a lost folder',
    (root) => rmSync(`${root}/public/e`, { recursive: true }),
    'public/e/f: it cannot be read',
  ],
  [
    'a file too many',
    (root) => writeFileSync(`${root}/public/secret`, 'x'),
    'public/secret: the manifest does not',
  ],
]

test.each(damages)('%s is found, and repaired when its day is published again', (_, damage, found) => {
  const { output, root, id } = published()
  damage(root)
  const wrong = verifyRelease(openRelease(root))
  expect(wrong).toHaveLength(1)
  expect(wrong[0]).toContain(found)

  const again = publishRelease(output, ARTIFACTS, createInputs('2026-01-01'))
  expect(again).toMatchObject({ id, written: 1, linked: 0, moved: false })
  expect(verifyRelease(openRelease(root))).toEqual([])
})

test('a damaged file is not handed on to the next release, nor changed in the release that has it', () => {
  const { output, root } = published()
  writeFileSync(`${root}/public/a`, 'aaab')
  const next = publishRelease(output, ARTIFACTS, createInputs('2026-01-02'))
  expect(next).toMatchObject({ written: 1, linked: 3 })
  expect(verifyRelease(openRelease(join(output, 'releases', next.id)))).toEqual([])
  expect(readFileSync(`${root}/public/a`, 'utf8')).toBe('aaab')
})

test('repairing writes a new file: other releases that share the old one are unchanged', () => {
  const { output, root } = published()
  const next = publishRelease(output, ARTIFACTS, createInputs('2026-01-02'))
  writeFileSync(`${root}/public/a`, 'aaab')
  publishRelease(output, ARTIFACTS, createInputs('2026-01-01'))
  expect(verifyRelease(openRelease(root))).toEqual([])
  expect(verifyRelease(openRelease(join(output, 'releases', next.id)))).toHaveLength(1)
})

test('a file is never read as something that was not published', () => {
  const { output, root } = published()
  const release = currentRelease(output)
  writeFileSync(`${root}/public/a`, 'aaab')
  expect(() => release?.file('public', 'a')?.read()).toThrow(OperationalError)
})

const manifestDamages: [name: string, damage: (root: string) => void][] = [
  ['cut short', (root) => truncateSync(`${root}/manifest.json`, 200)],
  ['empty', (root) => truncateSync(`${root}/manifest.json`, 0)],
  ['lost', (root) => rmSync(`${root}/manifest.json`)],
  [
    'changed',
    (root) =>
      writeFileSync(
        `${root}/manifest.json`,
        readFileSync(`${root}/manifest.json`, 'utf8').replace('sample', 'live'),
      ),
  ],
]

test.each(manifestDamages)('a manifest that is %s is refused with advice, and repaired', (_, damage) => {
  const { output, root } = published()
  damage(root)
  expect(() => openRelease(root)).toThrow(OperationalError)
  expect(() => currentRelease(output)).toThrow('npm run daily')
  publishRelease(output, ARTIFACTS, createInputs('2026-01-01'))
  expect(verifyRelease(openRelease(root))).toEqual([])
})

test('a folder under another name, or none at all, is not a release', () => {
  const { output, root } = published()
  renameSync(root, join(output, 'releases', '2026-01-01-000000000000'))
  expect(() => openRelease(join(output, 'releases', '2026-01-01-000000000000'))).toThrow(
    'the folder name or the manifest was changed',
  )
  mkdirSync(join(output, 'empty'))
  expect(() => openRelease(join(output, 'empty'))).toThrow(OperationalError)
  expect(() => currentRelease(output)).toThrow(OperationalError)
})

const PACKED = inShardOrder([file('a'), ...['ann', 'bob', 'cid'].flatMap((handle) => agentFiles(handle))])

const firstPack = (root: string) =>
  `${root}/private/packs/${readdirSync(`${root}/private/packs`).toSorted()[0]}`

const packDamages: [name: string, damage: (root: string) => void, found: string][] = [
  [
    'another content of the same length',
    (root) =>
      writeFileSync(firstPack(root), readFileSync(firstPack(root), 'latin1').replace(' 0 ', ' 1 '), 'latin1'),
    'its content',
  ],
  ['a shorter pack', (root) => truncateSync(firstPack(root), 300), 'it has 300 bytes instead of'],
  ['a lost pack', (root) => rmSync(firstPack(root)), 'it cannot be read (ENOENT)'],
  [
    'a pack too many',
    (root) => writeFileSync(`${root}/private/packs/ff`, 'x'),
    'packs/ff: the manifest does not',
  ],
  ['a lost list', (root) => rmSync(`${root}/private/packs.json`), 'private/packs.json: it cannot be read'],
]

test.each(packDamages)(
  'of packs, %s is found, never read, not handed on, and repaired',
  (name, damage, found) => {
    const output = temporaryOutput()
    const publish = (day: string) => publishRelease(output, PACKED, createInputs(day, { layout: 'packs' }))
    const { id } = publish('2026-01-01')
    const root = join(output, 'releases', id)
    const open = () => openRelease(root)
    damage(root)
    expect(verifyRelease(open())).toEqual([expect.stringContaining(found)])
    const readAll = () => PACKED.map(({ side, path }) => open().file(side, path)?.read())
    if (!name.endsWith('too many')) expect(readAll).toThrow(OperationalError)

    const next = publish('2026-01-02')
    expect(verifyRelease(openRelease(join(output, 'releases', next.id)))).toEqual([])
    expect(publish('2026-01-01')).toMatchObject({ id, written: 1, linked: 0, moved: false })
    expect(verifyRelease(open())).toEqual([])
    expect(readAll().map((bytes, i) => bytes?.equals(Buffer.from(PACKED[i]?.body as string)))).not.toContain(
      false,
    )
  },
)
