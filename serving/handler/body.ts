import { HttpError } from '../../core/interface/errors.ts'

/** Returns the error for a body above the size limit. */
export const tooLarge = (maxBytes: number): HttpError =>
  new HttpError(413, 'body_too_large', `The body may have at most ${maxBytes} bytes.`)

/** Reads a whole body; throws HttpError 413 as soon as it is larger than `maxBytes`. */
export async function readBody(
  body: AsyncIterable<Uint8Array> | ReadableStream<Uint8Array> | null,
  maxBytes: number,
): Promise<Uint8Array> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of (body ?? []) as AsyncIterable<Uint8Array>) {
    size += chunk.byteLength
    if (size > maxBytes) throw tooLarge(maxBytes)
    chunks.push(chunk)
  }
  const whole = new Uint8Array(size)
  let at = 0
  for (const chunk of chunks) {
    whole.set(chunk, at)
    at += chunk.byteLength
  }
  return whole
}
