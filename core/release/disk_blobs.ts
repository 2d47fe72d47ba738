import { closeSync, openSync, readSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Blobs } from './reader.ts'

/** The files of the release in the folder `root`, for the portable reader. */
export function diskBlobs(root: string): Blobs {
  return {
    read: (path) => nullIfMissing(() => readFile(join(root, path))),
    readPart: (path, from, bytes) => nullIfMissing(async () => readPart(join(root, path), from, bytes)),
  }
}

async function nullIfMissing(read: () => Promise<Uint8Array>): Promise<Uint8Array | null> {
  try {
    return await read()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}

// At once: a part is a few kilobytes, and handing three calls over to other threads takes twenty times as long as making them.
function readPart(file: string, from: number, bytes: number): Uint8Array {
  const opened = openSync(file, 'r')
  try {
    const part = new Uint8Array(bytes)
    return part.subarray(0, readSync(opened, part, 0, bytes, from))
  } finally {
    closeSync(opened)
  }
}
