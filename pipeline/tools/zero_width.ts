import { decodeUtf8, isReadable } from './readable.ts'

/** Invisible characters in which a text of a few words is written at least. */
const MIN_CHARACTERS = 48
const WIDTHS = [8, 7, 16]

/** Reads digits of a base as numbers of so many digits. */
function readNumbers(digits: readonly number[], base: number, width: number): number[] {
  const numbers: number[] = []
  for (let start = 0; start + width <= digits.length; start += width)
    numbers.push(digits.slice(start, start + width).reduce((sum, digit) => sum * base + digit, 0))
  return numbers
}

function decodeNumbers(numbers: readonly number[], bits: number): string | null {
  if (bits === 8) return decodeUtf8(Uint8Array.from(numbers))
  return numbers.every((number) => number < 0xd800) ? String.fromCharCode(...numbers) : null
}

function decodeDigits(digits: readonly number[], base: number): string | null {
  for (const bits of WIDTHS) {
    const text = decodeNumbers(readNumbers(digits, base, bits / Math.log2(base)), bits)
    if (text !== null && isReadable(text)) return text
  }
  return null
}

/** Reads groups of digits of any width, one a character, as some writers separate them. */
function decodeGroups(groups: readonly number[][]): string | null {
  const text = groups
    .filter((digits) => digits.length > 0 && digits.length <= 20)
    .map((digits) => digits.reduce((sum, digit) => sum * 2 + digit, 0))
    .map((number) => String.fromCodePoint(Math.min(number, 0x10ffff)))
    .join('')
  return isReadable(text) ? text : null
}

function splitBy<T>(values: readonly T[], separator: T): T[][] {
  const groups: T[][] = [[]]
  for (const value of values)
    if (value === separator) groups.push([])
    else groups.at(-1)?.push(value)
  return groups
}

function rankCharacters(characters: readonly string[]): string[] {
  const counts = new Map<string, number>()
  for (const character of characters) counts.set(character, (counts.get(character) ?? 0) + 1)
  return [...counts].sort(([, left], [, right]) => right - left).map(([character]) => character)
}

/** Orders of the digits of an alphabet: all of them, for at most four digits. */
function permute<T>(values: readonly T[]): T[][] {
  if (values.length <= 1) return [[...values]]
  return values.flatMap((value, index) =>
    permute(values.filter((_, other) => other !== index)).map((rest) => [value, ...rest]),
  )
}

function decodeAlphabet(characters: readonly string[], alphabet: readonly string[]): string | null {
  const used = characters.filter((character) => alphabet.includes(character))
  for (const digits of permute(alphabet)) {
    const text = decodeDigits(
      used.map((character) => digits.indexOf(character)),
      alphabet.length,
    )
    if (text !== null) return text
  }
  return null
}

function decodeSeparated(characters: readonly string[], ranked: readonly string[]): string | null {
  for (const separator of ranked.slice(0, 3))
    for (const digits of permute(ranked.slice(0, 3).filter((character) => character !== separator))) {
      const groups = splitBy(characters, separator)
      const text = decodeGroups(
        groups.map((group) =>
          group.map((character) => digits.indexOf(character)).filter((digit) => digit >= 0),
        ),
      )
      if (text !== null) return text
    }
  return null
}

/** Reads a text written in bits, each of which is a character without width; null if there is none. */
export function decodeZeroWidth(invisible: readonly string[]): string | null {
  if (invisible.length < MIN_CHARACTERS) return null
  const ranked = rankCharacters(invisible)
  return (
    decodeAlphabet(invisible, ranked.slice(0, 2)) ??
    (ranked.length >= 3 ? decodeSeparated(invisible, ranked) : null) ??
    (ranked.length >= 4 ? decodeAlphabet(invisible, ranked.slice(0, 4)) : null)
  )
}
