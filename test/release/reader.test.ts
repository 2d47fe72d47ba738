import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { OperationalError } from '../../core/domain/errors.ts'
import { diskBlobs } from '../../core/release/disk_blobs.ts'
import type { Layout } from '../../core/release/manifest.ts'
import { type Blobs, openReader } from '../../core/release/reader.ts'
import { currentRelease } from '../../core/release/release.ts'
import { shardNumber } from '../../core/release/shards.ts'
import { publishRelease } from '../../core/release/write.ts'
import { agentFiles, createInputs, file, inShardOrder, LAYOUTS } from './fixture.ts'
import { temporaryOutput } from './temporary_output.ts'

const HANDLES = Array.from({ length: 12 }, (_, i) => `agent-${i}`)
const ARTIFACTS = inShardOrder([file('index.html'), ...HANDLES.flatMap((handle) => agentFiles(handle))])
const WHOLE_PACKS = 64 * 2 ** 10

function published(layout: Layout, artifacts = ARTIFACTS): { root: string; id: string } {
  const output = temporaryOutput()
  const { id } = publishRelease(output, artifacts, createInputs('2026-01-01', { layout }))
  return { id, root: join(output, 'releases', id) }
}

/** The release in `root` as plain Uint8Arrays, with `change` put over it, and the paths that were read. */
function recorded(
  root: string,
  change: (path: string, bytes: Uint8Array) => Uint8Array | null = (_, bytes) => bytes,
) {
  const reads: string[] = []
  const disk = diskBlobs(root)
  const blobs: Blobs = {
    async read(path) {
      reads.push(path)
      const bytes = await disk.read(path)
      return bytes && change(path, new Uint8Array(bytes))
    },
  }
  return { blobs, reads }
}

const changedByte = (bytes: Uint8Array) => bytes.with(bytes.length - 1, (bytes.at(-1) as number) ^ 1)

describe.each(LAYOUTS)('the portable reader, in the layout %s,', (layout) => {
  test('gives each artifact the bytes, hash and type that the release on disk gives', async () => {
    const { root, id } = published(layout)
    const reader = await openReader(recorded(root).blobs)
    expect(reader.id).toBe(id)
    expect(reader.about).toMatchObject({
      date: '2026-01-01',
      world: 'sample',
      base_url: 'http://127.0.0.1:8787',
    })
    const release = currentRelease(join(root, '../..'))
    for (const { side, path, body } of ARTIFACTS) {
      const { bytes, sha256, contentType } = (await reader.read(side, path)) ?? {}
      expect(Buffer.from(bytes ?? []).equals(Buffer.from(body as string)), path).toBe(true)
      expect(release?.file(side, path)).toMatchObject({ sha256, contentType })
    }
    for (const path of [
      'embed/nobody.svg',
      'embed/agent-1.png',
      'api/agent/agent-1/none',
      '../manifest.json',
    ])
      expect(await reader.read('public', path), path).toBeNull()
  })

  test('never gives bytes that are not the published ones', async () => {
    const { root } = published(layout)
    const changes = [
      (bytes: Uint8Array) => changedByte(bytes),
      (bytes: Uint8Array) => bytes.slice(1),
      () => null,
    ]
    for (const change of changes) {
      const { blobs } = recorded(root, (path, bytes) =>
        /^public|packs\/|agents/.test(path) ? change(bytes) : bytes,
      )
      const reader = await openReader(blobs)
      for (const [side, path] of [
        ['public', 'index.html'],
        ['public', 'embed/agent-3.svg'],
        ['private', 'agents/agent-3.json'],
      ] as const) {
        await expect(reader.read(side, path), path).rejects.toThrow(OperationalError)
      }
    }
  })

  test('refuses a folder without a manifest or with half of one; a changed one has another id', async () => {
    const { root, id } = published(layout)
    await expect(openReader({ read: async () => null })).rejects.toThrow('manifest.json is missing')
    const half = recorded(root, (_, bytes) => bytes.subarray(0, 200))
    await expect(openReader(half.blobs)).rejects.toThrow(OperationalError)
    const changed = recorded(root, (path, bytes) =>
      path === 'manifest.json' ? Buffer.from(Buffer.from(bytes).toString().replace('sample', 'live')) : bytes,
    )
    expect((await openReader(changed.blobs)).id).not.toBe(id)
  })
})

test('a pack is read once for many files, and again when the cache had to let it go', async () => {
  const { root } = published('packs')
  const paths = ['embed/agent-1.svg', 'api/public/trust/agent-1', 'embed/agent-2.svg', 'embed/agent-1.svg']
  const packsRead = async (cacheBytes: number) => {
    const { blobs, reads } = recorded(root)
    const reader = await openReader(blobs, { cacheBytes })
    for (const path of paths) await reader.read('public', path)
    return reads.filter((path) => path.startsWith('private/packs/')).length
  }
  expect(await packsRead(WHOLE_PACKS)).toBe(2)
  expect(await packsRead(0)).toBe(4)
  const { length } = readFileSync(join(root, await findPack(root, 'embed/agent-1.svg')))
  expect(await packsRead(length + 10)).toBe(3)
})

test('a pack that was read once is not read again for a handle that it has not', async () => {
  const { blobs, reads } = recorded(published('packs').root)
  const reader = await openReader(blobs, { cacheBytes: 0 })
  const isBesideAgent1 = (handle: string) => shardNumber(handle) === shardNumber('agent-1')
  const nobodies = Array.from({ length: 40_000 }, (_, at) => `nobody-${at}`).filter(isBesideAgent1)
  expect(nobodies.length).toBeGreaterThan(2)
  const { length } = reads
  for (const nobody of nobodies) expect(await reader.read('public', `embed/${nobody}.svg`)).toBeNull()
  expect(reads.length - length).toBe(1)
  expect(await reader.read('public', 'embed/agent-1.svg')).not.toBeNull()
})

test('a caller may change the bytes that it read, and keeps no pack in memory', async () => {
  for (const blobs of [recorded(published('packs').root).blobs, diskBlobs(published('packs').root)]) {
    const reader = await openReader(blobs)
    const first = await reader.read('public', 'embed/agent-1.svg')
    first?.bytes.fill(0)
    expect(first?.bytes.buffer.byteLength).toBe(first?.bytes.length)
    const again = await reader.read('public', 'embed/agent-1.svg')
    expect(Buffer.from(again?.bytes ?? []).toString()).toBe('badge of agent-1')
  }
})

test('the reader and all that it imports are portable', () => {
  const seen = new Set<string>()
  const visit = (path: string): void => {
    if (seen.has(path)) return
    seen.add(path)
    const source = readFileSync(path, 'utf8')
    expect(source, path).not.toMatch(/from 'node:|\bBuffer\.|\bprocess\./)
    for (const [, target = ''] of source.matchAll(/^import (?!type)[^']*'(\.[^']+)'/gm))
      visit(join(path, '..', target))
  }
  visit(join(import.meta.dirname, '../../core/release/reader.ts'))
  expect(seen.size).toBeGreaterThan(4)
})

async function findPack(root: string, path: string): Promise<string> {
  const { blobs, reads } = recorded(root)
  await (await openReader(blobs)).read('public', path)
  return reads.at(-1) as string
}
