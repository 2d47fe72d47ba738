import { inflateRawSync } from 'node:zlib'
import { ZStream, zlibDeflate, zlibDeflateInit2, zlibDeflateSetDictionary } from 'pako'

/** Deflating can look back on 32 KB; what it finds in the second half of them is little. */
export const MAX_DICTIONARY = 16_384

/** Constants of zlib.h: no header, a window of 32 KB, 128 KB for the tables; and the code for the end of the stream. */
const [DEFLATED, RAW_WINDOW_BITS, MEMORY_LEVEL, DEFAULT_STRATEGY] = [8, -15, 8, 0] as const
const [FINISH, STREAM_END] = [4, 1] as const
/** A tenth more bytes than with 6, the usual level, in two thirds of the time. */
const LEVEL = 3

/** The tables and counters of a stream. */
type State = Record<string, unknown>
type Table = Uint8Array | Uint16Array

/** A stream, and what it was once it had read a dictionary. */
interface Begun {
  dictionary: Uint8Array
  stream: ZStream
  state: State
}

/**
 * One stream for all members: rebuilding its tables and reading the dictionary takes longer than deflating a member.
 */
let begun: Begun | null = null
let output = new Uint8Array(65_536)

/**
 * Compresses a member of a pack. A dictionary that all share holds what they have in common; it must not change
 * meanwhile. zlib in JavaScript does it, at a higher cost: what the zlib of Node makes differs between its versions and
 * kinds of processors, and a release that is computed again has the same bytes everywhere.
 */
export function deflate(member: Uint8Array, dictionary: Uint8Array): Uint8Array {
  const capacity = maxDeflated(member.length)
  if (output.length < capacity) output = new Uint8Array(capacity)
  const stream = streamAfter(dictionary)
  Object.assign(stream, { input: member, next_in: 0, avail_in: member.length })
  Object.assign(stream, { output, next_out: 0, avail_out: output.length })
  const status = zlibDeflate(stream, FINISH)
  if (status !== STREAM_END) throw new Error(`a member could not be compressed: status ${status} of zlib`)
  return output.slice(0, stream.next_out)
}

/** The stream as if the dictionary were all that it has ever read. */
function streamAfter(dictionary: Uint8Array): ZStream {
  if (begun?.dictionary === dictionary) copyState(begun.state, begun.stream.state)
  else begun = begin(dictionary)
  return begun.stream
}

/**
 * Always with a new stream: `zlibDeflateReset` leaves what was read before behind the dictionary, and `pako` looks at
 * up to one byte of it, so that a member's bytes would depend on the members before it.
 */
function begin(dictionary: Uint8Array): Begun {
  const stream = new ZStream()
  zlibDeflateInit2(stream, LEVEL, DEFLATED, RAW_WINDOW_BITS, MEMORY_LEVEL, DEFAULT_STRATEGY)
  if (dictionary.length > 0) zlibDeflateSetDictionary(stream, dictionary)
  const state: State = {}
  copyState(stream.state, state)
  return { dictionary, stream, state }
}

/** `deflateCopy` of zlib.h, which `pako` does not have. What is no table and no number is the same for each member. */
function copyState(from: State, to: State): void {
  for (const [name, value] of Object.entries(from))
    if (typeof value === 'number') to[name] = value
    else if (ArrayBuffer.isView(value)) to[name] = copyTable(value as Table, to[name] as Table | undefined)
}

function copyTable(table: Table, into: Table | undefined): Table {
  if (into === undefined) return table.slice()
  into.set(table)
  return into
}

/** Maximum deflated size: incompressible data grows by a few bytes in each block. */
const maxDeflated = (bytes: number): number => bytes + (bytes >> 3) + 64

/** The other way. */
export const inflate = (deflated: Uint8Array, dictionary: Uint8Array): Uint8Array =>
  inflateRawSync(deflated, dictionary.length === 0 ? {} : { dictionary })
