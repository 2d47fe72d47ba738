import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { RunFailed } from '../../core/domain/errors.ts'
import type { Artifact } from '../../core/release/artifact.ts'
import type { Layout } from '../../core/release/manifest.ts'
import { openRelease, type Release, verifyRelease } from '../../core/release/release.ts'
import { shardNumber } from '../../core/release/shards.ts'
import { type PublishResult, publishRelease } from '../../core/release/write.ts'
import { agentFiles, createInputs, file, inShardOrder, LAYOUTS } from './fixture.ts'
import { temporaryOutput } from './temporary_output.ts'

const HANDLES = Array.from({ length: 40 }, (_, i) => `agent-${i}`)
const SITE = [file('index.html'), { ...file('embed/unknown.svg'), side: 'private' as const }]
const ARTIFACTS = inShardOrder([...SITE, ...HANDLES.flatMap((handle) => agentFiles(handle))])

function publish(
  output: string,
  layout: Layout,
  artifacts: Artifact[],
  day = '01',
): PublishResult & { release: Release } {
  const done = publishRelease(output, artifacts, createInputs(`2026-01-${day}`, { layout }))
  return { ...done, release: openRelease(join(output, 'releases', done.id)) }
}

const contents = (release: Release) =>
  [...release.entries()]
    .map(({ key, ...rest }) => {
      const [side, ...path] = key.split('/')
      const found = release.file(side as 'public', path.join('/'))
      return { key, ...rest, found: found?.sha256, body: found?.read().toString('latin1') }
    })
    .toSorted((a, b) => (a.key < b.key ? -1 : 1))

describe.each(LAYOUTS)('in the layout %s', (layout) => {
  test('every artifact is found with its bytes and its type, and no other', () => {
    const { release } = publish(temporaryOutput(), layout, ARTIFACTS)
    for (const { side, path, contentType, body } of ARTIFACTS) {
      const found = release.file(side, path)
      expect(found?.read()).toEqual(Buffer.from(body as string))
      expect(found?.contentType).toBe(contentType)
    }
    expect([...release.entries()]).toHaveLength(ARTIFACTS.length)
    for (const handle of ['agent-0', 'agent-40', 'nobody']) {
      expect(release.file('private', `embed/${handle}.svg`)).toBeNull()
      expect(release.file('public', `api/agent/${handle}/other`)).toBeNull()
    }
  })

  test('the order within a shard changes nothing, and publishing again touches nothing', () => {
    const [output, other] = [temporaryOutput(), temporaryOutput()]
    const first = publish(output, layout, ARTIFACTS)
    expect(publish(other, layout, inShardOrder(ARTIFACTS.toReversed())).id).toBe(first.id)
    const before = statSync(join(first.release.path, 'manifest.json'))
    expect(publish(output, layout, ARTIFACTS)).toMatchObject({
      id: first.id,
      written: 0,
      linked: 0,
      moved: false,
    })
    expect(statSync(join(first.release.path, 'manifest.json'))).toEqual(before)
  })

  test('only what changed is written anew', () => {
    const output = temporaryOutput()
    const first = publish(output, layout, ARTIFACTS)
    const changed = ARTIFACTS.map((artifact) =>
      artifact.path === 'embed/agent-7.svg' ? file(artifact.path, 'changed') : artifact,
    )
    const next = publish(output, layout, changed, '02')
    const files = [...next.release.files()].length
    // A pack that changed has another name, and so the list of packs changes with it.
    const written = layout === 'files' ? 1 : 2
    expect(next).toMatchObject({ written, linked: files - written })
    expect(first.release.file('public', 'embed/agent-7.svg')?.read().toString()).toBe('badge of agent-7')
    expect(next.release.file('public', 'embed/agent-7.svg')?.read().toString()).toBe('changed')
    expect([...first.release.entries(), ...next.release.entries()]).toHaveLength(2 * ARTIFACTS.length)
    expect([first, next].flatMap(({ release }) => verifyRelease(release))).toEqual([])
  })

  test('an artifact that is written twice is refused by name', () => {
    const twice = (path: string) => inShardOrder([...ARTIFACTS, file(path, 'again')])
    for (const path of ['embed/agent-7.svg', 'index.html'])
      expect(() => publish(temporaryOutput(), layout, twice(path))).toThrow(path)
    expect(() => publish(temporaryOutput(), layout, [file('api/agent/a/../b')])).toThrow(RunFailed)
  })
})

test('both layouts have the same files, under different ids', () => {
  const [files, packs] = LAYOUTS.map((layout) => publish(temporaryOutput(), layout, ARTIFACTS).release)
  expect(contents(packs as Release)).toEqual(contents(files as Release))
  expect(packs?.id).not.toBe(files?.id)
})

test('packs contain the files of agents, a pack for each shard, and the manifest lists no others of them', () => {
  const { release } = publish(temporaryOutput(), 'packs', ARTIFACTS)
  const shards = new Set(HANDLES.map(shardNumber))
  const names = readdirSync(join(release.path, 'private', 'packs'))
  const listed: ([sha256: string] | null)[] = JSON.parse(
    readFileSync(join(release.path, 'private/packs.json'), 'utf8'),
  )
  expect(names).toHaveLength(shards.size)
  expect(listed.flatMap((pack, shard) => (pack === null ? [] : [shard]))).toEqual(
    [...shards].toSorted((a, b) => a - b),
  )
  expect(listed.flatMap((pack) => pack?.[0] ?? []).toSorted()).toEqual(names.toSorted())
  expect([...release.files()]).toHaveLength(SITE.length + 1 + shards.size)
})

test('a change of layout shares what is a file in both', () => {
  const output = temporaryOutput()
  publish(output, 'files', ARTIFACTS)
  expect(publish(output, 'packs', ARTIFACTS, '02').linked).toBe(SITE.length)
  expect(publish(output, 'files', ARTIFACTS, '03')).toMatchObject({ linked: SITE.length })
})

test('an agent that comes after its pack was written stops the publish, and the message names the order', () => {
  const output = temporaryOutput()
  const late = [...ARTIFACTS, file('api/reputation/multiplier/agent-0')]
  if (shardNumber('agent-0') === shardNumber(HANDLES.at(-1) as string))
    throw new Error('choose other handles')
  expect(() => publish(output, 'packs', late)).toThrow(RunFailed)
  expect(() => publish(output, 'packs', late)).toThrow('in the order of shardOf(handle)')
  expect(readdirSync(join(output, 'releases'))).toEqual([])
})
