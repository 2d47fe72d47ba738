import { concatBytes, Malformed } from './bytes.ts'

/**
 * Makes the bytes again that `deflated` was made from with the same dictionary. Streams of browsers know no dictionary,
 * so it goes in front as a block that is not compressed, and comes off the result again. Throws Malformed for more than
 * `max` bytes, and has never more than one piece beyond them.
 */
export async function inflateBounded(
  deflated: Uint8Array,
  dictionary: Uint8Array,
  max: number,
): Promise<Uint8Array> {
  const blocks = dictionary.length === 0 ? [deflated] : [storedBlock(dictionary), deflated]
  const stream = new Blob(blocks as Uint8Array<ArrayBuffer>[])
    .stream()
    .pipeThrough(new DecompressionStream('deflate-raw'))
  const chunks = await upTo(stream.getReader(), max + dictionary.length)
  if (chunks === null) throw new Malformed(`it unpacks to more than ${max} bytes`)
  return concatBytes(...chunks).subarray(dictionary.length)
}

/** All that a stream gives, or null for more than so many bytes. */
async function upTo(
  reader: ReadableStreamDefaultReader<Uint8Array>,
  max: number,
): Promise<Uint8Array[] | null> {
  const chunks: Uint8Array[] = []
  let length = 0
  for (let read = await reader.read(); !read.done; read = await reader.read()) {
    length += read.value.length
    if (length > max) {
      await reader.cancel()
      return null
    }
    chunks.push(read.value)
  }
  return chunks
}

function storedBlock(bytes: Uint8Array): Uint8Array {
  const block = new Uint8Array(5 + bytes.length)
  const view = new DataView(block.buffer)
  view.setUint16(1, bytes.length, true)
  view.setUint16(3, ~bytes.length & 0xffff, true)
  block.set(bytes, 5)
  return block
}
