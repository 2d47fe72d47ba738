const STRING = String.raw`"(?:\\.|[^"\\])*"`
const COMMENT = String.raw`\/\/[^\n]*|\/\*[\s\S]*?\*\/`
const COMMENTS = new RegExp(`(${STRING})|${COMMENT}`, 'g')
const TRAILING = new RegExp(String.raw`(${STRING})|,(?=\s*[}\]])`, 'g')

/** JSON as editors write their settings: with comments and commas at the end. Throws SyntaxError. */
export function parseJsonc(text: string): unknown {
  const kept = (_: string, string: string | undefined): string => string ?? ''
  return JSON.parse(
    text
      .replace(/^\uFEFF/, '')
      .replace(COMMENTS, kept)
      .replace(TRAILING, kept),
  )
}
