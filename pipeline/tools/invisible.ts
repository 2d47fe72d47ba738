/** Characters that show nothing: format characters, fillers, variation selectors, tags. */
const INVISIBLE = String.raw`[\p{Cf}\p{DI}\u2800]`

/** Scripts in which a joiner or a space without width belongs to the spelling. */
const JOINING =
  String.raw`[\p{Script=Arabic}\p{Script=Syriac}\p{Script=Mongolian}\p{Script=Devanagari}\p{Script=Bengali}` +
  String.raw`\p{Script=Tamil}\p{Script=Telugu}\p{Script=Kannada}\p{Script=Malayalam}\p{Script=Gujarati}\p{Script=Gurmukhi}` +
  String.raw`\p{Script=Sinhala}\p{Script=Oriya}\p{Script=Khmer}\p{Script=Thai}\p{Script=Lao}\p{Script=Myanmar}\p{Script=Tibetan}]`

/** Invisible characters with a use: within emoji, keycaps and flags of regions, in scripts that join, marks of direction. */
const IN_USE = new RegExp(
  [
    String.raw`\u{1F3F4}[\u{E0030}-\u{E0039}\u{E0061}-\u{E007A}]{3,6}\u{E007F}`,
    String.raw`(?<=\p{ExtPict}|\p{EMod}|\uFE0F)\u200D(?=\p{ExtPict})`,
    String.raw`(?<=[\p{ExtPict}0-9#*])[\uFE0E\uFE0F]`,
    String.raw`(?<=\p{Script=Han})[\u{E0100}-\u{E01EF}\uFE00-\uFE0F]`,
    String.raw`(?<=${JOINING}\p{M}?)[\u200B-\u200D](?!${INVISIBLE})`,
    String.raw`[\u00AD\u061C\u200E\u200F\u2066-\u2069\u202A-\u202C](?!${INVISIBLE}{2})`,
  ].join('|'),
  'gu',
)

const RUNS = new RegExp(`${INVISIBLE}+`, 'gu')

/** True if the text may hold characters that show nothing. */
export const hasInvisible = (text: string): boolean => text.search(RUNS) !== -1

/** Takes out the invisible characters that have a use: what is left of them has none. */
const dropUsedInvisible = (text: string): string => text.replace(IN_USE, '')

/** Returns the invisible characters of a text that have no use, in their order. */
export const listInvisible = (text: string): string[] =>
  [...dropUsedInvisible(text)].filter((character) => hasInvisible(character))

/** Takes out all invisible characters. */
export const dropInvisible = (text: string): string => text.replace(RUNS, '')

/** Writes the number of invisible characters that have no use in the place of each run. */
export const showInvisible = (text: string): string =>
  hasInvisible(text)
    ? text.replace(RUNS, (run, offset: number) => {
        const count = listInvisible(
          `${text.slice(Math.max(0, offset - 4), offset)}${run}${text.slice(offset + run.length, offset + run.length + 2)}`,
        ).length
        return count < 3 ? run : ` [${count} hidden characters] `
      })
    : text
