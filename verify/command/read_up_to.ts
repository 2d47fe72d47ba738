import { readSync } from 'node:fs'

/** Reads the first bytes of an open file: a longer or endless one is read no further. */
export function readUpTo(file: number, max: number): Uint8Array {
  const bytes = new Uint8Array(max)
  let at = 0
  for (let read = -1; at < max && read !== 0; at += read) read = readSync(file, bytes, at, max - at, null)
  return bytes.subarray(0, at)
}
