import { readFileSync } from 'node:fs'
import { brotliCompressSync, brotliDecompressSync, constants, gunzipSync, gzipSync } from 'node:zlib'

export const GZIP = '.gz'
export const BROTLI = '.br'
const GZIP_FAST = { level: 1 }
/** Minimum size of a body for brotli: repeats in a stream of blocks are further apart than gzip's window. */
const LARGE = 1024 * 1024
/** Quality 2 takes half of the time of 3, for a hundredth more bytes. */
const BROTLI_WIDE = {
  params: { [constants.BROTLI_PARAM_QUALITY]: 2, [constants.BROTLI_PARAM_LGWIN]: 24 },
}

/** True for a body that brotli compresses, and for the record of a day that is compressed. */
export const isLarge = (bytes: Uint8Array): boolean => bytes.length >= LARGE

/** Compresses a body. */
export const packBody = (bytes: Uint8Array): Buffer =>
  isLarge(bytes) ? brotliCompressSync(bytes, BROTLI_WIDE) : gzipSync(bytes, GZIP_FAST)

/** Returns a body by the name of its file; null where it is damaged. */
export function unpack(name: string, packed: Uint8Array): Buffer | null {
  try {
    return name.endsWith(BROTLI) ? brotliDecompressSync(packed) : gunzipSync(packed)
  } catch {
    return null
  }
}

/** Compresses the record of a day, in a form that every tool reads. */
export const packDay = (text: Uint8Array): Buffer => gzipSync(text)

/** Reads the text of the record of a day; a damaged one is read as it lies there, which no record matches. */
export function unpackDay(path: string): Buffer {
  const bytes = readFileSync(path)
  return path.endsWith(GZIP) ? (unpack(path, bytes) ?? bytes) : bytes
}
