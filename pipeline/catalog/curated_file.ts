import { readFileSync } from 'node:fs'
import type { z } from 'zod'
import { OperationalError } from '../../core/domain/errors.ts'
import { parseRows } from './csv_rows.ts'

/** A file of `sql/seeds/catalog`. */
interface CuratedFile<Row extends object> {
  /** With its `.csv`. */
  name: string
  /** The columns in their order, each with its cell type. */
  row: z.ZodType<Row> & { shape: object }
  /** The unique key, compared without regard to case. */
  key: (keyof Row & string)[]
}

/** Declares a curated file. */
export const curatedFile = <Row extends object>(file: CuratedFile<Row>): CuratedFile<Row> => file

const FOLDER = 'sql/seeds/catalog'
const ROOT = new URL('../../', import.meta.url)

/** Reads the rows of a curated file. Throws OperationalError with the file, line, column and repair. */
export function readCurated<Row extends object>(file: CuratedFile<Row>): Row[] {
  return parseCurated(readFileSync(new URL(`${FOLDER}/${file.name}`, ROOT)), file)
}

/** Parses the bytes of a curated file; throws as `readCurated` does. */
export function parseCurated<Row extends object>(
  bytes: Uint8Array,
  { name, row, key }: CuratedFile<Row>,
): Row[] {
  const rows = parseRows(decode(bytes, name), `${FOLDER}/${name}`, Object.keys(row.shape), row)
  const lines = new Map<string, number>()
  for (const [index, cells] of rows.entries()) {
    const value = key.map((column) => cells[column]).join(' ')
    const [line, first] = [index + 2, lines.get(value.toLowerCase())]
    if (first !== undefined)
      throwFileError(
        name,
        `, line ${line}: ${key.join(' and ')} "${value}" also stands in line ${first}: keep one of them`,
      )
    lines.set(value.toLowerCase(), line)
  }
  return rows
}

function decode(bytes: Uint8Array, name: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return throwFileError(name, ': has bytes that are not UTF-8: save it as CSV UTF-8')
  }
}

/** Throws OperationalError about a file; `problem` follows its name. */
export function throwFileError(name: string, problem: string): never {
  throw new OperationalError(`${FOLDER}/${name}${problem}`)
}
