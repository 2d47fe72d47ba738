import type { Http, RequestOptions } from '../http/http.ts'
import type { Source } from '../source/source.ts'

/** The text that a source makes of a key that is not set. */
const UNSET = /\bundefined\b/

/** Wraps a client to leave out headers with a key that is not set. */
export function withoutKeys(http: Http): Http {
  return {
    remaining: (url) => http.remaining(url),
    limited: (limits) => withoutKeys(http.limited(limits)),
    json: (url, schema, options) => http.json(url, schema, dropUnset(options)),
    bytes: (url, options) => http.bytes(url, dropUnset(options)),
  }
}

function dropUnset<T extends RequestOptions>(options: T | undefined): T | undefined {
  if (options?.headers === undefined) return options
  const set = Object.entries(options.headers).filter(([, value]) => !UNSET.test(value))
  return { ...options, headers: Object.fromEntries(set) }
}

/** Wraps a client so that the first page of a list is all of it, where a source reads no list in part. */
export function shorten(source: Pick<Source, 'probe'>, http: Http): Http {
  const cut = source.probe?.cut
  if (cut === undefined) return http
  return {
    remaining: (url) => http.remaining(url),
    limited: (limits) => shorten(source, http.limited(limits)),
    bytes: (url, options) => http.bytes(url, options),
    async json(url, schema, options) {
      const answer = await http.json(url, schema, options)
      return answer.data === null ? answer : { ...answer, data: cut(answer.data) as typeof answer.data }
    },
  }
}
