// Third-party text is hostile: it may hide characters, reverse lines, or end an element early.

const LINE_AND_TAB = String.raw`\t\n\v\f\r\x85`

/**
 * Controls, format characters, lone surrogates, non-characters and everything else that shows nothing. Tag
 * characters go too, though they spell a few flags: they can hide whole sentences.
 */
const INVISIBLE = new RegExp(
  String.raw`[[\p{Cc}\p{Cf}\p{Cs}\p{DI}\p{NChar}]--[${LINE_AND_TAB}\u200D\uFE0F]]`,
  'gv',
)

/** An emoji selector that follows no emoji, or a digit that is not part of a keycap. */
const STRAY_SELECTOR = /(?<!\p{ExtPict}|[0-9#*])\uFE0F|(?<=[0-9#*])\uFE0F(?!\u20E3)/gu

/** A joiner that is not between two emoji. */
const STRAY_JOINER = /(?<!\p{ExtPict}\uFE0F?|\p{EMod})\u200D|\u200D(?!\p{ExtPict})/gu

/** White space, and the empty Braille pattern, which looks like it. */
const SPACES = /[\s\x85\u2800]+/g

const NOT_XML = /[^\t\n\r\x20-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu

const PRINTABLE_ASCII = /^[\x21-\x7e]+(?: [\x21-\x7e]+)*$/

function cap(text: string, max: number): string {
  if (text.length <= max) return text
  const points = [...text]
  if (points.length <= max) return text
  if (max < 1) return ''
  return `${points
    .slice(0, max - 1)
    .join('')
    .replace(/(?:\s|\u200D|\uFE0F)+$/u, '')}…`
}

/**
 * Makes third-party text safe to show on one line: composed (NFC), without characters that are invisible,
 * turn the direction of the text or are illegal in XML, with single spaces, and at most `max` code points
 * long; what was cut off is marked by an ellipsis. Emoji sequences stay whole. The result still has to be
 * escaped for where it goes.
 */
export function clean(text: string, max: number): string {
  if (PRINTABLE_ASCII.test(text)) return cap(text, max)
  const visible = text.replace(INVISIBLE, '').replace(STRAY_SELECTOR, '').replace(STRAY_JOINER, '')
  return cap(visible.normalize('NFC').replace(SPACES, ' ').trim(), max)
}

/** Letters that do not decompose into an ASCII letter and a mark. */
const FOLDS: Record<string, string> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  ħ: 'h',
  ı: 'i',
  ł: 'l',
  ŋ: 'ng',
  þ: 'th',
  ŧ: 't',
}
const FOLDED = new RegExp(`[${Object.keys(FOLDS).join('')}]`, 'g')

/**
 * Turns a name into the text of a handle: `a-z`, `0-9` and single hyphens inside, at most 64 characters. It
 * is empty when the name has no letter or digit that ASCII can express.
 */
export function slug(text: string): string {
  return text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/\p{M}+/gu, '')
    .replace(FOLDED, (letter) => FOLDS[letter] ?? '')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-/, '')
    .slice(0, 64)
    .replace(/-$/, '')
}

const ENTITIES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** Escapes text for an element or a quoted attribute of XML 1.0, and drops what XML cannot hold. */
export function xml(text: string): string {
  return text.replace(NOT_XML, '').replace(/[&<>"']/g, (character) => ENTITIES[character] ?? '')
}

/** Third-party text as a code span of Markdown: no character of it means anything there. Line ends become spaces. */
export function markdownCode(text: string): string {
  const line = text.replace(/[\r\n]+/g, ' ')
  const runs = (line.match(/`+/g) ?? []).map((run) => run.length)
  const fence = '`'.repeat(Math.max(0, ...runs) + 1)
  // A space at each end is taken away again; without one, a backtick at an end would become part of the fence.
  const apart = /^`|`$|^ .* $/.test(line) || line.trim() === '' ? ' ' : ''
  return `${fence}${apart}${line}${apart}${fence}`
}

/** Characters with a meaning within a line of Markdown, or that turn a plain address into a link. */
const MARKDOWN_SPECIAL = /[\\`*_{}[\]<>()#!|~&]|[.:](?=\S)/g

/** A sentence of ours, which may name a stranger's handle or address, as text within a line of Markdown. */
export const markdownText = (text: string): string =>
  text.replace(/[\r\n]+/g, ' ').replace(MARKDOWN_SPECIAL, (character) => `\\${character}`)
