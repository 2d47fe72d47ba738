import {
  CSV_TYPE,
  JSON_TYPE,
  MARKDOWN_TYPE,
  PARQUET_TYPE,
  PNG_TYPE,
  SVG_TYPE,
} from '../../../core/interface/content.ts'
import type { Endpoint } from '../../../core/interface/endpoint.ts'
import { contentReply } from '../../../core/interface/reply.ts'

/** Media types of the downloads by extension. */
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

/** Media types of the site's figures by extension. */
export const FIGURE_TYPES: Readonly<Record<string, string>> = { svg: SVG_TYPE, png: PNG_TYPE, csv: CSV_TYPE }

// The host derives these from the file and its release.
const OF_THE_FILE = new Set(['etag', 'content-length', 'content-type', 'x-release'])

/** Returns the headers, in lower case, that the handler sends with every 200 of this type, whichever the file. */
export function staticHeaders(
  { lifetime }: Pick<Endpoint, 'lifetime'>,
  contentType: string,
): [string, string][] {
  const content = { bytes: new Uint8Array(), etag: '""', contentType }
  const { headers } = contentReply(content, lifetime, '')
  return Object.entries(headers).filter(([name]) => !OF_THE_FILE.has(name))
}
