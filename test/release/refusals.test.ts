import { expect, test } from 'vitest'
import { RunFailed } from '../../core/domain/errors.ts'
import type { Artifact } from '../../core/release/artifact.ts'
import { checkPath, collision } from '../../core/release/check_path.ts'
import { manifestLine, renderManifest } from '../../core/release/manifest_text.ts'
import { shardNumber } from '../../core/release/shards.ts'
import { publishRelease } from '../../core/release/write.ts'
import { createInputs, file } from './fixture.ts'
import { temporaryOutput } from './temporary_output.ts'

/** A path of so many bytes that is no plain one: five segments of two-byte letters, and letters of one byte. */
const ofBytes = (bytes: number) => `${`${'é'.repeat(99)}/`.repeat(5)}${'x'.repeat(bytes - 995)}`

test.each([
  ['', 'it is empty'],
  ['/a', 'it starts with a slash; paths are relative'],
  ['a"b', 'it contains a control character, a backslash or a double quote'],
  ['\ud800', 'it contains half of a surrogate pair'],
  [ofBytes(1001), 'it is longer than 1000 bytes'],
  [`${'a/'.repeat(500)}a`, 'it is longer than 1000 bytes'],
  ['a b/../c', 'it contains an empty, "." or ".." segment'],
  [`a/${'é'.repeat(101)}`, 'a segment is longer than 200 bytes'],
])('the path %j is refused with its reason', (path, reason) => {
  const refused = `the artifact ${JSON.stringify(path.slice(0, 300))} cannot be published: ${reason}. Give it another path.`
  expect(() => checkPath(path)).toThrow(new RunFailed(refused))
})

test('a path may be as long as the limit, and of names that begin with a dot', () => {
  for (const path of [ofBytes(1000), `${'a/'.repeat(499)}ab`, 'é/.hidden', 'é/...'])
    expect(() => checkPath(path)).not.toThrow()
})

test('a collision names the existing file', () => {
  expect(collision('a/b', ['x', 'a/b'])).toBe('it was already written in this release')
  expect(collision('a', ['x', 'ab', 'a/b'])).toBe('"a/b" needs a folder there')
  expect(collision('a/b', ['x', 'a/bc', 'a'])).toBe('"a" is a file, so it cannot be a folder as well')
  expect(collision('A', ['a', 'Ab'])).toContain('differs only in case or Unicode form')
})

test('two lines of a manifest about one file are refused', () => {
  const line = manifestLine('public/a', 'ff', 1, 'x/y')
  expect(() => renderManifest(createInputs('2026-01-01'), [line, line])).toThrow(
    'the artifact "public/a" cannot be published: it was already written in this release.',
  )
})

test('an agent with a duplicate or late file is refused with the required order', () => {
  const publish = (...artifacts: Artifact[]) =>
    publishRelease(temporaryOutput(), artifacts, createInputs('2026-01-01', { layout: 'packs' }))
  const [ann, bob] = [file('embed/ann.svg'), file('embed/bob.svg')]
  expect(() => publish(ann, ann)).toThrow(
    'the artifact "public/embed/ann.svg" cannot be published: it was already written in this release.',
  )
  expect(() => publish(ann, bob, ann)).toThrow(
    `the artifact "embed/ann.svg" comes after its pack, number ${shardNumber('ann')}, was written: render the agents in the order of shardOf(handle), then of the handle.`,
  )
})

test('an occupied path is refused with the error of the file system', () => {
  const publish = () => publishRelease(temporaryOutput(), [file('a'), file('a')], createInputs('2026-01-01'))
  expect(publish).toThrow(
    expect.objectContaining({ cause: expect.objectContaining({ code: 'EEXIST' }) }) as Error,
  )
})
