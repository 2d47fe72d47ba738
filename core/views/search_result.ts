import type { SearchEntry } from '../search/entry.ts'
import { MOST_SEARCHED, type SearchFound } from '../search/search.ts'

/** How many agents the page of results shows. */
export const MOST_RESULTS = 50

/** A column of the results after the agent itself. */
interface ResultColumn {
  title: string
  says: (one: SearchEntry) => string
  /** The class of its cells, a word of ours. */
  style: (one: SearchEntry) => string
}

export const RESULT_COLUMNS: readonly ResultColumn[] = [
  { title: 'Category', says: ({ category }) => inWords(category), style: () => 'kind' },
  { title: 'Rank', says: ({ rank }) => (rank === null ? 'unranked' : String(rank)), style: () => 'rank' },
  { title: 'Score', says: ({ score }) => (score === null ? 'unknown' : String(score)), style: () => 'score' },
  { title: 'Tier', says: ({ tier }) => inWords(tier), style: () => 'tier' },
  {
    title: 'Liveness',
    says: ({ liveness }) => inWords(liveness),
    style: ({ liveness }) => `lives ${liveness}`,
  },
]

/** What a suggestion says of an agent beside its name. */
export const resultWords = ({ category, rank, liveness }: SearchEntry): string =>
  [inWords(category), ...(rank === null ? [] : [`rank ${rank}`]), inWords(liveness)].join(', ')

/** How many agents were found, and what to do where that is none, or too many. */
export function foundWords(text: string, { total, isTotal, entries }: SearchFound): string {
  if (total === 0) return `No agent has “${text}” in its name, handle, repository or operator.`
  const atLeast = isTotal ? '' : 'At least '
  const many = `${atLeast}${total} ${total === 1 ? 'agent' : 'agents'} found for “${text}”`
  const shown = Math.min(entries.length, MOST_RESULTS)
  return shown < total || !isTotal
    ? `${many}; the best ${shown} are shown. Add a word to find others.`
    : `${many}.`
}

/** Said where nothing is found, behind agents that may be meant. */
export const OTHER_WORDS =
  'Words are found by how they begin. Try fewer letters, another word of the name, or the rankings.'

/** Said of an index that is too large for files. */
export const TOO_MANY = `Of more than ${MOST_SEARCHED} agents the service finds these, by what they do and how they are called.`

const inWords = (name: string): string => name.replaceAll('_', ' ')
