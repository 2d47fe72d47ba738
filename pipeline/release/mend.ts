import { mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { Manifest, type ManifestEntry } from './manifest.ts'
import { fileProblem, filesUnder } from './release.ts'
import type { Staging } from './staging.ts'

/**
 * Makes an existing release what its manifest says, file by file: each is replaced whole by a rename, so the
 * release can be the current one and a reader never sees half a file. Says how many files were replaced or removed.
 */
export function mendRelease(root: string, staging: Staging, manifest: string): number {
  const entries = [...new Manifest(Buffer.from(manifest)).entries()]
  const extra = findExtra(root, entries)
  for (const key of extra) rmSync(join(root, key))
  const damaged = entries.filter((entry) => isDamaged(root, staging, entry))
  for (const { key } of damaged) replace(root, staging, key)
  return damaged.length + extra.length + Number(mendManifest(root, staging, manifest))
}

// What was found whole in this very release a moment ago is not read a second time.
function isDamaged(root: string, staging: Staging, entry: ManifestEntry): boolean {
  if (staging.base?.path === root && staging.shared.has(entry.key)) return false
  return fileProblem(root, entry) !== null
}

function replace(root: string, staging: Staging, key: string): void {
  if (staging.shared.has(key)) staging.share(key)
  const target = join(root, key)
  mkdirSync(dirname(target), { recursive: true })
  renameSync(join(staging.folder, key), target)
}

function findExtra(root: string, entries: ManifestEntry[]): string[] {
  const named = new Set(entries.map(({ key }) => key)).add('manifest.json')
  return [...filesUnder(root)].filter((key) => !named.has(key))
}

function mendManifest(root: string, staging: Staging, manifest: string): boolean {
  const target = join(root, 'manifest.json')
  if (isSame(target, manifest)) return false
  staging.addManifest(manifest)
  renameSync(join(staging.folder, 'manifest.json'), target)
  return true
}

function isSame(path: string, text: string): boolean {
  try {
    return readFileSync(path).equals(Buffer.from(text))
  } catch {
    return false
  }
}
