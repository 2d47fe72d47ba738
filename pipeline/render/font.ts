import { inflateSync } from 'node:zlib'
import { COUNT, FIRST, type FontMetrics } from '../../core/badge/font_metrics.ts'

const EXTENSION_LOOKUP = 9
const PAIR_LOOKUP = 2
const X_ADVANCE_ONLY = 4

/** Gives the kerning of two glyphs, or null when this table says nothing about them. */
type PairTable = (left: number, right: number) => number | null

const each = <T>(count: number, read: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, i) => read(i))

/** Reads the measures from a WOFF file. Throws when the font's tables have a form that is not read here. */
export function readFont(woff: Buffer): FontMetrics {
  const table = tablesOf(woff)
  const glyphOf = characterMap(table('cmap'))
  const glyphs = each(COUNT, (index) => glyphOf(FIRST + index))
  const hmtx = table('hmtx')
  const lastAdvance = table('hhea').readUInt16BE(34) - 1
  const advances = glyphs.map((glyph) => hmtx.readUInt16BE(4 * Math.min(glyph, lastAdvance)))
  const lookups = kerning(table('GPOS'))
  const pairs = glyphs.flatMap((left) =>
    glyphs.map((right) => sum(lookups.map((pair) => pair(left, right) ?? 0))),
  )
  return {
    unitsPerEm: table('head').readUInt16BE(18),
    advance: (code) => advances[code - FIRST] ?? 0,
    kern: (left, right) => pairs[(left - FIRST) * COUNT + right - FIRST] ?? 0,
  }
}

/** Reads from a WOFF file which characters of the Basic Multilingual Plane it has; it has none beyond. */
export function readCoverage(woff: Buffer): (code: number) => boolean {
  const glyphOf = characterMap(tablesOf(woff)('cmap'))
  return (code) => code < 0xffff && glyphOf(code) !== 0
}

const sum = (numbers: number[]) => numbers.reduce((total, number) => total + number, 0)

function tablesOf(woff: Buffer): (tag: string) => Buffer {
  if (woff.toString('latin1', 0, 4) !== 'wOFF')
    throw new Error('The font is not a WOFF file; use the .woff file')
  const entries = each(woff.readUInt16BE(12), (index) => 44 + 20 * index)
  return (tag) => {
    const entry = entries.find((at) => woff.toString('latin1', at, at + 4) === tag)
    if (entry === undefined) throw new Error(`The font has no table ${tag}; use one that has`)
    const [start, packed, length] = each(3, (i) => woff.readUInt32BE(entry + 4 + 4 * i)) as [
      number,
      number,
      number,
    ]
    const bytes = woff.subarray(start, start + packed)
    return packed < length ? inflateSync(bytes) : bytes
  }
}

/** Reads the segments (format 4) that map the Basic Multilingual Plane to glyphs. */
function characterMap(cmap: Buffer): (code: number) => number {
  const offsets = each(cmap.readUInt16BE(2), (index) => cmap.readUInt32BE(8 + 8 * index))
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

/** The lookups of the feature `kern`, in the order in which they apply; each adds to the ones before. */
function kerning(gpos: Buffer): PairTable[] {
  const features = gpos.readUInt16BE(6)
  const used = new Set<number>()
  for (let index = 0; index < gpos.readUInt16BE(features); index++) {
    const record = features + 2 + 6 * index
    if (gpos.toString('latin1', record, record + 4) !== 'kern') continue
    const feature = features + gpos.readUInt16BE(record + 4)
    for (const lookup of each(gpos.readUInt16BE(feature + 2), (i) => gpos.readUInt16BE(feature + 4 + 2 * i)))
      used.add(lookup)
  }
  const lookups = gpos.readUInt16BE(8)
  return [...used]
    .sort((a, b) => a - b)
    .map((index) => lookupOf(gpos, lookups + gpos.readUInt16BE(lookups + 2 + 2 * index)))
}

/** Within one lookup the first table that knows the pair decides. */
function lookupOf(gpos: Buffer, at: number): PairTable {
  const isExtension = gpos.readUInt16BE(at) === EXTENSION_LOOKUP
  const tables = each(gpos.readUInt16BE(at + 4), (index) => {
    const table = at + gpos.readUInt16BE(at + 6 + 2 * index)
    const type = gpos.readUInt16BE(isExtension ? table + 2 : at)
    if (type !== PAIR_LOOKUP)
      throw new Error(`The font kerns by lookups of type ${type}; only pairs are read`)
    return pairTable(gpos, isExtension ? table + gpos.readUInt32BE(table + 4) : table)
  })
  return (left, right) => {
    for (const table of tables) {
      const value = table(left, right)
      if (value !== null) return value
    }
    return null
  }
}

function pairTable(gpos: Buffer, at: number): PairTable {
  if (gpos.readUInt16BE(at + 4) !== X_ADVANCE_ONLY || gpos.readUInt16BE(at + 6) !== 0) {
    throw new Error('The font kerns by more than the advance of the first glyph, which is not read')
  }
  const coverage = glyphClasses(gpos, at + gpos.readUInt16BE(at + 2), 'coverage')
  return gpos.readUInt16BE(at) === 1 ? pairsByGlyph(gpos, at, coverage) : pairsByClass(gpos, at, coverage)
}

function pairsByGlyph(gpos: Buffer, at: number, coverage: Map<number, number>): PairTable {
  return (left, right) => {
    const index = coverage.get(left)
    if (index === undefined) return null
    const set = at + gpos.readUInt16BE(at + 10 + 2 * index)
    for (let pair = set + 2; pair < set + 2 + 4 * gpos.readUInt16BE(set); pair += 4) {
      if (gpos.readUInt16BE(pair) === right) return gpos.readInt16BE(pair + 2)
    }
    return null
  }
}

function pairsByClass(gpos: Buffer, at: number, coverage: Map<number, number>): PairTable {
  const lefts = glyphClasses(gpos, at + gpos.readUInt16BE(at + 8), 'classes')
  const rights = glyphClasses(gpos, at + gpos.readUInt16BE(at + 10), 'classes')
  const columns = gpos.readUInt16BE(at + 14)
  return (left, right) => {
    if (!coverage.has(left)) return null
    return gpos.readInt16BE(at + 16 + 2 * ((lefts.get(left) ?? 0) * columns + (rights.get(right) ?? 0)))
  }
}

/**
 * Reads a coverage table (glyph → its index) or a class definition (glyph → its class). Both come as a list
 * of glyphs or as ranges, and differ in where the list starts and in what its numbers are.
 */
function glyphClasses(gpos: Buffer, at: number, kind: 'coverage' | 'classes'): Map<number, number> {
  const classes = new Map<number, number>()
  if (gpos.readUInt16BE(at) === 1) {
    const isCoverage = kind === 'coverage'
    const first = gpos.readUInt16BE(at + 2)
    const count = isCoverage ? first : gpos.readUInt16BE(at + 4)
    for (let index = 0; index < count; index++) {
      if (isCoverage) classes.set(gpos.readUInt16BE(at + 4 + 2 * index), index)
      else classes.set(first + index, gpos.readUInt16BE(at + 6 + 2 * index))
    }
    return classes
  }
  for (let range = at + 4; range < at + 4 + 6 * gpos.readUInt16BE(at + 2); range += 6) {
    const [start, end, value] = each(3, (i) => gpos.readUInt16BE(range + 2 * i)) as [number, number, number]
    for (let glyph = start; glyph <= end; glyph++) {
      classes.set(glyph, kind === 'coverage' ? value + glyph - start : value)
    }
  }
  return classes
}
