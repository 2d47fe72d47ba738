import { CSV_TYPE, JSON_TYPE, MARKDOWN_TYPE, PARQUET_TYPE } from '../../../core/interface/content.ts'
import type { Endpoint } from '../../../core/interface/endpoint.ts'
import { contentReply } from '../../../core/interface/reply.ts'

/** The types of the downloads by the ending of their name. */
export const DATA_TYPES: Readonly<Record<string, string>> = {
  json: JSON_TYPE,
  csv: CSV_TYPE,
  ndjson: 'application/x-ndjson; charset=utf-8',
  parquet: PARQUET_TYPE,
  arrow: 'application/vnd.apache.arrow.file',
  jsonld: 'application/ld+json; charset=utf-8',
  md: MARKDOWN_TYPE,
  gz: 'application/gzip',
}

// The host makes these of the file and of the release that it serves.
const OF_THE_FILE = new Set(['etag', 'content-length', 'content-type', 'x-release'])

/** The headers, in lower case, that the handler gives with a 200 of this type and that are the same for every file. */
export function staticHeaders(
  { lifetime }: Pick<Endpoint, 'lifetime'>,
  contentType: string,
): [string, string][] {
  const content = { bytes: new Uint8Array(), etag: '""', contentType }
  const { headers } = contentReply(content, lifetime, '')
  return Object.entries(headers).filter(([name]) => !OF_THE_FILE.has(name))
}
