import fc from 'fast-check'
import { expect, test } from 'vitest'
import { OperationalError } from '../../core/domain/errors.ts'
import { Manifest } from '../../core/release/manifest.ts'
import { manifestLine, renderManifest } from '../../core/release/manifest_text.ts'
import { createInputs } from './fixture.ts'

// Not a Buffer: on other platforms there is none.
const read = (text: string) => new Manifest(new TextEncoder().encode(text), 'c0ffee')

// Neighbours of the quote and of the slash are what could upset the order of the lines.
const key = fc
  .string({
    unit: fc.constantFrom('a', 'b', '!', ' ', '#', '-', '.', '/', '0', '~', 'é', '日', '😀', '\uffee'),
    minLength: 1,
    maxLength: 8,
  })
  .map((text) => `public/${text}`)

const entry = (name: string) => ({
  key: name,
  sha256: `sha-of-${name.length}`,
  bytes: name.length,
  contentType: 'text/plain; x="y"',
})

function createManifest(keys: string[]): Manifest {
  const lines = keys
    .map(entry)
    .map((file) => manifestLine(file.key, file.sha256, file.bytes, file.contentType))
  return read(renderManifest(createInputs('2026-01-01'), lines))
}

test('finds every listed file with its entry, and no other file', () => {
  fc.assert(
    fc.property(fc.uniqueArray(key, { maxLength: 60 }), fc.array(key, { maxLength: 20 }), (keys, others) => {
      const manifest = createManifest(keys)
      for (const name of keys) expect(manifest.find(name)).toEqual(entry(name))
      for (const name of others) if (!keys.includes(name)) expect(manifest.find(name)).toBeNull()
      expect([...manifest.entries()].map((entry) => entry.key).toSorted()).toEqual(keys.toSorted())
    }),
    { numRuns: 500 },
  )
})

test('the text is valid JSON, and the same whatever the order in which its parts came', () => {
  const lines = ['public/b', 'private/a', 'public/a'].map((name) => manifestLine(name, 'ff', 2, 'x/y'))
  const text = renderManifest(
    createInputs('2026-01-01', { inputs: { a: '1', b: '2' }, counts: { y: 1, x: 2 } }),
    lines,
  )
  const other = renderManifest(
    createInputs('2026-01-01', { inputs: { b: '2', a: '1' }, counts: { x: 2, y: 1 } }),
    lines.toReversed(),
  )
  expect(other).toBe(text)
  expect(JSON.parse(text)).toEqual({
    format: 1,
    layout: 'files',
    ...createInputs('2026-01-01', { inputs: { a: '1', b: '2' }, counts: { y: 1, x: 2 } }),
    files: { 'private/a': ['ff', 2, 'x/y'], 'public/a': ['ff', 2, 'x/y'], 'public/b': ['ff', 2, 'x/y'] },
  })
  expect(Object.keys(JSON.parse(text).files)).toEqual(['private/a', 'public/a', 'public/b'])
})

test('the layout is named, and a manifest from before there were two is one of files', () => {
  const packs = renderManifest(createInputs('2026-01-01', { layout: 'packs' }), [])
  const files = renderManifest(createInputs('2026-01-01'), [])
  expect(read(packs).about).toEqual(createInputs('2026-01-01', { layout: 'packs' }))
  expect(read(files).layout).toBe('files')
  expect(read(files.replace('"layout":"files",\n', '')).about.layout).toBe('files')
})

test('a manifest cut short, or of another format, is not read', () => {
  const whole = renderManifest(createInputs('2026-01-01'), [manifestLine('public/a', 'ff', 2, 'x/y')])
  for (let end = 0; end < whole.length; end += 7)
    expect(() => read(whole.slice(0, end))).toThrow(OperationalError)
  expect(() => read(whole.replace('"format":1', '"format":2'))).toThrow(OperationalError)
  expect(() => read(whole.replace('"layout":"files"', '"layout":"heaps"'))).toThrow(OperationalError)
  expect(() => read(whole.replace('"2026-01-01"', '20260101'))).toThrow(OperationalError)
  expect(read(whole).find('public/a')?.sha256).toBe('ff')
  expect(read(whole).id).toBe('2026-01-01-c0ffee')
})
