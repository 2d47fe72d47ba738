/** The request fields the handler uses. */
export interface HttpCall {
  method: string
  /** Absolute; only its path and query are read. */
  url: string
  header(name: string): string | null
  /** The caller's network address, where the host knows it. */
  address?: string
  /** Reads the whole body; throws HttpError 413 above so many bytes. */
  body(maxBytes: number): Promise<Uint8Array>
}
