import type { Change } from './mutant.ts'
import { type Token, tokenize } from './sql_tokens.ts'

/** Replacements of words and signs, except where `isLeft` is true. */
const SWAPS: Record<string, string> = {
  '<': '<=',
  '<=': '<',
  '>': '>=',
  '>=': '>',
  '=': '<>',
  '<>': '=',
  '+': '-',
  '-': '+',
  and: 'or',
  or: 'and',
  true: 'false',
  false: 'true',
  desc: 'asc',
}

/** Replacements of functions: a word before an opening bracket. */
const FUNCTIONS: Record<string, string> = {
  min: 'max',
  max: 'min',
  min_by: 'max_by',
  max_by: 'min_by',
  least: 'greatest',
  greatest: 'least',
  bool_and: 'bool_or',
  bool_or: 'bool_and',
}

/** Words that go, by the word that must come before them or after them. */
const REMOVABLE_WORDS: { word: string; before?: string; after?: string[] }[] = [
  { word: 'left', after: ['join'] },
  { word: 'distinct', before: '(' },
  { word: 'distinct', before: 'select' },
  { word: 'not', before: 'is' },
  { word: 'not', after: ['in', 'exists', 'between', 'like', '('] },
]

/** Types with numbers that define storage, not the value. */
const TYPES = ['decimal', 'numeric', 'varchar']

/** Every small change of an SQL text that is tried, in the order of the text; comments and strings stay. */
export function sqlChanges(sql: string): Change[] {
  const tokens = tokenize(sql)
  const ends = betweenEnds(tokens)
  return tokens.flatMap((token, at) => {
    const [before, after] = [tokens[at - 1], tokens[at + 1]]
    if (ends.has(at) || isExempt(tokens, at)) return []
    if (token.kind === 'number') return [{ ...place(token), to: plusOne(token.text) }]
    if (token.kind === 'text') return []
    if (isRemovable(token, before, after))
      return [{ start: token.start, end: after?.start ?? token.end, to: '' }]
    const to = after?.text === '(' ? (FUNCTIONS[token.text] ?? SWAPS[token.text]) : SWAPS[token.text]
    return to === undefined ? [] : [{ ...place(token), to }]
  })
}

const place = ({ start, end }: Token) => ({ start, end })

const plusOne = (number: string): string => {
  const [whole = '', ...rest] = number.split('.')
  return [BigInt(/^\d+/.exec(whole)?.[0] ?? '0') + 1n, ...rest].join('.')
}

const isRemovable = (token: Token, before?: Token, after?: Token): boolean =>
  REMOVABLE_WORDS.some(
    (goe) =>
      goe.word === token.text &&
      (goe.before === undefined || goe.before === before?.text) &&
      (goe.after === undefined || goe.after.includes(after?.text ?? '')),
  )

/**
 * True for tokens that are not mutated: numbers that are data, and the first equality of a join, which would cross
 * join.
 */
function isExempt(tokens: Token[], at: number): boolean {
  const token = tokens[at]
  const words = tokens.slice(Math.max(0, at - 4), at).map(({ text }) => text)
  if (token?.text === '=') return words.includes('on')
  return token?.kind === 'number' && (isOfType(tokens, at) || isInList(tokens, at))
}

const isOfType = (tokens: Token[], at: number): boolean =>
  [at - 2, at - 4].some((back) => TYPES.includes(tokens[back]?.text ?? '') && tokens[back + 1]?.text === '(')

/** A list of numbers is data, such as the code points of letters that look alike; `[1]` alone is an index. */
const isInList = (tokens: Token[], at: number): boolean => {
  const around = `${tokens[at - 1]?.text}${tokens[at + 1]?.text}`
  return around === '[,' || around === ',,' || around === ',]'
}

/** The places of the `and` that belongs to a `between`, or to the frame of a window. */
function betweenEnds(tokens: Token[]): Set<number> {
  const ends = new Set<number>()
  const open: number[] = []
  let depth = 0
  for (const [at, { kind, text }] of tokens.entries()) {
    if (kind === 'sign' && text === '(') depth += 1
    if (kind === 'sign' && text === ')') depth -= 1
    if (kind === 'word' && text === 'between') open.push(depth)
    if (kind === 'word' && text === 'and' && open.at(-1) === depth) {
      ends.add(at)
      open.pop()
    }
  }
  return ends
}
