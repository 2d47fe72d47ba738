import type { ChainCheck } from '../source/source.ts'

const COUNTS = [
  'observed_count',
  'expected_count',
  'lost_count',
  'missing_count',
  'missing_low',
  'missing_high',
] as const

/** Joins the checks of a chain's ranges to one of each kind. */
export const mergeChecks = (checks: readonly ChainCheck[]): ChainCheck[] =>
  [...Map.groupBy(checks, ({ kind }) => kind).values()].flatMap((same) => {
    const [first] = same
    return first ? [same.slice(1).reduce(mergeTwo, first)] : []
  })

function mergeTwo(a: ChainCheck, b: ChainCheck): ChainCheck {
  const merged: ChainCheck = {
    ...a,
    healed_count: a.healed_count + b.healed_count,
    asked_count: a.asked_count + b.asked_count,
    detail: joinWords(a.detail, b.detail),
    unmade: joinWords(a.unmade, b.unmade),
  }
  for (const count of COUNTS) merged[count] = a[count] === null ? b[count] : a[count] + (b[count] ?? 0)
  return merged
}

const joinWords = (...words: (string | null)[]): string | null =>
  [...new Set(words.filter((word) => word !== null))].join('; ') || null
