import { createHash } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { OperationalError } from '../../core/domain/errors.ts'
import { diskBlobs } from '../../core/release/disk_blobs.ts'
import type { Layout } from '../../core/release/manifest.ts'
import { renderManifest } from '../../core/release/manifest_text.ts'
import { PACKS_KEY, parsePackList, renderPackList } from '../../core/release/pack.ts'
import { openReader } from '../../core/release/reader.ts'
import { currentTarget, openRelease, verifyRelease } from '../../core/release/release.ts'
import { publishRelease } from '../../core/release/write.ts'
import { agentFiles, createInputs, file } from './fixture.ts'
import { temporaryOutput } from './temporary_output.ts'

// The messages on a damaged release tell its owner what to do.

function published(layout: Layout = 'files'): { output: string; root: string; id: string } {
  const output = temporaryOutput()
  const { id } = publishRelease(
    output,
    [file('a'), ...agentFiles('ann')],
    createInputs('2026-01-01', { layout }),
  )
  return { output, id, root: join(output, 'releases', id) }
}

/** A release of packs without any: its manifest names nothing, and no list. */
function withoutPacks(): string {
  const text = renderManifest(createInputs('2026-01-01', { layout: 'packs' }), [])
  const sha256 = createHash('sha256').update(text).digest('hex')
  const root = join(temporaryOutput(), 'releases', `2026-01-01-${sha256.slice(0, 12)}`)
  mkdirSync(root, { recursive: true })
  writeFileSync(join(root, 'manifest.json'), text)
  return root
}

const catchThrown = (work: () => unknown): Error => {
  try {
    work()
  } catch (error) {
    return error as Error
  }
  throw new Error('nothing was thrown')
}

test('a folder without a manifest, and one under another name, are refused with the command that helps', () => {
  const output = temporaryOutput()
  mkdirSync(join(output, 'releases', 'x'), { recursive: true })
  const path = join(output, 'releases', 'x')
  const advice = `Publish its day again (npm run daily -- --date YYYY-MM-DD --output ${output}).`
  const lost = catchThrown(() => openRelease(path))
  const opened = `ENOENT: no such file or directory, open '${join(realpathSync(path), 'manifest.json')}'`
  expect(lost).toEqual(new OperationalError(`${path} is not a complete release: ${opened}. ${advice}`))
  expect(lost.cause).toMatchObject({ code: 'ENOENT' })
  const { root, id } = published()
  writeFileSync(join(path, 'manifest.json'), readFileSync(join(root, 'manifest.json')))
  expect(catchThrown(() => openRelease(path)).message).toBe(
    `${path} is not a complete release: its manifest belongs to the release ${id}: the folder name or the manifest was changed. ${advice}`,
  )
  writeFileSync(join(path, 'manifest.json'), '{}')
  expect(catchThrown(() => openRelease(path)).message).toContain(
    'the manifest is incomplete or not of format 1.',
  )
})

test('a pointer that is none is to be moved away; an output that is no folder is an error of its own', () => {
  const output = temporaryOutput()
  const pointer = join(output, 'current')
  writeFileSync(pointer, 'not a link')
  const error = catchThrown(() => currentTarget(output))
  expect(error).toEqual(
    new OperationalError(
      `${pointer} is not the link that publishing creates: move it elsewhere and publish again`,
    ),
  )
  expect(error.cause).toMatchObject({ code: 'EINVAL' })
  expect(catchThrown(() => currentTarget(pointer))).toMatchObject({ code: 'ENOTDIR' })
})

test('a file that is lost or changed is named when it is read', () => {
  const { root } = published()
  const read = () => openRelease(root).file('public', 'a')?.read()
  writeFileSync(join(root, 'public/a'), 'other')
  expect(catchThrown(read)).toEqual(
    new OperationalError(
      `${root}/public/a is damaged: its content does not match the manifest. Publish its day again.`,
    ),
  )
  rmSync(join(root, 'public/a'))
  const lost = catchThrown(read)
  expect(lost).toEqual(
    new OperationalError(
      `${root}/public/a cannot be read, but the manifest lists it. Publish its day again.`,
    ),
  )
  expect(lost.cause).toMatchObject({ code: 'ENOENT' })
})

test('an extra file is reported even if it contains the id of the release', () => {
  const { root, id } = published()
  writeFileSync(join(root, 'public/extra'), id)
  expect(verifyRelease(openRelease(root))).toEqual([
    'public/extra: the manifest does not list it, and it is not a derived file of this release',
  ])
  writeFileSync(join(root, 'public/a'), 'x'.repeat('body of a'.length))
  expect(verifyRelease(openRelease(root))[0]).toBe('public/a: its content differs from what was published')
})

test('the portable reader reports missing, damaged and unlisted files', async () => {
  const { root } = published()
  const reader = await openReader(diskBlobs(root))
  const problem = async (work: Promise<unknown>) => (await work.catch((error: Error) => error)) as Error
  const damageError = (key: string, what: string) =>
    new OperationalError(`${key} is damaged: ${what}. Publish its day again, or copy the release again.`)
  writeFileSync(join(root, 'public/a'), 'other')
  expect(await problem(reader.read('public', 'a'))).toEqual(
    damageError('public/a', 'its content does not match the manifest'),
  )
  rmSync(join(root, 'public/a'))
  expect(await problem(reader.read('public', 'a'))).toEqual(damageError('public/a', 'it is missing'))
  expect(await problem(openReader(diskBlobs(withoutPacks())))).toEqual(
    damageError(PACKS_KEY, 'the manifest does not list it'),
  )
  mkdirSync(join(root, 'public/a'))
  expect(await problem(reader.read('public', 'a'))).toMatchObject({ code: 'EISDIR' })
})

test('a list of packs that the manifest does not name, or of another number, is refused', () => {
  const root = withoutPacks()
  expect(catchThrown(() => openRelease(root).file('public', 'embed/ann.svg'))).toEqual(
    new OperationalError('the manifest does not list private/packs.json: publish its day again'),
  )
  expect(
    catchThrown(() =>
      parsePackList(
        new TextEncoder().encode(
          renderPackList([{ sha256: 'ff', headerBytes: 1, headerSha256: 'ff' }, null]),
        ),
      ),
    ),
  ).toEqual(new OperationalError('private/packs.json lists 2 packs instead of 4096: publish its day again'))
})

test('packs and their list are told apart by their types', () => {
  const { root } = published('packs')
  const [pack = ''] = readdirSync(join(root, 'private/packs'))
  expect(
    [...openRelease(root).files()].map(({ key, contentType }) => [key.split('/').at(-1), contentType]),
  ).toEqual([
    ['packs.json', 'application/json'],
    [pack, 'application/octet-stream'],
    ['a', 'text/plain; charset=utf-8'],
  ])
})
