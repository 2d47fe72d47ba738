/** Bytes with the validator that names them. */
export interface Content {
  bytes: Uint8Array
  /** A strong entity tag, quotes included. */
  etag: string
  contentType: string
}
