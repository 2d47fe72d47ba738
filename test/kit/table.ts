/** Rows as lines of text, each column as wide as its widest cell; numbers are right-aligned. */
export function table(head: string[], rows: (string | number)[][]): string[] {
  const texts = [head, ...rows.map((row) => row.map(String))]
  const widths = head.map((_, column) => Math.max(...texts.map((row) => (row[column] ?? '').length)))
  const isNumber = head.map((_, column) => rows.every((row) => typeof row[column] === 'number'))
  const line = (row: string[]): string =>
    row
      .map((cell, i) => (isNumber[i] ? cell.padStart(widths[i] ?? 0) : cell.padEnd(widths[i] ?? 0)))
      .join('  ')
      .trimEnd()
  return texts.map(line)
}
