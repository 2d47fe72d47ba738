import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { OperationalError } from '../../core/domain/errors.ts'
import { defineSource } from '../../pipeline/source/define_source.ts'
import type { Source } from '../../pipeline/source/source.ts'
import { loadSources, sortSources } from '../../pipeline/source/source_loader.ts'

const source = (name: string, changes: Partial<Source> = {}): Source => ({
  ...{
    name,
    title: 'Sample',
    docs: 'https://sample.example',
    license: 'MIT',
    republished: 'all',
    attribution: 'Sample',
    key: ['id'],
    budget: 1,
  },
  ...{ row: z.object({ id: z.string() }), strictRow: z.object({}), fetch: defineSource(empty).fetch },
  ...changes,
})
const empty = {
  ...{
    name: 'empty',
    title: '',
    docs: '',
    license: '',
    republished: 'all' as const,
    attribution: 'Sample',
    key: ['id'],
    budget: 1,
    row: z.object({ id: z.string() }),
  },
  // biome-ignore lint/correctness/useYield: a source may have nothing to say.
  async *fetch() {
    return 'all' as const
  },
}
const files = (...sources: Source[]) => new Map<string, unknown>(sources.map((s) => [`${s.name}.ts`, s]))
const names = (sources: Source[]) => sources.map((s) => s.name)

describe('the order', () => {
  it('puts each source after those it reads, and is by name else', () => {
    const given = files(
      ...[source('a', { reads: ['z'] }), source('b'), source('c', { reads: ['a', 'b'] }), source('z')],
    )
    expect(names(sortSources(given))).toEqual(['b', 'z', 'a', 'c'])
  })

  it('does not depend on the order of the files', () => {
    const given = [source('a', { reads: ['d'] }), source('b'), source('c', { reads: ['b'] }), source('d')]
    const permutation = fc.shuffledSubarray(given, { minLength: given.length })
    fc.assert(
      fc.property(permutation, (shuffled) => {
        expect(names(sortSources(files(...shuffled)))).toEqual(names(sortSources(files(...given))))
      }),
    )
  })
})

describe('rejected sources', () => {
  it.each<[string, Map<string, unknown>, RegExp]>([
    ['no default export', new Map([['a.ts', undefined]]), /a\.ts must export default defineSource/],
    [
      'a default export of another kind',
      new Map([['a.ts', { name: 'a', fetch() {} }]]),
      /a\.ts must export default/,
    ],
    [
      'a row that is no object',
      files(source('a', { row: z.string() as never })),
      /a\.ts must export default/,
    ],
    [
      'one name twice',
      new Map([
        ['a.ts', source('a')],
        ['b.ts', source('a')],
      ]),
      /a\.ts and b\.ts both declare 'a'/,
    ],
    [
      'a name that is not the file',
      new Map([['b.ts', source('a')]]),
      /b\.ts declares 'a': the file and the source must/,
    ],
    ['a name that is no table', files(source('A-b')), /'A-b' also names a table/],
    ['a key that is no column', files(source('a', { key: ['id', 'x'] })), /a\.ts: its key must be .*\(x\)/],
    ['no key', files(source('a', { key: [] })), /its key must be columns/],
    [
      'an unknown source in reads',
      files(source('a', { reads: ['b'] })),
      /'a' reads 'b', which does not exist/,
    ],
    [
      'a circle',
      files(source('a', { reads: ['b'] }), source('b', { reads: ['a'] }), source('c')),
      /each other: a, b$/,
    ],
    ['a source that reads itself', files(source('a', { reads: ['a'] })), /each other: a$/],
  ])('%s', (_, given, message) => {
    expect(() => sortSources(given)).toThrow(OperationalError)
    expect(() => sortSources(given)).toThrow(message)
  })
})

describe('the folder', () => {
  let folder = ''
  afterEach(() => folder && rmSync(folder, { recursive: true, force: true }))
  const writeSource = (file: string, code: string) => {
    folder = mkdtempSync(join(tmpdir(), 'assay-sources-'))
    writeFileSync(join(folder, file), code)
    return loadSources(folder)
  }

  it('is the registry: GitHub comes after the MCP registry that it reads', async () => {
    const loaded = names(await loadSources())
    expect(loaded).toEqual(expect.arrayContaining(['arena', 'github', 'mcp_registry', 'openrouter_models']))
    expect(loaded.indexOf('github')).toBeGreaterThan(loaded.indexOf('mcp_registry'))
  })

  it('may hold nothing else', async () => {
    await expect(writeSource('helper.ts', 'export const help = 1')).rejects.toThrow(
      /helper\.ts must export default/,
    )
  })

  it('names the file that cannot be loaded', async () => {
    const loading = writeSource('broken.ts', 'throw new Error("out of order")')
    await expect(loading).rejects.toThrow(/broken\.ts cannot be loaded/)
    await expect(loading).rejects.toMatchObject({ cause: { message: 'out of order' } })
  })
})
