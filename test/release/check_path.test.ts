import { resolve } from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { RunFailed } from '../../core/domain/errors.ts'
import { checkPath } from '../../core/release/check_path.ts'
import { openRelease } from '../../core/release/release.ts'
import { publishRelease } from '../../core/release/write.ts'
import { createInputs, file } from './fixture.ts'
import { temporaryOutput } from './temporary_output.ts'

const piece = fc.oneof(
  fc.constantFrom(
    '',
    '.',
    '..',
    '...',
    '.well-known',
    'a',
    'a b',
    'é',
    '日本',
    'x'.repeat(200),
    'x'.repeat(201),
  ),
  fc.constantFrom('\\', '"', '\u0000', '\n', '\u007f', '\ud800', '__proto__', '%2e%2e', 'C:', '~'),
  fc.string({ unit: 'binary', maxLength: 12 }),
)
const anyPath = fc.array(piece, { maxLength: 5 }).map((pieces) => pieces.join('/'))

const accepted = (path: string): boolean => {
  try {
    checkPath(path)
    return true
  } catch (error) {
    expect(error).toBeInstanceOf(RunFailed)
    return false
  }
}

test('an accepted path is the plain name of one place below the root, whatever it is made of', () => {
  fc.assert(
    fc.property(anyPath, (path) => {
      if (!accepted(path)) return
      expect(resolve('/release', path)).toBe(`/release/${path}`)
      expect(JSON.stringify(path)).toBe(`"${path}"`)
      expect(Buffer.from(path).toString()).toBe(path)
      for (const segment of path.split('/')) expect(Buffer.byteLength(segment)).toBeLessThanOrEqual(200)
    }),
    { numRuns: 5_000 },
  )
})

test('a path that leaves the root, or cannot be a name, is refused', () => {
  for (const path of ['', '/', '/a', 'a/', 'a//b', '.', '..', 'a/../b', './a', 'a/.', 'a\\b', 'a"b', 'a\nb'])
    expect(accepted(path), JSON.stringify(path)).toBe(false)
  for (const path of [
    'a\u0000',
    'a\u007f',
    '\ud800',
    'x'.repeat(201),
    'é'.repeat(101),
    `${'a/'.repeat(500)}a`,
  ])
    expect(accepted(path), JSON.stringify(path.slice(0, 20))).toBe(false)
  for (const path of [
    'a',
    '.well-known/mcp.json',
    '...',
    'é'.repeat(100),
    'x'.repeat(200),
    'a b',
    '%2e%2e/x',
  ])
    expect(accepted(path), path).toBe(true)
})

test('every accepted path is published and read back, and nothing is published when one is refused', () => {
  const output = temporaryOutput()
  fc.assert(
    fc.property(fc.uniqueArray(anyPath, { minLength: 1, maxLength: 6 }), (paths) => {
      const artifacts = paths.map((path) => file(path))
      const collides = paths.some((path) => paths.some((other) => other.startsWith(`${path}/`)))
      if (collides || !paths.every(accepted)) {
        expect(() => publishRelease(output, artifacts, createInputs('2026-01-01'))).toThrow(RunFailed)
        return
      }
      const { id } = publishRelease(output, artifacts, createInputs('2026-01-01'), { keep: 1 })
      const release = openRelease(`${output}/releases/${id}`)
      for (const path of paths)
        expect(release.file('public', path)?.read().toString()).toBe(`body of ${path}`)
    }),
    { numRuns: 150 },
  )
})
