import { expect, test } from 'vitest'
import type { SearchIndexFile, SearchPartFile } from '../../core/search/search.ts'
import { searchAgents } from '../../core/search/search.ts'
import { parseTree } from '../../core/search/tree.ts'
import { searchIndexArtifacts } from '../../pipeline/artifacts/search/search_index.ts'
import type { Site } from '../../pipeline/artifacts/site.ts'
import { type SampleHandler, sampleHandler } from '../sample_handler.ts'
import { bodies } from './change_world.ts'

const row = (handle: string, given: object = {}) => ({
  ...{ handle, name: handle, category: 'service', tier: 'indexed', rank: null, score: 10 },
  ...{ liveness: 'alive', flags: [], repository: null, operators: [] },
  ...given,
})

/** A site whose `search_entries` has these rows. */
const createSite = (rows: object[]): Site =>
  ({
    db: {
      rows: async (sql: string) => (sql.includes('count(*)') ? [{ agents: rows.length }] : rows),
    },
  }) as unknown as Site

const renderFiles = async (rows: object[], maxNames?: number) =>
  new Map(
    [...(await bodies(searchIndexArtifacts(createSite(rows), maxNames)))].map(([path, body]) => [
      path,
      JSON.parse(body) as unknown,
    ]),
  )

test('third-party texts are cleaned, flags are in words, and an owner is not named twice', async () => {
  const files = await renderFiles([
    row('desk', {
      name: 'De\u202esk <b>',
      flags: [{ flag: 'hostile_name', severity: 'major' }],
      repository: 'Oak/desk',
      operators: ['github.com/oak', '0x252a4b73b2140133dc425a99332f4daba5ac15ad', '\u200b'],
    }),
  ])
  const part = files.get('public/search/words/0-.json') as SearchPartFile
  expect(part.agents).toEqual([
    ['desk', 'Desk <b>', 2, 0, null, 10, 0, 'flagged: hostile name', 'Oak/desk', ['0x252a4b73b214']],
  ])
  expect(files.get('public/search/index.json')).toEqual({ agents: 1, tree: '0' })
})

test('of more agents than the most there is no index, and it says so', async () => {
  const three = ['alder', 'birch', 'cedar'].map((handle) => row(handle))
  expect(await renderFiles(three, 2)).toEqual(
    new Map([['public/search/index.json', { agents: 3, tree: null }]]),
  )
  expect((await renderFiles(three, 3)).size).toBeGreaterThan(1)
})

const read = <T>(sample: SampleHandler, path: string): T =>
  JSON.parse(sample.release.file('public', path)?.read().toString() ?? 'null') as T

test('every agent of a release is found by its handle, departed ones too', async () => {
  const sample = await sampleHandler()
  const { agents, tree } = read<SearchIndexFile>(sample, 'search/index.json')
  const handles = [...sample.release.entries()].flatMap(
    ({ key }) => /^private\/agents\/(.+)\.json$/.exec(key)?.[1] ?? [],
  )
  expect(agents).toBe(handles.length)
  for (const handle of handles) {
    const found = await searchAgents(handle, parseTree(tree ?? ''), async (name) =>
      read(sample, `search/words/${name}.json`),
    )
    expect(found.entries[0]?.handle).toBe(handle)
  }
})
