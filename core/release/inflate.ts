/** Decompresses a member that `deflated` compressed with the same dictionary. */
export type Inflate = (deflated: Uint8Array, dictionary: Uint8Array) => Uint8Array | Promise<Uint8Array>

/**
 * The same wherever Web standards are. Their streams know no dictionary, so it goes in front as a block that is not
 * compressed, and comes off the result again.
 */
export const inflatePortably: Inflate = async (deflated, dictionary) => {
  const blocks = dictionary.length === 0 ? [deflated] : [storedBlock(dictionary), deflated]
  const stream = new Blob(blocks as Uint8Array<ArrayBuffer>[])
    .stream()
    .pipeThrough(new DecompressionStream('deflate-raw'))
  return new Uint8Array(await new Response(stream).arrayBuffer()).subarray(dictionary.length)
}

/** A block of a deflated stream that holds bytes as they are and is not the last one. */
function storedBlock(bytes: Uint8Array): Uint8Array {
  const block = new Uint8Array(5 + bytes.length)
  const view = new DataView(block.buffer)
  view.setUint16(1, bytes.length, true)
  view.setUint16(3, ~bytes.length & 0xffff, true)
  block.set(bytes, 5)
  return block
}
