/** Returns the problem of a JSON file that was written whole, with the line; null if there is none. */
export function jsonFileProblem(bytes: Uint8Array): string | null {
  const text = new TextDecoder().decode(bytes)
  if (text === '') return 'line 1: it is empty'
  const nul = text.indexOf('\0')
  if (nul >= 0) return `line ${lineNumber(text, nul)}: it holds a NUL`
  try {
    JSON.parse(text)
  } catch (error) {
    // Only some engines say where.
    const place = Number(/position (\d+)/.exec(String(error))?.[1] ?? text.length)
    return `line ${lineNumber(text, place)}: it is not JSON, or cut off`
  }
  return text.endsWith('\n') ? null : `line ${lineNumber(text, text.length)}: it has no line break at its end`
}

const lineNumber = (text: string, place: number): number => text.slice(0, place).split('\n').length
