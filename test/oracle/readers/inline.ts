import { brotliDecompressSync, gunzipSync, inflateSync } from 'node:zlib'

const MAX_FILE = 1_048_576

/** The JSON that an address holds itself, in any of the ways in which it is written there; null for none. */
export function fileInAddress(address: string): unknown {
  const text = address.trim().replace(/^\uFEFF/, '')
  const data = /^(?:data:|application\/json[;,])/i.test(text) ? text.slice(text.indexOf(',') + 1) : text
  // With a brace at once, no comma ends a header.
  const inner = /^data:\s*\{/i.test(text) ? text.slice('data:'.length) : data
  const said = /^[^,]*;\s*base64\s*(?:;|,)/i.test(text)
  const ways = [() => percentDecoded(inner), () => inner]
  const packed = [() => unpacked(inner, text), () => unpacked(percentDecoded(inner), text)]
  for (const read of said ? [...packed, ...ways] : [...ways, ...packed])
    try {
      return JSON.parse(read().replace(/^\uFEFF/, ''))
    } catch {
      // Another way may give JSON.
    }
  return null
}

/** Each run of codes by itself, so that a bare percent sign stays one. */
const percentDecoded = (text: string): string =>
  text.replace(/(?:%[0-9a-f]{2})+/gi, (codes) => {
    const bytes = Buffer.from(codes.replaceAll('%', ''), 'hex')
    const read = bytes.toString()
    return Buffer.from(read).equals(bytes) ? read : codes
  })

function unpacked(letters: string, address: string): string {
  const bytes = Buffer.from(letters.replace(/\s/g, ''), 'base64')
  const most = { maxOutputLength: MAX_FILE }
  const mark = bytes.toString('hex', 0, 2)
  const plain =
    mark === '1f8b'
      ? gunzipSync(bytes, most)
      : mark.startsWith('78') && Number.parseInt(mark, 16) % 31 === 0
        ? inflateSync(bytes, most)
        : /^[^,]*\b(?:br|brotli)\b/i.test(address)
          ? brotliDecompressSync(bytes, most)
          : bytes
  if (plain.toString('hex', 0, 2) === 'fffe') return plain.toString('utf16le')
  return plain.toString()
}
