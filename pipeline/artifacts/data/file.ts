import { promisify } from 'node:util'
import { type AsyncGzipOptions, gzip } from 'fflate'
import { CSV_TYPE, PARQUET_TYPE } from '../../../core/interface/content.ts'
import { DATA_TYPES } from '../hosts/static_headers.ts'

/** The formats of the newest day. */
export type Format = 'parquet' | 'csv' | 'ndjson' | 'arrow'

/** A file of the data, as in the descriptions. */
export interface DataFile {
  table: string
  format: Format
  /** Relative to `data/`. */
  path: string
  rows: number
  bytes: number
  sha256: string
  /** Null for an uncompressed file. */
  compression: 'gzip' | null
}

export const FORMAT_TYPES: Readonly<Record<Format, string>> = {
  parquet: PARQUET_TYPE,
  csv: CSV_TYPE,
  ndjson: String(DATA_TYPES.ndjson),
  arrow: String(DATA_TYPES.arrow),
}

/** Maximum bytes of an uncompressed text: static hosts accept at most 25 MiB per file. */
const MAX_PLAIN = 8_000_000

/** On a thread of its own, since it takes longer than all other work on a file. */
const gzipped = promisify<Uint8Array, AsyncGzipOptions, Uint8Array>(gzip)

/**
 * Returns the body as published: long text is compressed, with the same bytes on every machine. Transfers the input to
 * the thread, so it is empty afterwards: for a million agents it is some hundred MB, and a copy would double that.
 */
export async function compressFile(
  body: Uint8Array,
): Promise<{ body: Uint8Array; compression: DataFile['compression'] }> {
  if (body.byteLength <= MAX_PLAIN) return { body, compression: null }
  return { body: await gzipped(body, { level: 6, mtime: 0, consume: true }), compression: 'gzip' }
}
