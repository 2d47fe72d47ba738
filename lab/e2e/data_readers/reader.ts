import type { DataTable } from '../../../pipeline/artifacts/data/table.ts'
import type { TextRow } from '../../../test/artifacts/data/read_back.ts'

/** One file of a table. */
export interface GivenFile {
  table: DataTable
  format: 'parquet' | 'csv' | 'ndjson' | 'arrow'
  /** Its path on this disk, without compression. */
  file: string
}

/** A reader that is not ours. */
export interface Reader {
  name: string
  formats: readonly GivenFile['format'][]
  /** The rows of a file in its order, each value as a text in one form for all readers. */
  read(given: GivenFile): TextRow[]
}

/** Brings the texts of another reader into the form of `read_back.ts`. */
export function inOneForm(value: unknown, type: string, format: GivenFile['format']): string | null {
  if (value === null || value === undefined) return null
  const text = String(value)
  if (type === 'boolean') return /^(?:true|1)$/i.test(text) ? 'true' : 'false'
  if (type === 'time') return `${text.replace(' ', 'T').slice(0, 23).replace(/Z$/, '')}Z`
  if (type === 'date') return text.slice(0, 10)
  if (type === 'number') return doubleText(Number(text))
  if (type.startsWith('decimal')) return padded(text, Number(/,(\d+)\)$/.exec(type)?.[1]))
  if (type === 'list' || type === 'text')
    return format === 'csv' ? text.replace(/^'(?=[=+\-@\t\r\n\uFF1D\uFF0B\uFF0D\uFF20])/, '') : text
  return text
}

const doubleText = (value: number): string =>
  Number.isInteger(value) && Math.abs(value) < 1e15 ? value.toFixed(1) : String(value)

/** A decimal with all digits behind its point. */
function padded(text: string, scale: number): string {
  const [whole = '', rest = ''] = text.split('.')
  return `${whole}.${rest.padEnd(scale, '0')}`
}
