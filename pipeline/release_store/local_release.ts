import { hash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { isDerivedKey } from '../../core/release/derived.ts'
import { filesUnder, openRelease, type Release } from '../../core/release/release.ts'
import { type FileList, formatList } from '../../core/release_store/file_list.ts'
import type { StoredRelease } from '../../core/release_store/pointer.ts'
import { describeFile } from './local_files.ts'

/** A release of an output folder, with the files derived from its manifest. */
export interface LocalRelease {
  release: Release
  manifest: Buffer
  /** By key, `public/…`. */
  derived: FileList
}

/**
 * Returns the release of this id, or null if it is no longer in the folder. Throws OperationalError for a damaged one.
 */
export async function readLocalRelease(output: string, id: string): Promise<LocalRelease | null> {
  const path = join(output, 'releases', id)
  if (!existsSync(path)) return null
  const derived: FileList = new Map()
  for (const key of filesUnder(path))
    if (isDerivedKey(key)) derived.set(key, await describeFile(join(path, key)))
  return { release: openRelease(path), manifest: readFileSync(join(path, 'manifest.json')), derived }
}

/** Returns the store's record of it. */
export const toStoredRelease = ({ release, derived }: LocalRelease): StoredRelease => ({
  id: release.id,
  manifest_sha256: release.manifestSha256,
  derived: hash('sha256', formatList(derived)),
})
