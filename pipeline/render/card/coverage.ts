import { inflateSync } from 'node:zlib'

/**
 * Reads a WOFF file and returns a test for the characters of the Basic Multilingual Plane that it covers; none beyond.
 */
export function readCoverage(woff: Buffer): (code: number) => boolean {
  const findGlyph = readCharacterMap(readTables(woff)('cmap'))
  return (code) => code < 0xffff && findGlyph(code) !== 0
}

const times = <T>(count: number, read: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, i) => read(i))

function readTables(woff: Buffer): (tag: string) => Buffer {
  if (woff.toString('latin1', 0, 4) !== 'wOFF')
    throw new Error('The font is not a WOFF file; use the .woff file')
  const entries = times(woff.readUInt16BE(12), (index) => 44 + 20 * index)
  return (tag) => {
    const entry = entries.find((at) => woff.toString('latin1', at, at + 4) === tag)
    if (entry === undefined) throw new Error(`The font has no table ${tag}; use one that has`)
    const [start, packed, length] = times(3, (i) => woff.readUInt32BE(entry + 4 + 4 * i)) as [
      number,
      number,
      number,
    ]
    const bytes = woff.subarray(start, start + packed)
    return packed < length ? inflateSync(bytes) : bytes
  }
}

/** Reads the segments (format 4) that map the Basic Multilingual Plane to glyphs. */
function readCharacterMap(cmap: Buffer): (code: number) => number {
  const offsets = times(cmap.readUInt16BE(2), (index) => cmap.readUInt32BE(8 + 8 * index))
  const at = offsets.find((offset) => cmap.readUInt16BE(offset) === 4)
  if (at === undefined) throw new Error('The font has no character map of format 4; use one that has')
  const size = cmap.readUInt16BE(at + 6)
  const ends = at + 14
  return (code) => {
    let end = ends
    while (cmap.readUInt16BE(end) < code) end += 2
    const start = end + size + 2
    const first = cmap.readUInt16BE(start)
    if (first > code) return 0
    const delta = cmap.readUInt16BE(start + size)
    const rangeAt = start + 2 * size
    const range = cmap.readUInt16BE(rangeAt)
    if (range === 0) return (code + delta) & 0xffff
    const glyph = cmap.readUInt16BE(rangeAt + range + 2 * (code - first))
    return glyph === 0 ? 0 : (glyph + delta) & 0xffff
  }
}
