/** The agents that have one word: their places in order, or a bit for each. */
export type Postings = { list: Uint32Array } | { bitmap: Uint32Array }

/** How many agents were found, and the places of the first. */
export interface Matches {
  total: number
  first: number[]
}

/** The agents that have every word and pass every mask. `scratch` is a bitmap to work on. */
export function matchAll(
  words: Postings[],
  masks: Uint32Array[],
  limit: number,
  scratch: Uint32Array,
): Matches {
  const lists = words.flatMap((one) => ('list' in one ? [one.list] : []))
  const bitmaps = [...words.flatMap((one) => ('bitmap' in one ? [one.bitmap] : [])), ...masks]
  const [shortest, ...others] = lists.sort((a, b) => a.length - b.length)
  if (shortest !== undefined) return matchLists(shortest, others, bitmaps, limit)
  scratch.fill(-1)
  for (const bitmap of bitmaps) keepIn(scratch, bitmap)
  return matchBitmap(scratch, limit)
}

/** The agents that have one of the words or more, and pass every mask. `scratch` is a bitmap to work on. */
export function matchAny(
  words: Postings[],
  masks: Uint32Array[],
  limit: number,
  scratch: Uint32Array,
): Matches {
  scratch.fill(0)
  for (const word of words)
    if ('list' in word) addList(scratch, word.list)
    else addBitmap(scratch, word.bitmap)
  for (const mask of masks) keepIn(scratch, mask)
  return matchBitmap(scratch, limit)
}

function keepIn(scratch: Uint32Array, bitmap: Uint32Array): void {
  for (let at = 0; at < scratch.length; at += 1)
    scratch[at] = (scratch[at] as number) & (bitmap[at] as number)
}

function addBitmap(scratch: Uint32Array, bitmap: Uint32Array): void {
  for (let at = 0; at < scratch.length; at += 1)
    scratch[at] = (scratch[at] as number) | (bitmap[at] as number)
}

function addList(scratch: Uint32Array, list: Uint32Array): void {
  for (const position of list)
    scratch[position >>> 5] = (scratch[position >>> 5] as number) | (1 << (position & 31))
}

function matchBitmap(bitmap: Uint32Array, limit: number): Matches {
  const first: number[] = []
  let total = 0
  for (let at = 0; at < bitmap.length; at += 1) {
    let bits = bitmap[at] as number
    if (bits === 0) continue
    total += bitCount(bits)
    for (; bits !== 0 && first.length < limit; bits &= bits - 1)
      first.push(at * 32 + 31 - Math.clz32(bits & -bits))
  }
  return { total, first }
}

function matchLists(
  shortest: Uint32Array,
  others: Uint32Array[],
  bitmaps: Uint32Array[],
  limit: number,
): Matches {
  const cursors = new Uint32Array(others.length)
  const first: number[] = []
  let total = 0
  for (const position of shortest) {
    if (!isInAll(position, bitmaps) || !isInLists(position, others, cursors)) continue
    total += 1
    if (first.length < limit) first.push(position)
  }
  return { total, first }
}

function isInAll(position: number, bitmaps: Uint32Array[]): boolean {
  for (const bitmap of bitmaps)
    if ((((bitmap[position >>> 5] as number) >>> (position & 31)) & 1) === 0) return false
  return true
}

/** Positions are asked for in ascending order, so that each cursor only goes forward. */
function isInLists(position: number, lists: Uint32Array[], cursors: Uint32Array): boolean {
  for (const [nth, list] of lists.entries()) {
    const at = firstFrom(list, cursors[nth] as number, position)
    cursors[nth] = at
    if (list[at] !== position) return false
  }
  return true
}

/** The first place from `start` on whose number is at least `wanted`: found in doubling steps, then by halving. */
function firstFrom(list: Uint32Array, start: number, wanted: number): number {
  let [low, step] = [start, 1]
  while (low + step < list.length && (list[low + step] as number) < wanted) {
    low += step
    step *= 2
  }
  let high = Math.min(low + step, list.length)
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((list[middle] as number) < wanted) low = middle + 1
    else high = middle
  }
  return low
}

function bitCount(bits: number): number {
  const pairs = bits - ((bits >>> 1) & 0x55555555)
  const fours = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333)
  return Math.imul((fours + (fours >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24
}
