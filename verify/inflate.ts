/**
 * Makes the bytes again that `deflated` was made from with the same dictionary. Streams of browsers know no dictionary, so
 * it goes in front as a block that is not compressed, and comes off the result again.
 */
export async function inflate(
  deflated: Uint8Array,
  dictionary: Uint8Array,
): Promise<Uint8Array<ArrayBuffer>> {
  const blocks = dictionary.length === 0 ? [deflated] : [storedBlock(dictionary), deflated]
  const stream = new Blob(blocks as Uint8Array<ArrayBuffer>[])
    .stream()
    .pipeThrough(new DecompressionStream('deflate-raw'))
  return new Uint8Array(await new Response(stream).arrayBuffer()).subarray(dictionary.length)
}

function storedBlock(bytes: Uint8Array): Uint8Array {
  const block = new Uint8Array(5 + bytes.length)
  const view = new DataView(block.buffer)
  view.setUint16(1, bytes.length, true)
  view.setUint16(3, ~bytes.length & 0xffff, true)
  block.set(bytes, 5)
  return block
}
