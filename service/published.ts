import { notFound } from './problems.ts'
import type { ServedRelease, StoredFile } from './release_store.ts'

/** A public file of the release; a 404 when this release has none. */
export function published(served: ServedRelease, path: string): StoredFile {
  const file = served.file('public', path)
  if (file === null) throw notFound('not_found', 'This release has nothing at this address.')
  return file
}
