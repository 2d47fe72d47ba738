// The types of what is answered and published, one name for each.
export const JSON_TYPE = 'application/json; charset=utf-8'
// Without a charset, which types of JSON do not have: nginx takes no longer name into its list of what it compresses.
export const SERVER_CARD_TYPE = 'application/mcp-server-card+json'
export const AI_CATALOG_TYPE = 'application/ai-catalog+json'
export const HTML_TYPE = 'text/html; charset=utf-8'
export const TEXT_TYPE = 'text/plain; charset=utf-8'
export const MARKDOWN_TYPE = 'text/markdown; charset=utf-8'
export const SCRIPT_TYPE = 'text/javascript; charset=utf-8'
export const CSS_TYPE = 'text/css; charset=utf-8'
export const CSV_TYPE = 'text/csv; charset=utf-8'
export const SVG_TYPE = 'image/svg+xml; charset=utf-8'
export const PNG_TYPE = 'image/png'
export const FONT_TYPE = 'font/woff2'
export const XML_TYPE = 'application/xml; charset=utf-8'
export const RSS_TYPE = 'application/rss+xml; charset=utf-8'
export const ATOM_TYPE = 'application/atom+xml; charset=utf-8'
export const JSON_FEED_TYPE = 'application/feed+json; charset=utf-8'
export const PARQUET_TYPE = 'application/vnd.apache.parquet'
export const BYTES_TYPE = 'application/octet-stream'

/** Bytes with the validator that names them. */
export interface Content {
  bytes: Uint8Array
  /** A strong entity tag, quotes included. */
  etag: string
  contentType: string
  /** Says which release it is of, for a header; without one, of the release that is served. */
  note?: string
}
