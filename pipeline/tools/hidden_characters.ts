import type { HiddenText } from './hidden_text.ts'
import { dropInvisible, hasInvisible, listInvisible } from './invisible.ts'
import { decodeUtf8, isReadable } from './readable.ts'
import { decodeZeroWidth } from './zero_width.ts'

const TAGS = /[\u{E0020}-\u{E007E}]/u
/** Splits within words of a text from which on these are no accident. */
const MIN_SPLITS = 4

/** Reads the tag characters of Unicode, which mirror ASCII. */
function decodeTags(invisible: readonly string[]): string {
  const tags = invisible.filter((character) => TAGS.test(character))
  return tags.map((character) => String.fromCodePoint((character.codePointAt(0) ?? 0) - 0xe0000)).join('')
}

function readSelector(character: string): number[] {
  const point = character.codePointAt(0) ?? 0
  if (point >= 0xfe00 && point <= 0xfe0f) return [point - 0xfe00]
  return point >= 0xe0100 && point <= 0xe01ef ? [point - 0xe0100 + 16] : []
}

/** Reads variation selectors, each of which can stand for a byte. */
const decodeSelectors = (invisible: readonly string[]): string =>
  decodeUtf8(Uint8Array.from(invisible.flatMap(readSelector))) ?? ''

const SPLIT = /(?<=[A-Za-z])(?:[\u200B-\u200D\u2060-\u2064\uFEFF\u180E]|\u034F)+(?=[A-Za-z])/gu

/** Returns a text whose words are split by characters without width, joined; null if none is. */
const joinSplitWords = (text: string): string | null =>
  (text.match(SPLIT)?.length ?? 0) < MIN_SPLITS ? null : dropInvisible(text)

/** Returns what stands between an override of direction and its end: it is shown from its end to its start. */
const findOverridden = (text: string): string[] =>
  [...text.matchAll(/[\u202D\u202E]([^\u202C\n]{8,})/gu)].flatMap(([, run = '']) => [
    run,
    [...run].reverse().join(''),
  ])

/** Finds texts that are written in characters that show nothing, or in an order that nobody can read. */
export function findHiddenCharacters(text: string): HiddenText[] {
  if (!hasInvisible(text)) return []
  const invisible = listInvisible(text)
  const decoded: HiddenText[] = [
    { way: 'unicode_tags', text: decodeTags(invisible) },
    { way: 'variation_selectors', text: decodeSelectors(invisible) },
    { way: 'zero_width', text: decodeZeroWidth(invisible) ?? '' },
    ...findOverridden(text).map((run) => ({ way: 'direction' as const, text: run })),
  ]
  const joined = joinSplitWords(text)
  if (joined !== null) decoded.push({ way: 'zero_width', text: joined })
  return decoded.filter((hidden) => isReadable(hidden.text))
}
