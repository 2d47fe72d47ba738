import { BadUsage } from '../domain/errors.ts'
import type { Manifest, ReleaseInputs } from './manifest.ts'

/** Holds the id of its release. */
const HEADERS = 'public/_headers'

/**
 * Files that are made from the finished manifest, so that it cannot name them: what holds the release's id, a copy of
 * the manifest for readers, the state of the index, and the log, in which the manifest is the last entry.
 */
const DERIVED = [
  /^public\/_headers$/,
  /^public\/manifest\.json$/,
  /^public\/api\/proof-of-index\/v1$/,
  /^public\/status\.json$/,
  /^public\/log\/(?:checkpoint|key|entries\/(?:[0-9a-f]{2}|days)\.json)$/,
  /^public\/log\/tile\/(?:\d{1,2}|entries)\/(?:x\d{3}\/){0,4}\d{3}(?:\.p\/\d{1,3})?$/,
]

/** A file made from a release's manifest: its content, or the file that is to be linked into the release. */
export type DerivedFile = { key: string } & ({ body: string } | { link: string })

/** Creates the derived files of a release from its inputs and its manifest. */
export type Derive = (about: ReleaseInputs, manifest: Manifest) => DerivedFile[]

/** True if a key may be that of a derived file. */
export const isDerivedKey = (key: string): boolean => DERIVED.some((pattern) => pattern.test(key))

/** The files that `derive` makes; throws BadUsage for one that an artifact is already, or that verifying would not know. */
export function derivedFiles(derive: Derive, manifest: Manifest): DerivedFile[] {
  const files = derive(manifest.about, manifest)
  for (const file of files)
    if (!isDerivedKey(file.key) || !namesRelease(file, manifest.id) || manifest.find(file.key) !== null)
      throw new BadUsage(
        `${file.key} cannot be a derived file: it must be one of ${DERIVED.map(({ source }) => source).join(', ')}, ${HEADERS} must contain the id ${manifest.id}, and it must not be an artifact`,
      )
  return files
}

/** A file of another release, brought over, does not name this one. */
const namesRelease = (file: DerivedFile, id: string): boolean =>
  file.key !== HEADERS || ('body' in file && isOfRelease(file.key, file.body, id))

/** True if the text of a derived file belongs to the release with this id, as far as the text can show. */
export const isOfRelease = (key: string, text: string, id: string): boolean =>
  key !== HEADERS || text.includes(id)
