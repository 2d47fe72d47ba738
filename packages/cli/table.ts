import stringWidth from 'string-width'

const GAP = '  '

/** Rows as columns that line up on a terminal, wide letters included; the first row is the head. */
export function table(rows: readonly (readonly string[])[]): string[] {
  const widths = (rows[0] ?? []).map((_, column) =>
    Math.max(...rows.map((row) => stringWidth(row[column] ?? ''))),
  )
  return rows.map((row) =>
    row
      .map((text, column) => text + ' '.repeat((widths[column] ?? 0) - stringWidth(text)))
      .join(GAP)
      .trimEnd(),
  )
}
