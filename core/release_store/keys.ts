/**
 * Where things are in a release store. Everything but the pointer is named by its content and never changes, so that
 * two who write at once write the same or something else, and never over each other.
 */
export const POINTER = 'pointer.json'
export const BLOBS = 'blobs/'
export const RELEASES = 'releases/'

export const blobKey = (sha256: string): string => `${BLOBS}${sha256.slice(0, 2)}/${sha256}`
export const manifestKey = (id: string): string => `${RELEASES}${id}/manifest.json`
