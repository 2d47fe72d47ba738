import { mkdirSync, readFileSync, renameSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { AssayError } from '../../pipeline/errors.ts'
import { currentRelease, openRelease, verifyRelease } from '../../pipeline/release/release.ts'
import { publishRelease } from '../../pipeline/release/write.ts'
import { file, inputsOf } from './fixture.ts'
import { temporaryOutput } from './temporary_output.ts'

const ARTIFACTS = [file('a', 'aaaa'), file('b/c', 'cccc'), file('b/d', 'dddd'), file('e/f', 'ffff')]

function published(): { output: string; root: string; id: string } {
  const output = temporaryOutput()
  const { id } = publishRelease(output, ARTIFACTS, inputsOf('2026-01-01'))
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

test.each(damages)('%s is found, and mended when its day is published again', (_, damage, found) => {
  const { output, root, id } = published()
  damage(root)
  const wrong = verifyRelease(openRelease(root))
  expect(wrong).toHaveLength(1)
  expect(wrong[0]).toContain(found)

  const again = publishRelease(output, ARTIFACTS, inputsOf('2026-01-01'))
  expect(again).toMatchObject({ id, written: 1, linked: 0, moved: false })
  expect(verifyRelease(openRelease(root))).toEqual([])
})

test('a damaged file is not handed on to the next release, nor changed in the release that has it', () => {
  const { output, root } = published()
  writeFileSync(`${root}/public/a`, 'aaab')
  const next = publishRelease(output, ARTIFACTS, inputsOf('2026-01-02'))
  expect(next).toMatchObject({ written: 1, linked: 3 })
  expect(verifyRelease(openRelease(join(output, 'releases', next.id)))).toEqual([])
  expect(readFileSync(`${root}/public/a`, 'utf8')).toBe('aaab')
})

test('mending gives a new file: the other releases that share the old one keep what they had', () => {
  const { output, root } = published()
  const next = publishRelease(output, ARTIFACTS, inputsOf('2026-01-02'))
  writeFileSync(`${root}/public/a`, 'aaab')
  publishRelease(output, ARTIFACTS, inputsOf('2026-01-01'))
  expect(verifyRelease(openRelease(root))).toEqual([])
  expect(verifyRelease(openRelease(join(output, 'releases', next.id)))).toHaveLength(1)
})

test('a file is never read as something that was not published', () => {
  const { output, root } = published()
  const release = currentRelease(output)
  writeFileSync(`${root}/public/a`, 'aaab')
  expect(() => release?.file('public', 'a')?.read()).toThrow(AssayError)
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

test.each(manifestDamages)('a manifest that is %s is refused with advice, and mended', (_, damage) => {
  const { output, root } = published()
  damage(root)
  expect(() => openRelease(root)).toThrow(AssayError)
  expect(() => currentRelease(output)).toThrow('npm run daily')
  publishRelease(output, ARTIFACTS, inputsOf('2026-01-01'))
  expect(verifyRelease(openRelease(root))).toEqual([])
})

test('a folder under another name, or none at all, is not a release', () => {
  const { output, root } = published()
  renameSync(root, join(output, 'releases', '2026-01-01-000000000000'))
  expect(() => openRelease(join(output, 'releases', '2026-01-01-000000000000'))).toThrow('one of the two')
  mkdirSync(join(output, 'empty'))
  expect(() => openRelease(join(output, 'empty'))).toThrow(AssayError)
  expect(() => currentRelease(output)).toThrow(AssayError)
})
