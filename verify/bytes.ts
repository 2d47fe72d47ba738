import { sha256 as sha256Of } from '@noble/hashes/sha2.js'
import { MAX_DEPTH } from './bounds.ts'

/** Bytes and their spellings, the same in Node and in browsers. What cannot be read throws a Malformed. */

/** Error for input of the wrong form. */
export class Malformed extends Error {
  override name = 'Malformed'
}

const BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/
const STRICT_UTF8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/** The SHA-256 of the bytes. */
export const sha256Bytes = (bytes: Uint8Array): Uint8Array => sha256Of(bytes)

/** The SHA-256 of bytes, or of a text in UTF-8, in hex. */
export const sha256Hex = (of: Uint8Array | string): string =>
  toHex(sha256Bytes(typeof of === 'string' ? utf8(of) : of))

/** A text in UTF-8. */
export const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text)

/** The text of UTF-8 bytes. */
export function decodeText(bytes: Uint8Array): string {
  try {
    return STRICT_UTF8.decode(bytes)
  } catch {
    throw new Malformed('it is not UTF-8')
  }
}

/** The value of a JSON text, or of its bytes. */
export function parseJson(json: Uint8Array | string): unknown {
  const text = typeof json === 'string' ? json : decodeText(json)
  if (isDeep(text)) throw new Malformed(`it is nested deeper than ${MAX_DEPTH} levels`)
  try {
    return JSON.parse(text)
  } catch {
    throw new Malformed('it is not JSON')
  }
}

/** True if brackets outside of strings are nested deeper than in any of our JSON. */
function isDeep(text: string): boolean {
  let [depth, isInString] = [0, false]
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    if (code === 0x5c) at += 1
    else if (code === 0x22) isInString = !isInString
    else if (!isInString && (code === 0x5b || code === 0x7b)) depth += 1
    else if (!isInString && (code === 0x5d || code === 0x7d)) depth -= 1
    if (depth > MAX_DEPTH) return true
  }
  return false
}

/** Bytes as lower-case hex. */
export const toHex = (bytes: Uint8Array): string =>
  Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')

/** The bytes of lower-case hex. */
export function fromHex(hex: string): Uint8Array {
  if (!/^(?:[0-9a-f]{2})*$/.test(hex)) throw new Malformed('it is not hex in lower case')
  return Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16))
}

/** Bytes in base64. */
export const toBase64 = (bytes: Uint8Array): string =>
  btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))

/** The bytes of base64; only the one spelling that these bytes have is taken. */
export function fromBase64(text: string): Uint8Array {
  if (!BASE64.test(text)) throw new Malformed('it is not base64')
  const bytes = Uint8Array.from(atob(text), (char) => char.charCodeAt(0))
  if (toBase64(bytes) !== text) throw new Malformed('it is not base64 in its usual spelling')
  return bytes
}

/** The bytes of base64url without padding. */
export const bytesOfBase64url = (text: string): Uint8Array =>
  fromBase64(text.replaceAll('-', '+').replaceAll('_', '/') + '='.repeat((4 - (text.length % 4)) % 4))

/** Several byte strings as one. */
export function concatBytes(...parts: Uint8Array[]): Uint8Array {
  const all = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0))
  let at = 0
  for (const part of parts) {
    all.set(part, at)
    at += part.length
  }
  return all
}

/** True if two byte strings are equal. */
export const sameBytes = (bytes: Uint8Array, other: Uint8Array): boolean =>
  bytes.length === other.length && bytes.every((byte, i) => byte === other[i])
