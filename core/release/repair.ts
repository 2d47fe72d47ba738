import { mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { DERIVED_KEYS, type DerivedFile } from './derived.ts'
import type { Manifest, ManifestEntry } from './manifest.ts'
import { fileProblem, filesUnder } from './release.ts'
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
  const extra = findExtra(root, entries)
  for (const key of extra) rmSync(join(root, key))
  const damaged = entries.filter((entry) => isDamaged(root, staging, entry))
  for (const { key } of damaged) replace(root, staging, key)
  const changed = unnamed.filter(({ key, body }) => !isSame(join(root, key), body))
  for (const file of changed) {
    staging.addUnnamed(file)
    place(root, staging, file.key)
  }
  return damaged.length + extra.length + changed.length
}

// What was found whole in this very release a moment ago is not read a second time.
function isDamaged(root: string, staging: Staging, entry: ManifestEntry): boolean {
  if (staging.base?.path === root && staging.shared.has(entry.key)) return false
  return fileProblem(root, entry) !== null
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

function findExtra(root: string, entries: ManifestEntry[]): string[] {
  const named = new Set([...entries.map(({ key }) => key), 'manifest.json', ...DERIVED_KEYS])
  return [...filesUnder(root)].filter((key) => !named.has(key))
}

function isSame(path: string, text: string): boolean {
  try {
    return readFileSync(path).equals(Buffer.from(text))
  } catch {
    return false
  }
}
