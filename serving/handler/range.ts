import type { Reply } from '../../core/interface/reply.ts'
import type { HttpCall } from './http_call.ts'

/**
 * Returns the part of a 200 that the `Range` header of a GET requests: 206 for one range of bytes, 416 for one out of
 * bounds; the whole for other methods, several ranges, other units, or an `If-Range` of other content (RFC 9110, 13.1.5
 * and 14).
 */
export function selectRange(reply: Reply, call: HttpCall): Reply {
  const whole: Reply = { ...reply, headers: { ...reply.headers, 'accept-ranges': 'bytes' } }
  const { body } = reply
  const requestedRange = /^bytes=(\d*)-(\d*)$/.exec(call.header('range') ?? '')
  const condition = call.header('if-range')
  if (
    call.method !== 'GET' ||
    reply.status !== 200 ||
    body === null ||
    requestedRange === null ||
    requestedRange[0] === 'bytes=-'
  )
    return whole
  if (condition !== null && condition !== reply.headers.etag) return whole
  const size = body.byteLength
  const [from, to] = parseBounds(requestedRange[1] ?? '', requestedRange[2] ?? '', size)
  if (from >= size || from > to) {
    const { 'content-length': _length, ...headers } = whole.headers
    return {
      status: 416,
      headers: { ...headers, 'content-range': `bytes */${size}`, 'cache-control': 'no-store' },
      body: null,
    }
  }
  const part = body.subarray(from, to + 1)
  return {
    status: 206,
    body: part,
    headers: {
      ...whole.headers,
      'content-range': `bytes ${from}-${to}/${size}`,
      'content-length': String(part.byteLength),
    },
  }
}

/** Returns the first and last byte; `-n` means the last n. */
function parseBounds(first: string, last: string, size: number): [number, number] {
  if (first === '') return [Math.max(size - Number(last), 0), Number(last) === 0 ? -1 : size - 1]
  return [Number(first), last === '' ? size - 1 : Math.min(Number(last), size - 1)]
}
