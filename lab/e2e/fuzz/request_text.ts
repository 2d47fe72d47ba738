import type { RawRequest } from './raw_client.ts'

/** The parts of a request; nothing of them is escaped or checked. */
export interface RequestParts {
  method: string
  /** The request target, between method and version, with any bytes. */
  target: string
  headers: readonly (readonly [name: string, value: string])[]
  body?: Buffer
  /** The framing of the body; `none` for a request without one. */
  framing?: 'none' | 'length' | 'chunked' | 'both' | 'two lengths' | 'too long' | 'broken chunks'
  label: string
}

/** The request as bytes. Characters above U+00FF are sent in UTF-8. */
export function encodeRequest({ method, target, headers, body, framing, label }: RequestParts): RawRequest {
  const content = body ?? Buffer.alloc(0)
  const way = framing ?? (body === undefined ? 'none' : 'length')
  const lines = [
    `${method} ${target} HTTP/1.1`,
    ...(headers.some(([name]) => name.toLowerCase() === 'host') ? [] : ['Host: localhost']),
    ...headers.map(([name, value]) => `${name}: ${value}`),
    ...LENGTHS[way](content.length),
  ]
  const isChunked = way === 'chunked' || way === 'both' || way === 'broken chunks'
  const sent = isChunked ? chunked(content, way === 'broken chunks') : content
  return {
    bytes: Buffer.concat([Buffer.from(`${lines.join('\r\n')}\r\n\r\n`), sent]),
    method,
    label,
    isWhole: (way === 'none' || way === 'length' || way === 'chunked') && !/[\r\n]/.test(method + target),
  }
}

const LENGTHS: Record<NonNullable<RequestParts['framing']>, (length: number) => string[]> = {
  none: () => [],
  length: (length) => [`Content-Length: ${length}`],
  chunked: () => ['Transfer-Encoding: chunked'],
  both: (length) => [`Content-Length: ${length}`, 'Transfer-Encoding: chunked'],
  'two lengths': (length) => [`Content-Length: ${length}`, `Content-Length: ${length + 1}`],
  'too long': (length) => [`Content-Length: ${length + 10}`],
  'broken chunks': () => ['Transfer-Encoding: chunked'],
}

function chunked(content: Buffer, isBroken: boolean): Buffer {
  const half = Math.floor(content.length / 2)
  const parts = [content.subarray(0, half), content.subarray(half)].filter((part) => part.length > 0)
  const sizes = parts.map((part) => (isBroken ? `${part.length}zz` : part.length.toString(16)))
  return Buffer.concat([
    ...parts.flatMap((part, at) => [Buffer.from(`${sizes[at]}\r\n`), part, Buffer.from('\r\n')]),
    Buffer.from('0\r\n\r\n'),
  ])
}
