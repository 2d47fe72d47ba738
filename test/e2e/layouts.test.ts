import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { parseHandle } from '../../core/release/parse_handle.ts'
import { sampleHandler } from '../sample_handler.ts'

const VARIANTS = [
  (handle: string) => `/api/trust/evaluate?handle=${handle}`,
  (handle: string) => `/api/reliability/v1?handle=${handle}`,
  (handle: string) => `/api/agent/${handle}/changes?limit=1`,
  (handle: string) => `/embed/${handle}`,
  (handle: string) => `/agents/${handle}`,
  (handle: string) => `/agents/${handle}.md`,
]

test('every answer has the same bytes in both layouts', async () => {
  const [files, packs] = [await sampleHandler('files'), await sampleHandler('packs')]
  const entries = [...files.release.entries()].filter(({ key }) => key.startsWith('public/'))
  const addresses = entries
    .map(({ key }) => key.slice('public'.length))
    .filter((path) => !path.endsWith('.html'))
  const handles = [
    ...new Set(entries.flatMap(({ key }) => parseHandle('public', key.slice('public/'.length)) ?? [])),
  ]
  expect(handles.length).toBeGreaterThan(200)
  const differing: string[] = []
  for (const address of [
    ...addresses,
    ...handles.flatMap((handle) => VARIANTS.map((slice) => slice(handle))),
  ]) {
    const [fromFiles, fromPacks] = [await files.ask(address), await packs.ask(address)]
    const isSame =
      fromFiles.status === fromPacks.status &&
      fromFiles.headers.get('etag') === fromPacks.headers.get('etag') &&
      (await fromFiles.text()) === (await fromPacks.text())
    if (!isSame) differing.push(address)
  }
  expect(differing).toEqual([])
})

test('a release in packs has a few files, each agent in one of them, and is whole', async () => {
  const { release } = await sampleHandler('packs')
  const onDisk = readdirSync(release.path, { recursive: true, withFileTypes: true }).filter((dirent) =>
    dirent.isFile(),
  )
  const inside = [...release.entries()]
  expect(onDisk.length).toBeLessThan(inside.length / 2)
  expect(readdirSync(join(release.path, 'public')).includes('agents')).toBe(false)
  for (const { key, sha256 } of inside.filter((entry) => entry.key.includes('llm-summary')).slice(0, 50))
    expect(release.file('public', key.slice('public/'.length))?.sha256).toBe(sha256)
})
