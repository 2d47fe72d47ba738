import { Cache } from '../../../core/domain/cache.ts'

/** A content coding that the service writes. */
export type Coding = 'br' | 'gzip'

// Clients send one of a few dozen headers, so each is parsed once.
const read = new Cache<Coding | 'none'>({ maxSize: 200 })

/** Returns the preferred coding of an `Accept-Encoding`, br among equals; null for none (RFC 9110, 12.5.3). */
export function codingFor(accepted: string | undefined): Coding | null {
  if (accepted === undefined) return null
  const coding = read.get(accepted) ?? read.put(accepted, selectCoding(readWeights(accepted)) ?? 'none')
  return coding === 'none' ? null : coding
}

function selectCoding(weights: ReadonlyMap<string, number>): Coding | null {
  const of = (name: string): number => weights.get(name) ?? weights.get('*') ?? 0
  const [br, gzip] = [of('br'), Math.max(of('gzip'), weights.get('x-gzip') ?? 0)]
  // Identity is preferred only if the caller says so.
  const identity = weights.get('identity') ?? 0
  if (Math.max(br, gzip) === 0 || identity > Math.max(br, gzip)) return null
  return br >= gzip ? 'br' : 'gzip'
}

/** Returns the codings of a header in lower case with their weights; one with an invalid weight is not wanted. */
function readWeights(accepted: string): ReadonlyMap<string, number> {
  return new Map(
    accepted
      .toLowerCase()
      .split(',')
      .map((part) => {
        const [name = '', ...parameters] = part.split(';').map((part) => part.trim())
        const weight = parameters.find((parameter) => parameter.startsWith('q='))
        if (weight === undefined) return [name, 1]
        return [name, /^q=(?:0(?:\.\d{0,3})?|1(?:\.0{0,3})?)$/.test(weight) ? Number(weight.slice(2)) : 0]
      }),
  )
}
