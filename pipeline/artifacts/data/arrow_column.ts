import {
  Bool,
  type Data,
  type DataType,
  DateDay,
  Decimal,
  Dictionary,
  Field,
  Float64,
  Int8,
  Int16,
  Int32,
  Int64,
  makeData,
  makeVector,
  TimestampMicrosecond,
  Utf8,
} from 'apache-arrow'
import type { Column } from './column.ts'

/** The parts of DuckDB's vectors that are copied; their types do not export them. */
interface RawVector {
  items?: ArrayBufferView
  dataView?: DataView
  validity: { data: BigUint64Array | null }
  getItem(row: number): unknown
}

/** Facts about a column before its first row: its dictionary's id, and the texts if rows are numbers of texts. */
interface KnownColumn {
  id: number
  texts: readonly string[] | null
}

/** Builder of one column of an Arrow table. */
export interface ArrowColumn {
  name: string
  /** Available after all rows were added. */
  field(): Field
  /** Adds the values of `rows` rows; for texts that nearly always differ, only their lengths. */
  append(vector: unknown, rows: number): void
  /** Buffers for such texts, concatenated: DuckDB joins them faster than it returns each. Otherwise null. */
  textBuffers: Uint8Array[] | null
  data(): Data
}

/** Collects the values of one type. */
interface Values {
  readonly type: DataType
  append(vector: RawVector, rows: number): void
  /** `empty` are the rows without a value, whose bytes must only be the same each time. */
  parts(length: number, empty: readonly number[]): object
  readonly textBuffers?: Uint8Array[] | null
}

export function arrowColumn(name: string, column: Column, given: KnownColumn): ArrowColumn {
  const values = createValues(column, given)
  const nulls = new NullBits()
  return {
    name,
    field: () =>
      new Field(name, values.type, column.required !== true, new Map([['meaning', column.meaning]])),
    append(vector, rows) {
      const raw = vector as RawVector
      nulls.append(validBits(raw), rows)
      values.append(raw, rows)
    },
    get textBuffers() {
      return values.textBuffers ?? null
    },
    data: () =>
      makeData({
        ...{ type: values.type, length: nulls.length, nullCount: nulls.count, nullBitmap: nulls.bits() },
        ...values.parts(nulls.length, nulls.empty),
      } as Parameters<typeof makeData>[0]) as Data,
  }
}

function createValues({ type }: Column, { id, texts }: KnownColumn): Values {
  if (texts !== null) return new NumberedTexts(id, texts)
  if (type === 'text' || type === 'list') return new Texts(id)
  if (type === 'boolean') return new Booleans()
  if (type === 'integer') return new CopiedValues(new Int64(), 8, (bytes) => new BigInt64Array(bytes))
  if (type === 'number') return new CopiedValues(new Float64(), 8, (bytes) => new Float64Array(bytes))
  if (type === 'date') return new CopiedValues(new DateDay(), 4, (bytes) => new Int32Array(bytes))
  if (type === 'time')
    return new CopiedValues(new TimestampMicrosecond('UTC'), 8, (bytes) => new BigInt64Array(bytes))
  const [digits, scale] = type === 'whole' ? [38, 0] : (type.match(/\d+/g)?.map(Number) ?? [])
  return new Decimals(digits ?? 38, scale ?? 0)
}

/** Returns the bytes of a vector's values, without a copy. */
function viewBytes({ items, dataView }: RawVector): Uint8Array {
  const view = items ?? dataView
  if (view === undefined) throw new TypeError('a vector of this version of DuckDB has no values to copy')
  return new Uint8Array(view.buffer, view.byteOffset, view.byteLength)
}

/** Values with the same representation in both. */
class CopiedValues implements Values {
  readonly #pieces: Uint8Array[] = []

  readonly type: DataType
  readonly width: number
  readonly typed: (bytes: ArrayBuffer) => ArrayBufferView

  constructor(type: DataType, width: number, typed: (bytes: ArrayBuffer) => ArrayBufferView) {
    this.type = type
    this.width = width
    this.typed = typed
  }

  append(vector: RawVector, rows: number): void {
    this.#pieces.push(viewBytes(vector).slice(0, rows * this.width))
  }

  parts(length: number, empty: readonly number[]): object {
    return { data: this.typed(zeroNulls(joinPieces(this.#pieces, length * this.width), this.width, empty)) }
  }
}

/** Converts decimals of 2, 4, 8 or 16 bytes to 16, the only size that all readers support. */
class Decimals implements Values {
  readonly type: DataType
  readonly #width: number
  readonly #pieces: Uint8Array[] = []

  constructor(digits: number, scale: number) {
    this.type = new Decimal(scale, digits, 128)
    this.#width = digits <= 4 ? 2 : digits <= 9 ? 4 : digits <= 18 ? 8 : 16
  }

  append(vector: RawVector, rows: number): void {
    this.#pieces.push(viewBytes(vector).slice(0, rows * this.#width))
  }

  parts(length: number, empty: readonly number[]): object {
    const given = zeroNulls(joinPieces(this.#pieces, length * this.#width), this.#width, empty)
    return { data: new Int32Array(this.#width === 16 ? given : widen(given, this.#width, length)) }
  }
}

function widen(given: ArrayBuffer, width: number, length: number): ArrayBuffer {
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

/** One byte each in DuckDB, one bit each in Arrow. */
class Booleans implements Values {
  readonly type = new Bool()
  readonly #pieces: Uint8Array[] = []

  append(vector: RawVector, rows: number): void {
    this.#pieces.push(viewBytes(vector).slice(0, rows))
  }

  parts(length: number, empty: readonly number[]): object {
    const given = new Uint8Array(zeroNulls(joinPieces(this.#pieces, length), 1, empty))
    const bits = new Uint8Array(Math.ceil(length / 8))
    for (let row = 0; row < length; row += 1)
      if (given[row] === 1) bits[row >> 3] = (bits[row >> 3] ?? 0) | (1 << (row & 7))
    return { data: bits }
  }
}

/**
 * Repeated texts are in a dictionary, in order of first occurrence; those of a column that nearly always differ are
 * concatenated. The first chunk of rows decides.
 */
class Texts implements Values {
  readonly #id: number
  readonly #places = new Map<string, number>()
  readonly #pieces: Int32Array[] = []
  #hasStarted = false
  /** End of each text in `textBuffers`. */
  readonly #ends: number[] = [0]
  textBuffers: Uint8Array[] | null = null

  constructor(id: number) {
    this.#id = id
  }

  get type(): DataType {
    if (this.textBuffers !== null) return new Utf8()
    return new Dictionary(new Utf8(), indexFor(this.#places.size).type, this.#id)
  }

  append(vector: RawVector, rows: number): void {
    if (!this.#hasStarted) this.#begin(vector, rows)
    if (this.textBuffers === null) this.#pieces.push(this.#findPlaces(vector, rows))
    else this.#takeEnds(vector, rows)
  }

  parts(length: number): object {
    if (this.textBuffers !== null)
      return { data: Buffer.concat(this.textBuffers), valueOffsets: Int32Array.from(this.#ends) }
    const bytes = this.#pieces.map((piece) => new Uint8Array(piece.buffer))
    return buildDictionary([...this.#places.keys()], joinPieces(bytes, length * 4))
  }

  #begin(vector: RawVector, rows: number): void {
    const seen = new Set<unknown>()
    for (let row = 0; row < rows; row += 1) seen.add(vector.getItem(row))
    if (rows > 1 && seen.size > rows / 2) this.textBuffers = []
    this.#hasStarted = true
  }

  #takeEnds(vector: RawVector, rows: number): void {
    const [words, valid] = [viewWords(vector, rows), validBits(vector)]
    let end = this.#ends.at(-1) ?? 0
    for (let row = 0; row < rows; row += 1) {
      if (isValid(valid, row)) end += words[4 * row] ?? 0
      this.#ends.push(end)
    }
  }

  #findPlaces(vector: RawVector, rows: number): Int32Array {
    const places = new Int32Array(rows)
    const words = viewWords(vector, rows)
    const valid = validBits(vector)
    for (let row = 0; row < rows; row += 1) {
      // Identical to the row before, so the same text.
      if (row > 0 && isAsBefore(words, 4 * row) && isValid(valid, row - 1) && isValid(valid, row))
        places[row] = places[row - 1] ?? 0
      else {
        const text = vector.getItem(row) as string | null
        if (text !== null) places[row] = this.#findPlace(text)
      }
    }
    return places
  }

  #findPlace(text: string): number {
    const place = this.#places.get(text)
    if (place !== undefined) return place
    const next = this.#places.size
    this.#places.set(text, next)
    return next
  }
}

/** Known texts; each row is an index into them. */
class NumberedTexts implements Values {
  readonly type: DataType
  readonly #texts: readonly string[]
  readonly #pieces: Uint8Array[] = []

  constructor(id: number, texts: readonly string[]) {
    this.#texts = texts
    this.type = new Dictionary(new Utf8(), indexFor(texts.length).type, id)
  }

  append(vector: RawVector, rows: number): void {
    this.#pieces.push(viewBytes(vector).slice(0, rows * 4))
  }

  parts(length: number, empty: readonly number[]): object {
    return buildDictionary(this.#texts, zeroNulls(joinPieces(this.#pieces, length * 4), 4, empty))
  }
}

/** Builds a dictionary column from 32-bit indices. */
function buildDictionary(texts: readonly string[], places: ArrayBuffer): object {
  const dictionary = makeVector(
    makeData({ type: new Utf8(), length: texts.length, nullCount: 0, ...utf8(texts) }),
  )
  return { data: indexFor(texts.length).narrowed(new Int32Array(places)), dictionary }
}

/**
 * Returns the narrowest index type for this many texts: most columns repeat a few, and each row has one index for each
 * column.
 */
function indexFor(texts: number) {
  if (texts <= 2 ** 7) return { type: new Int8(), narrowed: (places: Int32Array) => new Int8Array(places) }
  if (texts <= 2 ** 15) return { type: new Int16(), narrowed: (places: Int32Array) => new Int16Array(places) }
  return { type: new Int32(), narrowed: (places: Int32Array) => places }
}

/** Encodes texts for Arrow: all bytes, and the end of each. */
function utf8(texts: readonly string[]): { data: Uint8Array; valueOffsets: Int32Array } {
  const valueOffsets = new Int32Array(texts.length + 1)
  let end = 0
  for (const [at, text] of texts.entries()) {
    end += Buffer.byteLength(text)
    valueOffsets[at + 1] = end
  }
  return { data: Buffer.from(texts.join('')), valueOffsets }
}

/** Validity bitmap of the rows; chunks of a result need not have a multiple of eight rows. */
class NullBits {
  length = 0
  count = 0
  readonly empty: number[] = []

  append(bits: Uint8Array | null, rows: number): void {
    if (bits !== null) {
      for (let row = 0; row < rows; row += 1) if (!isValid(bits, row)) this.empty.push(this.length + row)
    }
    this.length += rows
    this.count = this.empty.length
  }

  /** Undefined if every row has a value. */
  bits(): Uint8Array | undefined {
    if (this.count === 0) return undefined
    const bits = new Uint8Array(Math.ceil(this.length / 8)).fill(255)
    for (const row of this.empty) bits[row >> 3] = (bits[row >> 3] ?? 0) & ~(1 << (row & 7))
    return bits
  }
}

/** Returns a bit for each row, the lowest first, or null if every row has a value. */
const validBits = ({ validity: { data } }: RawVector): Uint8Array | null =>
  data === null ? null : new Uint8Array(data.buffer, data.byteOffset, data.byteLength)

const isValid = (bits: Uint8Array | null, row: number): boolean =>
  bits === null || (((bits[row >> 3] ?? 0) >> (row & 7)) & 1) === 1

/** Returns four numbers for each text: its length in bytes, its first letters, and the rest or its address. */
function viewWords(vector: RawVector, rows: number): Int32Array {
  const raw = viewBytes(vector)
  return new Int32Array(raw.buffer, raw.byteOffset, rows * 4)
}

const isAsBefore = (words: Int32Array, at: number): boolean =>
  words[at] === words[at - 4] &&
  words[at + 1] === words[at - 3] &&
  words[at + 2] === words[at - 2] &&
  words[at + 3] === words[at - 1]

function joinPieces(pieces: Uint8Array[], length: number): ArrayBuffer {
  const whole = new Uint8Array(length)
  let at = 0
  for (const piece of pieces) {
    whole.set(piece, at)
    at += piece.length
  }
  return whole.buffer
}

/** Zeroes the bytes of null values: DuckDB leaves them undefined, and some readers look at them. */
function zeroNulls(bytes: ArrayBuffer, width: number, empty: readonly number[]): ArrayBuffer {
  const view = new Uint8Array(bytes)
  for (const row of empty) view.fill(0, row * width, (row + 1) * width)
  return bytes
}
