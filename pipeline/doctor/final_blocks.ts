import type { BytesAnswer, BytesOptions, Http } from '../http/http.ts'
import { pick } from '../source/pick.ts'
import { AskedEnough } from './watch.ts'

const HEAD = /\/head$/

/** A client of a dataset that asks each query once, for its first part. */
interface AskedOnce extends Http {
  /** Begins the next reading. */
  begin(): void
  /** Returns the answer to the query of this reading; null where there is none. */
  answer(): BytesAnswer | null
}

/**
 * Wraps the client of a dataset of the portal so that a run's own code asks it once: the newest final block is asked
 * for once and is also the newest one, a query that another reading made is not sent again, of each reading the first
 * part alone is asked for, and what the reading asks of the same blocks afterwards has no items.
 */
export function askOnce(
  http: Http,
  onMadeUp: (url: string, request: unknown, line: unknown) => void = () => {},
): AskedOnce {
  const heads = new Map<string, ReturnType<Http['json']>>()
  const streams = new Map<string, Promise<BytesAnswer>>()
  let first: BytesAnswer | null = null
  let from: unknown = null
  const askStream = (url: string, options: BytesOptions | undefined): Promise<BytesAnswer> => {
    const key = `${url} ${JSON.stringify(options?.body)}`
    const known = streams.get(key) ?? http.bytes(url, options)
    streams.set(key, known)
    return known
  }
  const once: AskedOnce = {
    remaining: (url) => http.remaining(url),
    limited: () => once,
    json(url, schema, options) {
      const final = url.replace(HEAD, '/finalized-head')
      const known = heads.get(final) ?? http.json(final, schema, options)
      heads.set(final, known)
      return known as never
    },
    async bytes(url, options) {
      if (first === null) {
        from = pick(options?.body, 'fromBlock')
        first = await askStream(url, options)
        return first
      }
      if (pick(options?.body, 'fromBlock') !== from)
        throw new AskedEnough(url, 'the first part of a reading is enough')
      const line = {
        header: { number: pick(options?.body, 'toBlock'), timestamp: readTime(first.data), hash: null },
      }
      onMadeUp(url, options?.body, line)
      return { ...first, status: 200, data: Buffer.from(`${JSON.stringify(line)}\n`) }
    },
    begin() {
      first = null
    },
    answer: () => first,
  }
  return once
}

/** Returns the time of the first block of an answer. */
const readTime = (body: Buffer): unknown =>
  pick(JSON.parse(body.toString('utf8', 0, body.indexOf(10))), 'header', 'timestamp')
