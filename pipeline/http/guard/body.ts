import { pipeline, Readable, type Transform } from 'node:stream'
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib'
import type { ReachedResponse } from './transport.ts'

/** A whole body, decompressed, and its number of bytes as sent. */
export interface Body {
  bytes: Buffer
  sent: number
}

/** The body exceeds the cap and is aborted. */
export class OverCap extends Error {}

const DECODERS: Record<string, () => Transform> = {
  gzip: createGunzip,
  'x-gzip': createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
}

/** Reads a body to its end. Throws when it is over the cap, as sent or decompressed, cut short, or unreadable. */
export async function readCappedBody({ headers, body }: ReachedResponse, maxBytes: number): Promise<Body> {
  const encoding = headers.get('content-encoding')?.trim().toLowerCase() ?? 'identity'
  const decoder = DECODERS[encoding]
  if (!decoder && encoding !== 'identity') throw new Error('its compression is not known')
  let sent = 0
  // A compressed body can go on for ever without a byte of content, so both sides are counted.
  async function* counted() {
    for await (const chunk of body ?? []) {
      sent += chunk.length
      if (sent > maxBytes) throw new OverCap('it is larger than the cap')
      yield chunk
    }
  }
  const bytes = await collect(decoder ? decode(counted(), decoder()) : counted(), maxBytes)
  const announced = headers.get('content-length')
  if (announced !== null && Number(announced) !== sent) throw new Error('it is cut short')
  return { bytes, sent }
}

async function collect(chunks: AsyncIterable<Uint8Array>, maxBytes: number): Promise<Buffer> {
  const collected: Uint8Array[] = []
  let size = 0
  for await (const chunk of chunks) {
    size += chunk.length
    if (size > maxBytes) throw new OverCap('it is larger than the cap once decompressed')
    collected.push(chunk)
  }
  return Buffer.concat(collected, size)
}

// An end or a failure on either side ends the other; the reader of the last stream sees the error.
const decode = (chunks: AsyncIterable<Uint8Array>, decoder: Transform): AsyncIterable<Uint8Array> =>
  pipeline(Readable.from(chunks, { objectMode: false }), decoder, () => {})
