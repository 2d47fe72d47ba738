import { ENCODINGS } from './encodings.ts'
import type { HiddenText } from './hidden_text.ts'
import { isReadable } from './readable.ts'

/** Of one text, places that are decoded: more than any real example has. */
const MAX_PLACES = 200

/** English words of which a text that was turned has several; none of them is another one, turned. */
const COMMON = [
  ...[
    'ignore',
    'instructions',
    'previous',
    'always',
    'before',
    'never',
    'user',
    'tool',
    'tools',
    'assistant',
    'must',
  ],
  ...[
    'send',
    'call',
    'read',
    'password',
    'conversation',
    'without',
    'other',
    'message',
    'answer',
    'this',
    'your',
  ],
]
const MIN_COMMON = 2

const shiftLetter = (letter: string, shift: number): string => {
  const start = letter < 'a' ? 65 : 97
  return String.fromCharCode(((letter.charCodeAt(0) - start + shift) % 26) + start)
}

const shiftLetters = (text: string, shift: number): string =>
  text.replace(/[A-Za-z]/g, (letter) => shiftLetter(letter, shift))

/** Atbash: the alphabet from its end. */
const mirrorLetters = (text: string): string =>
  text.replace(/[A-Za-z]/g, (letter) => {
    const start = letter < 'a' ? 65 : 97
    return String.fromCharCode(start + 25 - (letter.charCodeAt(0) - start))
  })

const shiftBack = (text: string, shift: number): string => shiftLetters(text, 26 - shift)
const reverse = (text: string): string => [...text].reverse().join('')

/** Ways to turn letters: how a word is written so, and how a text is read. */
const TURNS: readonly { turn: (text: string) => string; read: (text: string) => string }[] = [
  ...Array.from({ length: 25 }, (_, index) => ({
    turn: (text: string) => shiftLetters(text, index + 1),
    read: (text: string) => shiftBack(text, index + 1),
  })),
  { turn: mirrorLetters, read: mirrorLetters },
  { turn: reverse, read: reverse },
]

/** Each common word as it is written when turned, to the ways that turn it so. */
const TURNED = new Map<string, number[]>()
for (const [way, { turn }] of TURNS.entries())
  for (const word of COMMON) TURNED.set(turn(word), [...(TURNED.get(turn(word)) ?? []), way])

/** Finds a text of turned letters (Caesar, rot13, Atbash, backwards), by common words as these would write them. */
function findTurned(text: string): HiddenText[] {
  const counts = new Map<number, number>()
  for (const word of new Set(text.toLowerCase().match(/[a-z]{4,}/g)))
    for (const way of TURNED.get(word) ?? []) counts.set(way, (counts.get(way) ?? 0) + 1)
  return [...counts]
    .filter(([, count]) => count >= MIN_COMMON)
    .map(([way]) => ({ way: 'encoded', text: TURNS[way]?.read(text) ?? '' }))
}

/** True for words, and for signs that may be a further layer of an encoding. */
const isWorthReading = (text: string): boolean => isReadable(text) || /^[\x21-\x7e]{24,}$/.test(text)

/** Finds texts that are encoded within a text, each of which decodes to something that can be read. */
export function findEncoded(text: string): HiddenText[] {
  const found = new Set<string>()
  for (const { pattern, decode } of ENCODINGS)
    for (const [place] of [...text.matchAll(pattern)].slice(0, MAX_PLACES))
      for (const decoded of decode(place))
        if (decoded !== place && isWorthReading(decoded)) found.add(decoded)
  return [...[...found].map((decoded) => ({ way: 'encoded' as const, text: decoded })), ...findTurned(text)]
}
