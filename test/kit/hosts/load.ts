import { type Load, type RawLoadOptions, rawLoad } from './raw_load.ts'

/** The load: connections, duration and headers. */
export interface LoadOptions extends RawLoadOptions {
  /** Header lines of each call besides its host, each with its line break. */
  headers?: string
}

/** Calls a server over HTTP/1.1 by GET. `next` returns the path and query of each call. */
export function load(
  url: string,
  next: () => string,
  { headers = '', ...options }: LoadOptions,
): Promise<Load> {
  const end = ` HTTP/1.1\r\nHost: ${new URL(url).hostname}\r\n${headers}\r\n`
  return rawLoad(url, () => `GET ${next()}${end}`, options)
}
