/**
 * Keys of a release store. Everything but the pointer is content-addressed and immutable, so that concurrent writers
 * write the same object or different ones, and never over each other.
 */
export const POINTER = 'pointer.json'
export const BLOBS = 'blobs/'
export const RELEASES = 'releases/'

export const blobKey = (sha256: string): string => `${BLOBS}${sha256.slice(0, 2)}/${sha256}`
export const manifestKey = (id: string): string => `${RELEASES}${id}/manifest.json`
