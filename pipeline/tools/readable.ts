const UTF8 = new TextDecoder('utf-8', { fatal: true })
const UTF16 = new TextDecoder('utf-16le', { fatal: true })

const MIN_CHARS = 8
/** Share of letters, digits, white space and usual signs in a text that is written for readers. */
const MIN_READABLE_SHARE = 0.9
const MIN_LETTER_SHARE = 0.5

const tryDecode = (decoder: { decode(bytes: Uint8Array): string }, bytes: Uint8Array): string | null => {
  try {
    return decoder.decode(bytes)
  } catch {
    return null
  }
}

/** Returns the text of UTF-8 bytes, or null if they are none. */
export const decodeUtf8 = (bytes: Uint8Array): string | null => tryDecode(UTF8, bytes)

/** Returns the text of UTF-16 bytes, or null if they are none. */
export const decodeUtf16 = (bytes: Uint8Array): string | null => tryDecode(UTF16, bytes)

const share = (text: string, pattern: RegExp): number => (text.match(pattern)?.length ?? 0) / [...text].length

/** True if a text can be words, and is no noise of a decoder. */
export const isReadable = (text: string): boolean =>
  text.length >= MIN_CHARS &&
  // biome-ignore lint/suspicious/noControlCharactersInRegex: a text for readers has none of them.
  !/[\0-\x08\x0e-\x1f\x7f]/.test(text) &&
  share(text, /[\p{L}\p{M}\p{N}\p{Zs}\s\p{P}\p{Sc}\p{Sm}`^<>|~+=]/gu) >= MIN_READABLE_SHARE &&
  share(text, /[\p{L}\p{M}\s]/gu) >= MIN_LETTER_SHARE
