import { promisify } from 'node:util'
import { type AsyncGzipOptions, gzip } from 'fflate'
import { CSV_TYPE, PARQUET_TYPE } from '../../../core/interface/content.ts'
import { DATA_TYPES } from '../hosts/static_headers.ts'

/** The formats of the newest day. */
export type Format = 'parquet' | 'csv' | 'ndjson' | 'arrow'

/** A file of the data, as the descriptions name it. */
export interface DataFile {
  table: string
  format: Format
  /** Below `data/`. */
  path: string
  rows: number
  bytes: number
  sha256: string
  /** Null for one that is read as it is. */
  compression: 'gzip' | null
}

export const FORMAT_TYPES: Readonly<Record<Format, string>> = {
  parquet: PARQUET_TYPE,
  csv: CSV_TYPE,
  ndjson: String(DATA_TYPES.ndjson),
  arrow: String(DATA_TYPES.arrow),
}

/** Hosts of static files take none of more than 25 MiB, and text is large: what is longer is compressed. */
const MAX_PLAIN = 8_000_000

/** In a thread of its own, since it takes longer than all else that is done for a file. */
const gzipped = promisify<Uint8Array, AsyncGzipOptions, Uint8Array>(gzip)

/**
 * The body as it is published: text that is long is compressed, with bytes that are the same on every machine. It is given
 * away then, and empty afterwards: of a million agents it is some hundred MB, and the thread would have a copy.
 */
export async function packed(
  body: Uint8Array,
): Promise<{ body: Uint8Array; compression: DataFile['compression'] }> {
  if (body.byteLength <= MAX_PLAIN) return { body, compression: null }
  return { body: await gzipped(body, { level: 6, mtime: 0, consume: true }), compression: 'gzip' }
}
