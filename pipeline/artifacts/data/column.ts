/** The column types, the same in each format. */
export type ColumnType =
  | 'text'
  | 'integer'
  | 'whole'
  | 'number'
  | `decimal(${number},${number})`
  | 'boolean'
  | 'date'
  | 'time'
  | 'list'

/** Third-party text: cleaned and truncated to `most` code points, or a displayable address. */
type ThirdParty = { most: number; orElse?: 'handle' } | 'address'

/** One column of a table: the source of every format and description. */
export interface Column {
  type: ColumnType
  meaning: string
  unit?: string
  /** Never null. */
  required?: true
  /** All possible values. */
  values?: readonly string[]
  minimum?: number
  maximum?: number
  pattern?: string
  thirdParty?: ThirdParty
}

type Rest = Omit<Column, 'type' | 'meaning'>

const of =
  (type: ColumnType) =>
  (meaning: string, rest: Rest = {}): Column => ({ type, meaning, ...rest })

/** Any text. */
export const textColumn = of('text')
/** A 64-bit integer. */
export const integerColumn = of('integer')
/** An integer of up to 38 digits, such as an amount of a token in its smallest unit. */
export const wholeColumn = of('whole')
/** A double. */
export const numberColumn = of('number')
export const booleanColumn = of('boolean')
/** A UTC day. */
export const dateColumn = of('date')
/** A moment, in UTC. */
export const timeColumn = of('time')
/** A list, as JSON. */
export const listColumn = of('list')
/** A decimal with `digits` digits, `scale` of them after the point. */
export const decimalColumn = (digits: number, scale: number, meaning: string, rest: Rest = {}): Column => ({
  type: `decimal(${digits},${scale})`,
  meaning,
  ...rest,
})

/** Returns the name of a type in DuckDB, in Table Schema, and in Croissant. */
export function getTypeNames({ type }: Pick<Column, 'type'>): {
  duckdb: string
  schema: string
  croissant: string
} {
  if (type.startsWith('decimal')) return { duckdb: type, schema: 'number', croissant: 'sc:Float' }
  return TYPES[type as keyof typeof TYPES]
}

const TYPES = {
  text: { duckdb: 'varchar', schema: 'string', croissant: 'sc:Text' },
  integer: { duckdb: 'bigint', schema: 'integer', croissant: 'sc:Integer' },
  whole: { duckdb: 'decimal(38,0)', schema: 'integer', croissant: 'sc:Integer' },
  number: { duckdb: 'double', schema: 'number', croissant: 'sc:Float' },
  boolean: { duckdb: 'boolean', schema: 'boolean', croissant: 'sc:Boolean' },
  date: { duckdb: 'date', schema: 'date', croissant: 'sc:Date' },
  time: { duckdb: 'timestamptz', schema: 'datetime', croissant: 'sc:DateTime' },
  list: { duckdb: 'varchar', schema: 'array', croissant: 'sc:Text' },
} as const
