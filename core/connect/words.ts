import quote from 'shell-quote/quote.js'

const PLAIN = /^[\w@%+:,./=-]+$/

/** Returns words as one line for a POSIX shell; those that mean nothing to one stay as they are. */
export const shell = (words: string[]): string =>
  words.map((word) => (PLAIN.test(word) ? word : quote([word]))).join(' ')

/** Returns what stands where the user puts a value. The space in it makes the quoting one by quotation marks. */
export const fillIn = (name: string): string => `<your ${name}>`

/**
 * The variable that holds the value of a header of an agent. A publisher chooses the header, and must not choose a
 * variable that holds a secret of the user already.
 */
export const headerVariable = (key: string, header: string): string =>
  `MCP_${key}_${header}`.toUpperCase().replaceAll('-', '_')
