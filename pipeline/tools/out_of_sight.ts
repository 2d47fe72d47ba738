import type { HiddenText } from './hidden_text.ts'

/** White space behind which a text is pushed out of a window. */
const FAR = /[^\S\n]{60,}|(?:[^\S\n]*\n){15,}/u

const ESCAPE = String.fromCodePoint(0x1b)
const BACKSPACE = String.fromCodePoint(0x08)

/** Codes of terminals that conceal, draw in the background's colour, move back or erase; the escape may be spelled out. */
const TERMINAL = new RegExp(
  String.raw`(?:${ESCAPE}|\\x1b|\\e|\\u001b|\\033)\[(?:[\d;]*8(?:;\d+)*m|30;40m|37;47m|38;5;(?:0|16)m|[\d;]*[AFKJ])`,
)
/** Backspaces, or a return within a line: what was shown is written over. */
const WRITTEN_OVER = new RegExp(String.raw`${BACKSPACE}{4,}|[^\n]\r(?!\n)[^\n]`)

/** Finds text that is pushed out of sight by white space, or concealed by codes of terminals. */
export function findOutOfSight(text: string): HiddenText[] {
  const found: HiddenText[] = []
  const gap = FAR.exec(text)
  if (gap !== null && text.slice(0, gap.index).trim() !== '')
    found.push({ way: 'out_of_sight', text: text.slice(gap.index).trim() })
  if (TERMINAL.test(text) || WRITTEN_OVER.test(text)) found.push({ way: 'styled_away', text })
  return found
}
