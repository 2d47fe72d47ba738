/** First character of a term that stands for a pair of words; no word begins with it. */
const MARK = '&'

/** Maximum number of words whose pairs are formed. */
const MAX_PAIRED = 8

/** Returns a term for each pair of terms, whatever their order, with both. Only the first eight terms are paired. */
export function pairTerms(terms: Iterable<string>): { pair: string; of: [string, string] }[] {
  const sorted = [...new Set(terms)].slice(0, MAX_PAIRED).sort()
  return sorted.flatMap((first, at) =>
    sorted.slice(at + 1).map((second): { pair: string; of: [string, string] } => ({
      pair: `${MARK}${first} ${second}`,
      of: [first, second],
    })),
  )
}

/** Returns the terms of neighbouring pairs. */
export const neighbourTerms = (terms: readonly string[]): string[] =>
  terms.slice(1).flatMap((term, at) => pairTerms([terms[at] as string, term]).map(({ pair }) => pair))
