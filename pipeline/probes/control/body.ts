import { gunzipSync } from 'node:zlib'
import type { ReachedResponse } from '../../http/guard/transport.ts'
import { ProbeFailure } from '../protocol.ts'

/** Of one body, as sent and decompressed: what is asked for is short. */
const MAX_BYTES = 1024 * 1024

const UNREAD = { bytes: Buffer.alloc(0), isEnough: false, isOver: true }

/**
 * Reads a body until its text is enough, or to its end; of an error what came is enough. Throws ProbeFailure `malformed`
 * where it is over the bound, cut short or unreadable.
 */
export async function readBounded(
  { status, headers, body }: ReachedResponse,
  isEnough: (text: string) => boolean = () => false,
): Promise<{ bytes: Buffer; sent: number }> {
  const collected = await collect(body, isEnough).catch((error: unknown) => {
    if (status < 400) throw new ProbeFailure('malformed', { cause: error })
    return UNREAD
  })
  const bytes = decompress(collected.bytes, headers.get('content-encoding'))
  const announced = headers.get('content-length')
  const isShort = announced !== null && Number(announced) > collected.bytes.length
  const isWhole = collected.isEnough || (!collected.isOver && !isShort)
  if (status < 400 && (bytes === null || !isWhole)) throw new ProbeFailure('malformed')
  return { bytes: bytes ?? Buffer.alloc(0), sent: collected.bytes.length }
}

async function collect(body: ReachedResponse['body'], isEnough: (text: string) => boolean) {
  const decoder = new TextDecoder()
  const chunks: Uint8Array[] = []
  let [size, text] = [0, '']
  for await (const chunk of body ?? []) {
    chunks.push(chunk)
    size += chunk.length
    text += decoder.decode(chunk, { stream: true })
    if (isEnough(text)) return { bytes: Buffer.concat(chunks), isEnough: true, isOver: false }
    if (size > MAX_BYTES) return { bytes: Buffer.concat(chunks), isEnough: false, isOver: true }
  }
  return { bytes: Buffer.concat(chunks), isEnough: false, isOver: false }
}

/** Some hosts compress whatever they are asked for. Null where it cannot be read within the bound. */
function decompress(bytes: Buffer, encoding: string | null): Buffer | null {
  if (encoding === null || /^\s*(identity)?\s*$/i.test(encoding)) return bytes
  try {
    return /^\s*(x-)?gzip\s*$/i.test(encoding) ? gunzipSync(bytes, { maxOutputLength: MAX_BYTES }) : null
  } catch {
    return null
  }
}
