import { hash } from 'node:crypto'
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { silentReporter } from '../../cli/progress.ts'
import { manifestLine, renderManifest } from '../../core/release/manifest_text.ts'
import { parseList } from '../../core/release_store/file_list.ts'
import { blobKey, manifestKey } from '../../core/release_store/keys.ts'
import { readHead, type StoredRelease } from '../../core/release_store/pointer.ts'
import { NOTHING, writeContents } from '../../pipeline/release_store/contents.ts'
import { restore } from '../../pipeline/release_store/restore.ts'
import { movePointer } from '../../pipeline/release_store/store.ts'
import { BucketMirror } from '../../serving/service/release/bucket_mirror.ts'
import { UNGUARDED } from '../../serving/service/release/known_log/log_guard.ts'
import { createInputs } from '../release/fixture.ts'
import { fakeStore, machine, storeAt } from './small_runs.ts'

const sha = (text: string): string => hash('sha256', text)

/** A store whose pointer leads to a forged release. */
async function createHostileStore(texts: string[], contents: string, release: StoredRelease | null) {
  const store = storeAt(await fakeStore())
  for (const text of texts) await store.bucket.put(blobKey(sha(text)), Buffer.from(text))
  await movePointer(store, await readHead(store.bucket), { contents, release, log: null })
  return store
}

test.each(['state/oracle/key.pem', 'releases/x', 'package.json'])(
  'a store cannot have a run write to %s',
  async (path) => {
    const file = { sha256: sha('evil'), bytes: 4 }
    const { sha256, blobs } = writeContents({
      releases: [],
      parts: new Map([['other', new Map([[path, file]])]]),
    })
    const store = await createHostileStore(['evil', ...blobs.values()], sha256, null)
    const output = machine()
    await expect(restore(store, output, silentReporter)).rejects.toThrow(
      /is no file of archive, history or log/,
    )
    expect(existsSync(join(output, path))).toBe(false)
  },
)

test.each(['../x', 'archive/../../x', '/etc/x', '.hidden/x', 'archive//x'])(
  'a list with the path %s is refused',
  (path) => {
    expect(() => parseList(`${sha('evil')} 4 ${path}\n`)).toThrow(
      /a list of files in the release store is damaged/,
    )
  },
)

test.each([
  ['a manifest', '../../x', 'public/_headers'],
  ['a list', 'public/page', 'public/page'],
])('%s that leads elsewhere is not mirrored', async (_what, key, derivedKey) => {
  const text = renderManifest(createInputs('2026-01-01'), [manifestLine(key, sha('evil'), 4, 'text/plain')])
  const list = `${sha('evil')} 4 ${derivedKey}\n`
  const release = {
    id: `2026-01-01-${sha(text).slice(0, 12)}`,
    manifest_sha256: sha(text),
    derived: sha(list),
  }
  const { sha256, blobs } = writeContents(NOTHING)
  const store = await createHostileStore(['evil', list, ...blobs.values()], sha256, release)
  await store.bucket.put(manifestKey(release.id), Buffer.from(text))
  const folder = machine()
  await expect(
    new BucketMirror(store.bucket, join(folder, 'mirror'), UNGUARDED, () => {}).follow(),
  ).rejects.toThrow()
  expect(
    readdirSync(folder, { recursive: true }).filter((path) => /\bx$|page|current/.test(String(path))),
  ).toEqual([])
})
