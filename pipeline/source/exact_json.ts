/** A run of so many digits may be an integer beyond the range of safe integers. */
const LONG = /\d{16}/

/** Parses JSON like `JSON.parse`, but returns an unsafe integer as its digits. Throws SyntaxError. */
export const parseExactJson = (text: string): unknown =>
  LONG.test(text) ? JSON.parse(text, keepDigits) : JSON.parse(text)

const keepDigits = (_: string, value: unknown, { source = '' }: { source?: string } = {}): unknown =>
  typeof value === 'number' && !Number.isSafeInteger(value) && /^-?\d+$/.test(source) ? source : value
