import type { Http, RequestOptions } from '../http/http.ts'

/** What a source makes of a key that is not set. */
const UNSET = /\bundefined\b/

/** Wraps a client to leave out headers with a key that is not set. */
export function withoutKeys(http: Http): Http {
  return {
    remaining: (url) => http.remaining(url),
    json: (url, schema, options) => http.json(url, schema, dropUnset(options)),
    bytes: (url, options) => http.bytes(url, dropUnset(options)),
  }
}

function dropUnset<T extends RequestOptions>(options: T | undefined): T | undefined {
  if (options?.headers === undefined) return options
  const set = Object.entries(options.headers).filter(([, value]) => !UNSET.test(value))
  return { ...options, headers: Object.fromEntries(set) }
}
