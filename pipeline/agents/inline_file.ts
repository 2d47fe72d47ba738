import { brotliDecompressSync, gunzipSync, inflateSync } from 'node:zlib'
import { parseExactJson } from '../source/exact_json.ts'

/** Maximum size of a file packed into an address: that of a visit's body. */
const MAX_UNPACKED = 1024 * 1024

/** The JSON of a registration file that is inline in its address; undefined where it cannot be parsed. */
export interface InlineFile {
  json: unknown
}

/**
 * Parses a file that is inline in its address, or null for any other address: a data URL in the forms in use, JSON
 * without a scheme, or plain base64 of JSON.
 */
export function parseInlineFile(uri: string): InlineFile | null {
  const text = uri.replace(/^[\s\uFEFF]+/, '').trimEnd()
  if (text.startsWith('{')) return { json: parseFirstJson([text, decodePercent(text)]) }
  const [, body] = /^(?:data:|(?=application\/json\s*[;,]))(.*)$/is.exec(text) ?? []
  if (body !== undefined) return { json: readData(body) }
  const bare = /^(eyJ|H4sI)/.test(text) ? parseFirstJson(decodeBase64(text, '')) : undefined
  return bare === undefined ? null : { json: bare }
}

/** Reads the part after `data:`. The stated encoding is tried first; some state base64 wrongly, or nothing. */
function readData(body: string): unknown {
  if (body.startsWith('{')) return parseFirstJson([body, decodePercent(body)])
  const at = body.indexOf(',')
  if (at === -1) return undefined
  const [header, data] = [body.slice(0, at), body.slice(at + 1)]
  const plain = [decodePercent(data), data]
  const packed = decodeBase64(data, header)
  const isBase64 = /;\s*base64\s*(;|$)/i.test(header)
  return parseFirstJson(isBase64 ? [...packed, ...plain] : [...plain, ...packed])
}

function parseFirstJson(texts: string[]): unknown {
  for (const text of texts) {
    try {
      return parseExactJson(text.replace(/^\uFEFF/, ''))
    } catch {
      // Another reading of the same address may be JSON.
    }
  }
  return undefined
}

/** The text with its valid percent escapes decoded; a bare percent sign is kept. */
const decodePercent = (text: string): string =>
  text.replace(/(?:%[\da-f]{2})+/gi, (some) => {
    try {
      return decodeURIComponent(some)
    } catch {
      return some
    }
  })

/** Decodes base64 of either alphabet, inflated where compressed; empty where it is no base64. */
function decodeBase64(data: string, header: string): string[] {
  const letters = decodePercent(data)
    .replace(/\s+/g, '')
    .replaceAll('-', '+')
    .replaceAll('_', '/')
    .replace(/=+$/, '')
  if (letters === '' || !/^[a-z\d+/]+$/i.test(letters)) return []
  try {
    return [decodeText(inflate(Buffer.from(letters, 'base64'), header), header)]
  } catch {
    return []
  }
}

/** Inflates by the magic bytes, as headers name an encoding in many ways. Throws RangeError above the size limit. */
function inflate(bytes: Buffer, header: string): Buffer {
  const bounds = { maxOutputLength: MAX_UNPACKED }
  if (bytes[0] === 0x1f && bytes[1] === 0x8b) return gunzipSync(bytes, bounds)
  if (bytes[0] === 0x78 && bytes.length > 2 && bytes.readUInt16BE() % 31 === 0)
    return inflateSync(bytes, bounds)
  return /\b(br|brotli)\b/i.test(header) ? brotliDecompressSync(bytes, bounds) : bytes
}

/** Decodes bytes to text: UTF-16 by its byte order mark, else the header's charset, else UTF-8. */
function decodeText(bytes: Buffer, header: string): string {
  const mark = bytes.length > 1 ? bytes.readUInt16BE() : 0
  const named = /;\s*charset\s*=\s*"?([\w-]{1,40})/i.exec(header)?.[1]
  const label = { 65534: 'utf-16le', 65279: 'utf-16be' }[mark] ?? named ?? 'utf-8'
  try {
    return new TextDecoder(label).decode(bytes)
  } catch {
    return new TextDecoder().decode(bytes)
  }
}
