import {
  Bool,
  type Data,
  type DataType,
  DateDay,
  Decimal,
  Dictionary,
  Field,
  Float64,
  Int32,
  Int64,
  makeData,
  TimestampMicrosecond,
  Utf8,
  vectorFromArray,
} from 'apache-arrow'
import type { Column } from './column.ts'

/** The parts of DuckDB's vectors that are copied; their types keep them to themselves. */
interface RawVector {
  items?: ArrayBufferView
  dataView?: DataView
  validity: { data: BigUint64Array | null }
  getItem(row: number): unknown
}

/** One column of an Arrow table that is being put together. */
export interface ArrowColumn {
  field: Field
  /** Takes the values of so many rows. */
  take(vector: unknown, rows: number): void
  data(): Data
}

/** How the values of a kind are gathered. */
interface Values {
  type: DataType
  take(vector: RawVector, rows: number): void
  parts(length: number): object
}

export function arrowColumn(name: string, column: Column, id: number): ArrowColumn {
  const values = valuesOf(column, id)
  const nulls = new NullBits()
  return {
    field: new Field(name, values.type, column.required !== true, new Map([['meaning', column.meaning]])),
    take(vector, rows) {
      const raw = vector as RawVector
      nulls.take(raw.validity.data, rows)
      values.take(raw, rows)
    },
    data: () =>
      makeData({
        ...{ type: values.type, length: nulls.length, nullCount: nulls.count, nullBitmap: nulls.bits() },
        ...values.parts(nulls.length),
      } as Parameters<typeof makeData>[0]) as Data,
  }
}

function valuesOf({ type }: Column, id: number): Values {
  if (type === 'text' || type === 'list') return new Texts(id)
  if (type === 'boolean') return new Booleans()
  if (type === 'integer') return new Copied(new Int64(), 8, (bytes) => new BigInt64Array(bytes))
  if (type === 'number') return new Copied(new Float64(), 8, (bytes) => new Float64Array(bytes))
  if (type === 'date') return new Copied(new DateDay(), 4, (bytes) => new Int32Array(bytes))
  if (type === 'time')
    return new Copied(new TimestampMicrosecond('UTC'), 8, (bytes) => new BigInt64Array(bytes))
  const [digits, scale] = type === 'whole' ? [38, 0] : (type.match(/\d+/g)?.map(Number) ?? [])
  return new Decimals(digits ?? 38, scale ?? 0)
}

/** The bytes of a vector's values, without a copy. */
function bytesOf({ items, dataView }: RawVector): Uint8Array {
  const view = items ?? dataView
  if (view === undefined) throw new TypeError('a vector of this version of DuckDB has no values to copy')
  return new Uint8Array(view.buffer, view.byteOffset, view.byteLength)
}

/** Values that stand in both as they are. */
class Copied implements Values {
  readonly #pieces: Uint8Array[] = []

  constructor(
    readonly type: DataType,
    readonly width: number,
    readonly typed: (bytes: ArrayBuffer) => ArrayBufferView,
  ) {}

  take(vector: RawVector, rows: number): void {
    this.#pieces.push(bytesOf(vector).slice(0, rows * this.width))
  }

  parts(length: number): object {
    return { data: this.typed(joined(this.#pieces, length * this.width)) }
  }
}

/** Decimals of 2, 4, 8 or 16 bytes become those of 16, the only ones that all readers know. */
class Decimals implements Values {
  readonly type: DataType
  readonly #width: number
  readonly #pieces: Uint8Array[] = []

  constructor(digits: number, scale: number) {
    this.type = new Decimal(scale, digits, 128)
    this.#width = digits <= 4 ? 2 : digits <= 9 ? 4 : digits <= 18 ? 8 : 16
  }

  take(vector: RawVector, rows: number): void {
    this.#pieces.push(bytesOf(vector).slice(0, rows * this.#width))
  }

  parts(length: number): object {
    const given = joined(this.#pieces, length * this.#width)
    return { data: new Int32Array(this.#width === 16 ? given : widened(given, this.#width, length)) }
  }
}

function widened(given: ArrayBuffer, width: number, length: number): ArrayBuffer {
  const wide = new Int32Array(length * 4)
  const low = width === 2 ? new Int16Array(given) : new Int32Array(given)
  for (let row = 0; row < length; row += 1) {
    const first = width === 8 ? (low[2 * row] ?? 0) : (low[row] ?? 0)
    const sign = (width === 8 ? (low[2 * row + 1] ?? 0) : first) >> 31
    wide[4 * row] = first
    wide[4 * row + 1] = width === 8 ? (low[2 * row + 1] ?? 0) : sign
    wide[4 * row + 2] = sign
    wide[4 * row + 3] = sign
  }
  return wide.buffer
}

/** One byte each there, one bit each here. */
class Booleans implements Values {
  readonly type = new Bool()
  readonly #pieces: Uint8Array[] = []

  take(vector: RawVector, rows: number): void {
    this.#pieces.push(bytesOf(vector).slice(0, rows))
  }

  parts(length: number): object {
    const given = new Uint8Array(joined(this.#pieces, length))
    const bits = new Uint8Array(Math.ceil(length / 8))
    for (let row = 0; row < length; row += 1)
      if (given[row] === 1) bits[row >> 3] = (bits[row >> 3] ?? 0) | (1 << (row & 7))
    return { data: bits }
  }
}

/** Texts, each once in the dictionary, in the order in which they come. */
class Texts implements Values {
  readonly type: Dictionary<Utf8, Int32>
  readonly #places = new Map<string, number>()
  readonly #pieces: Int32Array[] = []

  constructor(id: number) {
    this.type = new Dictionary(new Utf8(), new Int32(), id)
  }

  take(vector: RawVector, rows: number): void {
    const piece = new Int32Array(rows)
    for (let row = 0; row < rows; row += 1) {
      const text = vector.getItem(row) as string | null
      if (text !== null) piece[row] = this.#placeOf(text)
    }
    this.#pieces.push(piece)
  }

  parts(length: number): object {
    const indices = joined(
      this.#pieces.map((piece) => new Uint8Array(piece.buffer)),
      length * 4,
    )
    return { data: new Int32Array(indices), dictionary: utf8([...this.#places.keys()]) }
  }

  #placeOf(text: string): number {
    const place = this.#places.get(text)
    if (place !== undefined) return place
    const next = this.#places.size
    this.#places.set(text, next)
    return next
  }
}

function utf8(texts: string[]) {
  return vectorFromArray(texts, new Utf8())
}

/** Which rows have a value, a bit each; the chunks of a result need not hold a multiple of eight rows. */
class NullBits {
  length = 0
  count = 0
  readonly #empty: number[] = []

  take(words: BigUint64Array | null, rows: number): void {
    if (words !== null) {
      const bytes = new Uint8Array(words.buffer, words.byteOffset, words.byteLength)
      for (let row = 0; row < rows; row += 1)
        if ((((bytes[row >> 3] ?? 0) >> (row & 7)) & 1) === 0) this.#empty.push(this.length + row)
    }
    this.length += rows
    this.count = this.#empty.length
  }

  /** None are needed where every row has a value. */
  bits(): Uint8Array | undefined {
    if (this.count === 0) return undefined
    const bits = new Uint8Array(Math.ceil(this.length / 8)).fill(255)
    for (const row of this.#empty) bits[row >> 3] = (bits[row >> 3] ?? 0) & ~(1 << (row & 7))
    return bits
  }
}

function joined(pieces: Uint8Array[], length: number): ArrayBuffer {
  const whole = new Uint8Array(length)
  let at = 0
  for (const piece of pieces) {
    whole.set(piece, at)
    at += piece.length
  }
  return whole.buffer
}
