/** A run of so many digits may be an integer that no number holds exactly. */
const LONG = /\d{16}/

/** Parses JSON as `JSON.parse` does, and keeps an integer that no number holds exactly as its digits. Throws SyntaxError. */
export const parseExactly = (text: string): unknown =>
  LONG.test(text) ? JSON.parse(text, keepDigits) : JSON.parse(text)

const keepDigits = (_: string, value: unknown, { source = '' }: { source?: string } = {}): unknown =>
  typeof value === 'number' && !Number.isSafeInteger(value) && /^-?\d+$/.test(source) ? source : value
