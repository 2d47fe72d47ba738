import { mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { type DerivedFile, isDerivedKey } from './derived.ts'
import type { Manifest, ManifestEntry } from './manifest.ts'
import { filesUnder, findFileProblem } from './release.ts'
import type { Staging } from './staging.ts'

/**
 * Makes an existing release what its manifest says, file by file: each is replaced whole by a rename, so the
 * release can be the current one and a reader never sees half a file. `unnamed` is the manifest's file and what is
 * derived from it. Says how many files were replaced or removed.
 */
export function repairRelease(
  root: string,
  staging: Staging,
  manifest: Manifest,
  unnamed: DerivedFile[],
): number {
  const entries = [...manifest.entries()]
  const extra = findExtra(root, entries, unnamed)
  for (const key of extra) rmSync(join(root, key))
  const damaged = entries.filter((entry) => isDamaged(root, staging, entry))
  for (const { key } of damaged) replace(root, staging, key)
  const changed = unnamed.filter((file) => !isSame(join(root, file.key), file))
  for (const file of changed) {
    staging.addUnnamed(file)
    place(root, staging, file.key)
  }
  return damaged.length + extra.length + changed.length
}

// What was found whole in this very release a moment ago is not read a second time.
function isDamaged(root: string, staging: Staging, entry: ManifestEntry): boolean {
  if (staging.base?.path === root && staging.shared.has(entry.key)) return false
  return findFileProblem(root, entry) !== null
}

function replace(root: string, staging: Staging, key: string): void {
  if (staging.shared.has(key)) staging.share(key)
  place(root, staging, key)
}

function place(root: string, staging: Staging, key: string): void {
  const target = join(root, key)
  mkdirSync(dirname(target), { recursive: true })
  renameSync(join(staging.folder, key), target)
}

// A log that has grown since has fewer open tiles than before; without a log of ours what is there is left alone.
function findExtra(root: string, entries: ManifestEntry[], unnamed: DerivedFile[]): string[] {
  const named = new Set([...entries, ...unnamed].map(({ key }) => key))
  const hasLog = unnamed.some(({ key }) => key.startsWith('public/log/'))
  return [...filesUnder(root)].filter((key) => !named.has(key) && (hasLog || !isDerivedKey(key)))
}

function isSame(path: string, file: DerivedFile): boolean {
  try {
    return readFileSync(path).equals('link' in file ? readFileSync(file.link) : Buffer.from(file.body))
  } catch {
    return false
  }
}
