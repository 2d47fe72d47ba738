const PLAIN = /^[\w@%+:,./=-]+$/

/**
 * Returns words as one line for a shell. No word that was checked has a character that acts within double quotes, and
 * these are the ones that POSIX shells, PowerShell and cmd share.
 */
export const shell = (words: string[]): string =>
  words.map((word) => (PLAIN.test(word) ? word : JSON.stringify(word))).join(' ')

/** Returns what stands where the user puts a value. */
export const fillIn = (name: string): string => `<your ${name}>`

/**
 * The variable that holds the value of a header of an agent. A publisher chooses the header, and must not choose a
 * variable that holds a secret of the user already.
 */
export const headerVariable = (key: string, header: string): string =>
  `MCP_${key}_${header}`.toUpperCase().replaceAll('-', '_')
