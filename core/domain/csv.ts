/** Spreadsheets take a file that begins with it for UTF-8, and one without for the character set of their machine. */
export const BYTE_ORDER_MARK = '\uFEFF'

/** First characters that make a spreadsheet read a cell as a formula, in plain and full-width forms. */
export const STARTS_OF_A_FORMULA = '=+-@\t\r\n\uFF1D\uFF0B\uFF0D\uFF20'

type Cell = string | number | boolean | null

/** A CSV file for spreadsheets: names of columns, and a line for each row. */
export function csvText(columns: readonly string[], rows: readonly (readonly Cell[])[]): string {
  const lines = [columns.join(','), ...rows.map((row) => row.map(csvCell).join(','))]
  return `${BYTE_ORDER_MARK}${lines.join('\r\n')}\r\n`
}

/**
 * One cell of a CSV line. Every text is quoted: readers that guess how a file is written look at its first lines alone. A
 * text that a spreadsheet would run is made inert by an apostrophe (OWASP); numbers are plain, since a minus before one is no
 * formula; null is empty.
 */
export function csvCell(value: Cell): string {
  if (value === null) return ''
  if (typeof value !== 'string') return String(value)
  const isFormula = value !== '' && STARTS_OF_A_FORMULA.includes(value.charAt(0))
  return `"${isFormula ? "'" : ''}${value.replaceAll('"', '""')}"`
}
