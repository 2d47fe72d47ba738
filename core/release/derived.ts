import { BadUsage } from '../domain/errors.ts'
import type { Manifest, ReleaseInputs } from './manifest.ts'

/**
 * Files that hold the id of their release, which is the hash of its manifest: they are made from the finished
 * manifest and not named in it.
 */
export const DERIVED_KEYS: readonly string[] = ['public/_headers']

/** A file made from a release's id, at one of DERIVED_KEYS; its body holds the id. */
export interface DerivedFile {
  key: string
  body: string
}

/** Makes the derived files of a release from what it was made of and its id. */
export type Derive = (about: ReleaseInputs, id: string) => DerivedFile[]

/** The files that `derive` makes; throws BadUsage for one that an artifact is already, or that verifying would not know. */
export function derivedFiles(derive: Derive, manifest: Manifest): DerivedFile[] {
  const { about, id } = manifest
  const files = derive(about, id)
  for (const { key, body } of files)
    if (!DERIVED_KEYS.includes(key) || !body.includes(id) || manifest.find(key) !== null)
      throw new BadUsage(
        `${key} cannot be a derived file: it must be one of ${DERIVED_KEYS.join(', ')}, contain the id ${id}, and not be an artifact`,
      )
  return files
}
