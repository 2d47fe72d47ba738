import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Blobs } from './reader.ts'

/** The files of the release in the folder `root`, for the portable reader. */
export function diskBlobs(root: string): Blobs {
  return {
    async read(path) {
      try {
        return await readFile(join(root, path))
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
        throw error
      }
    },
  }
}
