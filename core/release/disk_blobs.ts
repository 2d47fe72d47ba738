import { close, open, read } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Blobs } from './reader.ts'

/** The files of the release in the folder `root`, for the portable reader. */
export function diskBlobs(root: string): Blobs {
  return {
    read: (path) => unlessMissing(() => readFile(join(root, path))),
    readPart: (path, from, bytes) => unlessMissing(() => readPart(join(root, path), from, bytes)),
  }
}

async function unlessMissing(read: () => Promise<Uint8Array>): Promise<Uint8Array | null> {
  try {
    return await read()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}

// By callbacks: a handle of promises takes twice the time of all of it.
const [openFile, readFrom, closeFile] = [promisify(open), promisify(read), promisify(close)]

async function readPart(file: string, from: number, bytes: number): Promise<Uint8Array> {
  const opened = await openFile(file, 'r')
  try {
    const part = new Uint8Array(bytes)
    const { bytesRead } = await readFrom(opened, part, 0, bytes, from)
    return part.subarray(0, bytesRead)
  } finally {
    await closeFile(opened)
  }
}
