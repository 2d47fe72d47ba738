import { gunzipSync, inflateRawSync, inflateSync } from 'node:zlib'
import { decodeUtf8, decodeUtf16 } from './readable.ts'

/** Characters that a compressed payload unpacks to at most, in bytes. */
const MAX_UNPACKED = 65_536

const MIN_DEFLATED = 32

const LIMITS = { maxOutputLength: MAX_UNPACKED }

const tryUnpack = (unpack: () => Uint8Array): Uint8Array | null => {
  try {
    return unpack()
  } catch {
    return null
  }
}

/** Unpacks bytes that begin as gzip or zlib do, or that are no text and may be bare deflate. */
function unpack(bytes: Uint8Array, isText: boolean): Uint8Array | null {
  if (bytes[0] === 0x1f && bytes[1] === 0x8b) return tryUnpack(() => gunzipSync(bytes, LIMITS))
  if (bytes[0] === 0x78) return tryUnpack(() => inflateSync(bytes, LIMITS))
  return isText || bytes.length < MIN_DEFLATED ? null : tryUnpack(() => inflateRawSync(bytes, LIMITS))
}

/** Returns the texts that bytes may stand for: as they are, in UTF-16, and unpacked. */
function readBytes(bytes: Uint8Array): string[] {
  const plain = decodeUtf8(bytes)
  const unpacked = unpack(bytes, plain !== null)
  const wide = bytes.length % 2 === 0 && bytes.subarray(0, 64).includes(0) ? decodeUtf16(bytes) : null
  return [plain, unpacked && decodeUtf8(unpacked), wide].filter((text) => text !== null)
}

const compact = (text: string): string => text.replace(/\s+/g, '')

const decodeBase64 = (text: string): string[] =>
  readBytes(Buffer.from(compact(text), /[-_]/.test(text) ? 'base64url' : 'base64'))

const decodeHex = (text: string): string[] =>
  readBytes(Buffer.from(text.replace(/0x|\\x|[^0-9a-f]/gi, ''), 'hex'))

const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

function decodeBase32(text: string): string[] {
  const bits = [...compact(text).replace(/=+$/, '')]
    .map((letter) => BASE32.indexOf(letter.toUpperCase()).toString(2).padStart(5, '0'))
    .join('')
  return decodeBits(bits)
}

const decodeBits = (bits: string): string[] =>
  readBytes(Uint8Array.from(bits.match(/[01]{8}/g) ?? [], (octet) => Number.parseInt(octet, 2)))

const readPoints = (points: readonly number[]): string[] =>
  points.every((point) => point <= 0x10ffff) ? [String.fromCodePoint(...points)] : []

const decodeCodes = (text: string, digits: RegExp, radix: number): string[] =>
  readPoints((text.match(digits) ?? []).map((code) => Number.parseInt(code, radix)))

const decodePercent = (text: string): string[] => {
  try {
    return [decodeURIComponent(text.replaceAll('+', ' '))]
  } catch {
    return []
  }
}

const decodeEscapes = (text: string): string[] => [
  text.replace(/\\u\{?([0-9a-f]{4,6})\}?/gi, (_, code) =>
    String.fromCodePoint(Math.min(Number.parseInt(code, 16), 0x10ffff)),
  ),
]

const decodeEntities = (text: string): string[] => [
  text
    .replace(/&#x([0-9a-f]{1,6});?/gi, (_, code) =>
      String.fromCodePoint(Math.min(Number.parseInt(code, 16), 0x10ffff)),
    )
    .replace(/&#(\d{1,7});?/g, (_, code) => String.fromCodePoint(Math.min(Number(code), 0x10ffff)))
    .replaceAll('&nbsp;', ' '),
]

const decodeQuotedPrintable = (text: string): string[] =>
  decodeHex(
    text.replace(
      /=([0-9A-F]{2})|([^=])/g,
      (_, code, character) => code ?? Buffer.from(character).toString('hex'),
    ),
  )

const MORSE =
  'a.- b-... c-.-. d-.. e. f..-. g--. h.... i.. j.--- k-.- l.-.. m-- n-. o--- p.--. q--.- r.-. s... t- u..- v...- w.-- x-..- y-.-- z--..'
const LETTERS = new Map(MORSE.split(' ').map((code) => [code.slice(1), code.slice(0, 1)]))

const decodeMorse = (text: string): string[] => [
  text
    .split(/\s*[/|]\s*|\s{2,}/)
    .map((word) =>
      word
        .split(' ')
        .map((code) => LETTERS.get(code) ?? '')
        .join(''),
    )
    .join(' '),
]

/** A way to write a text so that people do not read it: where it may stand, and what it may say. */
interface Encoding {
  pattern: RegExp
  decode: (text: string) => string[]
}

export const ENCODINGS: readonly Encoding[] = [
  {
    pattern:
      /(?<![A-Za-z0-9+/_-])(?:[A-Za-z0-9+/]{16,}|[A-Za-z0-9_-]{16,})(?:\s?\n\s*[A-Za-z0-9+/_-]{4,})*={0,2}/g,
    decode: decodeBase64,
  },
  { pattern: /(?<![A-Za-z0-9])(?:[A-Z2-7]{24,}|[a-z2-7]{24,})={0,6}(?![A-Za-z0-9])/g, decode: decodeBase32 },
  { pattern: /(?<![0-9A-Za-z])(?:0x)?(?:[0-9a-f]{2}){12,}(?![0-9A-Za-z])/gi, decode: decodeHex },
  { pattern: /(?:(?:0x|\\x)?[0-9a-f]{2}[\s,:;-]{0,2}){12,}/gi, decode: decodeHex },
  { pattern: /(?:\\x[0-9a-f]{2}\s?){8,}/gi, decode: decodeHex },
  { pattern: /(?:[^\s%]{0,40}%[0-9a-f]{2}){3,}[^\s%]{0,200}/gi, decode: decodePercent },
  { pattern: /(?:(?:\\u\{?[0-9a-f]{4,6}\}?)+[ ,.]?){6,}/gi, decode: decodeEscapes },
  { pattern: /(?:(?:&#x?[0-9a-f]{1,7};?|&nbsp;)[\s,.]{0,2}){6,}/gi, decode: decodeEntities },
  { pattern: /(?:(?:=[0-9A-F]{2})[^\s=]{0,3}){8,}/g, decode: decodeQuotedPrintable },
  {
    pattern: /(?<!\d)(?:\d{2,3}[\s,;]{1,2}){11,}\d{2,3}(?!\d)/g,
    decode: (text) => decodeCodes(text, /\d+/g, 10),
  },
  {
    pattern: /(?<!\d)(?:\\?[0-7]{3}[\s,;]{0,2}){12,}(?!\d)/g,
    decode: (text) => decodeCodes(text, /[0-7]{3}/g, 8),
  },
  { pattern: /(?<![01])(?:[01]{8}\s?){8,}(?![01])/g, decode: (text) => decodeBits(compact(text)) },
  { pattern: /(?:[.-]{1,5}(?: ?[/|] ?| {1,3})){16,}[.-]{1,5}/g, decode: decodeMorse },
]
