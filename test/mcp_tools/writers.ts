// Ways to write a text so that people do not read it.

export const tags = (text: string): string =>
  [...text].map((letter) => String.fromCodePoint((letter.codePointAt(0) ?? 0) + 0xe0000)).join('')

export const selectors = (text: string): string =>
  [...Buffer.from(text)]
    .map((byte) => String.fromCodePoint(byte < 16 ? 0xfe00 + byte : 0xe0100 + byte - 16))
    .join('')

const writeBits = (text: string): string =>
  [...Buffer.from(text)].map((byte) => byte.toString(2).padStart(8, '0')).join('')

/** In two characters without width, zero and one. */
export const bits = (text: string, zero = '\u200b', one = '\u200c'): string =>
  [...writeBits(text)].map((bit) => (bit === '0' ? zero : one)).join('')

/** In four characters without width, two bits each. */
export const quads = (text: string, digits = ['\u200c', '\u200d', '\u2060', '\u2062']): string =>
  (writeBits(text).match(/../g) ?? []).map((pair) => digits[Number.parseInt(pair, 2)]).join('')

/** Each letter in as many bits as it needs, with a joiner between letters. */
export const separated = (text: string): string =>
  [...text]
    .map((letter) =>
      [...(letter.codePointAt(0) ?? 0).toString(2)]
        .map((bit) => (bit === '0' ? '\u200b' : '\u200c'))
        .join(''),
    )
    .join('\u200d')

export const base64 = (text: string | Uint8Array): string => Buffer.from(text as string).toString('base64')
export const base64url = (text: string): string => Buffer.from(text).toString('base64url')
export const utf16 = (text: string): string => Buffer.from(text, 'utf16le').toString('base64')
export const hex = (text: string): string => Buffer.from(text).toString('hex')
export const percent = (text: string): string =>
  [...Buffer.from(text)].map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join('')
export const codes = (text: string): string => [...text].map((letter) => letter.charCodeAt(0)).join(' ')
export const entities = (text: string): string =>
  [...text].map((letter) => `&#${letter.codePointAt(0)};`).join('')
export const escapes = (text: string): string =>
  [...text].map((letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`).join('')
export const rot13 = (text: string): string =>
  text.replace(/[A-Za-z]/g, (letter) => {
    const start = letter < 'a' ? 65 : 97
    return String.fromCharCode(((letter.charCodeAt(0) - start + 13) % 26) + start)
  })
export const backwards = (text: string): string => [...text].reverse().join('')

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'
export const base32 = (text: string): string =>
  (writeBits(text).match(/.{1,5}/g) ?? [])
    .map((group) => ALPHABET[Number.parseInt(group.padEnd(5, '0'), 2)])
    .join('')

/** A tool with a description, and whatever else it declares. */
export const tool = (description: string, more: Record<string, unknown> = {}): Record<string, unknown> => ({
  name: 'lookup',
  description,
  inputSchema: { type: 'object', properties: {} },
  ...more,
})

/** A tool with one parameter. */
export const withParameter = (
  parameter: Record<string, unknown>,
  name = 'query',
  description = 'Looks up an entry of the catalogue.',
): Record<string, unknown> =>
  tool(description, { inputSchema: { type: 'object', properties: { [name]: parameter } } })
