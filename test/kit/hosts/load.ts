import { type Load, type RawLoadOptions, rawLoad } from './raw_load.ts'

/** How hard, and how long. */
export interface LoadOptions extends RawLoadOptions {
  /** Header lines that each call has besides its host, each with its line break. */
  headers?: string
}

/** Calls a server over HTTP/1.1 by GET. `next` gives the path and query of each call. */
export function load(
  url: string,
  next: () => string,
  { headers = '', ...options }: LoadOptions,
): Promise<Load> {
  const end = ` HTTP/1.1\r\nHost: ${new URL(url).hostname}\r\n${headers}\r\n`
  return rawLoad(url, () => `GET ${next()}${end}`, options)
}
