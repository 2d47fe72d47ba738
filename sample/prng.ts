/** A stream of numbers from 0 up to but not 1: the same names give the same stream, in any order and process. */
export type Random = () => number

/** Opens the stream of these names; every life in the sample has its own. */
export function createRandom(...names: (string | number)[]): Random {
  let state = hash32(names.join('\n'))
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    return scramble(state) / 2 ** 32
  }
}

/** A 32-bit number that depends on every character of a text. */
export function hash32(text: string): number {
  let hash = 0x811c9dc5
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193)
  return scramble(hash)
}

/** A whole number from low to high, both included. */
export const between = (random: Random, low: number, high: number): number =>
  low + Math.floor(random() * (high - low + 1))

/** Returns one element of a list that is not empty. */
export const choose = <T>(random: Random, list: readonly [T, ...T[]]): T =>
  list[between(random, 0, list.length - 1)] as T

/** Returns the list in random order. */
export function shuffle<T>(random: Random, list: readonly T[]): T[] {
  const result = [...list]
  for (let i = result.length - 1; i > 0; i--) {
    const j = between(random, 0, i)
    ;[result[i], result[j]] = [result[j] as T, result[i] as T]
  }
  return result
}

// Integer arithmetic only: a logarithm or a power may differ in its last bit from engine to engine.
function scramble(number: number): number {
  let bits = number
  bits = Math.imul(bits ^ (bits >>> 16), 0x85ebca6b)
  bits = Math.imul(bits ^ (bits >>> 13), 0xc2b2ae35)
  return (bits ^ (bits >>> 16)) >>> 0
}
