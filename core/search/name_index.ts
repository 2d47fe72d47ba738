import { editDistance } from './edit_distance.ts'

const BETWEEN = /[^\p{L}\p{N}]+/gu
/** Invisible characters, ignored in comparisons. */
const HIDDEN = /\p{Cf}+/gu

/** Matches of a prefix rank after those with a typo, and matches of a substring last. */
const [BEGINS, HOLDS] = [100, 101]
const MIN_PART = 3

/** Rule for matching a misspelled name. */
export interface NameRule {
  /** A name without what its spellings differ in. */
  fold(name: string): string
  /** Maximum edits of a typo, by the lengths of the requested and of a known name. */
  maxEdits(requested: number, known: number): number
}

/** A name without case, and with one hyphen for whatever parts its words. */
export const plainName = (text: string): string =>
  text.toLowerCase().replace(HIDDEN, '').replace(BETWEEN, '-').replace(/^-|-$/g, '')

/** For free-form names: one edit for each four letters, and at most three. */
const FREE_NAMES: NameRule = {
  fold: plainName,
  maxEdits: (requested) => Math.min(3, Math.floor(requested / 4)),
}

interface NearName {
  at: number
  distance: number
  length: number
}

/** The names of some things, each under several, for finding those that are spelt nearly like another. */
export class FuzzyNameIndex {
  readonly #rule: NameRule
  readonly #names: string[][]
  /** A bit for each letter and digit that a name has: names that differ in too many are not compared. */
  readonly #letters: number[][]

  constructor(names: readonly (readonly string[])[], rule: NameRule = FREE_NAMES) {
    this.#rule = rule
    this.#names = names.map((some) => some.map(rule.fold))
    this.#letters = this.#names.map((some) => some.map(letterMask))
  }

  /** The places of those that are near, at most `max`: by edits, then those that begin with it, then that hold it. */
  nearest(requested: string, max: number): number[] {
    return this.#near(requested, max).map(({ at }) => at)
  }

  /** The places of those that differ by a few edits alone. */
  mistyped(requested: string): number[] {
    const near = this.#near(requested, this.#names.length)
    return near.filter(({ distance }) => distance < BEGINS).map(({ at }) => at)
  }

  #near(requested: string, max: number): NearName[] {
    const name = this.#rule.fold(requested)
    const letters = letterMask(name)
    const near: NearName[] = []
    for (let at = 0; at < this.#names.length; at += 1) {
      const best = this.#nearestName(at, name, letters)
      if (best !== null) this.#insert(best, near, max)
    }
    return near
  }

  /** The name of a thing that is nearest to another, null where none is near. */
  #nearestName(at: number, name: string, letters: number): NearName | null {
    const names = this.#names[at] as string[]
    let best: NearName | null = null
    for (let nth = 0; nth < names.length; nth += 1) {
      const other = names[nth] as string
      const edits = this.#rule.maxEdits(name.length, other.length)
      const differing = bitCount(letters ^ (this.#letters[at]?.[nth] as number))
      const distance = nameDistance(name, other, differing > 2 * edits ? 0 : edits)
      if (distance > HOLDS) continue
      const { length } = other
      if (best === null || distance < best.distance || (distance === best.distance && length < best.length))
        best = { at, distance, length }
    }
    return best
  }

  #insert(found: NearName, near: NearName[], max: number): void {
    let place = near.length
    while (place > 0 && this.#order(near[place - 1] as NearName, found) > 0) place -= 1
    near.splice(place, 0, found)
    near.length = Math.min(near.length, max)
  }

  #order(a: NearName, b: NearName): number {
    return a.distance - b.distance || a.length - b.length || this.#compare(a.at, b.at)
  }

  #compare(a: number, b: number): number {
    const [name = '', other = ''] = [this.#names[a]?.[0], this.#names[b]?.[0]]
    return name < other ? -1 : Number(name > other)
  }
}

function nameDistance(name: string, other: string, edits: number): number {
  if (name === other) return 0
  const distance = edits === 0 ? 1 : editDistance(name, other, edits)
  if (edits > 0 && distance <= edits) return distance
  const isPart = name.length >= MIN_PART && other.includes(name)
  return isPart ? (other.startsWith(name) ? BEGINS : HOLDS) : HOLDS + 1
}

function letterMask(text: string): number {
  let bits = 0
  for (let at = 0; at < text.length; at += 1) bits |= 1 << (text.charCodeAt(at) & 31)
  return bits
}

function bitCount(bits: number): number {
  const pairs = bits - ((bits >>> 1) & 0x55555555)
  const fours = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333)
  return Math.imul((fours + (fours >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24
}
