import type { SearchEntry } from '../search/entry.ts'
import { matchReason } from '../search/match_reason.ts'
import { MAX_SEARCHED, type PageSearchResult } from '../search/search.ts'
import type { AgentRecord } from './agent_record.ts'
import { describeFlags } from './flag_words.ts'
import type { ShownTable } from './shown_table.ts'

/** Maximum number of agents on the page of results. */
export const MAX_RESULTS = 50

/** A column of the results. */
interface ResultColumn {
  title: string
  formatCell: (entry: SearchEntry) => string
  /** The class of its cells, a word of ours. */
  style: (entry: SearchEntry) => string
}

/** The column before the agent, and those after it. */
export const RANK_COLUMN: ResultColumn = {
  title: 'Rank',
  formatCell: ({ rank }) => (rank === null ? '–' : String(rank)),
  style: () => 'rank',
}
export const RESULT_COLUMNS: readonly ResultColumn[] = [
  { title: 'Category', formatCell: ({ category }) => formatName(category), style: () => 'kind' },
  {
    title: 'Score',
    formatCell: ({ score }) => (score === null ? 'unknown' : score.toFixed(1)),
    style: () => 'score',
  },
  { title: 'Tier', formatCell: ({ tier }) => formatName(tier), style: () => 'tier' },
  {
    title: 'Liveness',
    formatCell: ({ liveness }) => formatName(liveness),
    style: ({ liveness }) => `lives ${liveness}`,
  },
]

/** Describes an agent beside its name in a suggestion. */
export function describeResult(entry: SearchEntry, text: string): string {
  const { category, rank, liveness } = entry
  const by = matchReason(entry, text)
  const ranked = rank === null ? [] : [`rank ${rank}`]
  return [formatName(category), ...ranked, formatName(liveness), ...(by === null ? [] : [by])].join(', ')
}

/** An agent's record as the search shows it. */
export const toSearchEntry = (agent: AgentRecord): SearchEntry => ({
  handle: agent.handle,
  name: agent.name,
  category: agent.primary_category,
  tier: agent.tier,
  rank: agent.rank,
  score: agent.score,
  liveness: agent.liveness ?? 'departed',
  flagged: describeFlags(agent.trust.flags),
  repository: agent.repository_url,
  operators: [],
})

/** The results to take away. */
export const searchTable = (text: string, { entries, total }: PageSearchResult): ShownTable => ({
  ...{ title: 'Agents found by name, handle, repository or operator', page: '/search' },
  columns: ['rank', 'handle', 'name', 'flagged', 'category', 'score', 'tier', 'liveness', 'found_by'],
  rows: entries.slice(0, MAX_RESULTS).map(({ repository, operators, ...entry }) => ({
    ...entry,
    found_by: matchReason({ repository, operators, ...entry }, text),
  })),
  total,
  untrusted: ['name', 'found_by'],
})

/** Describes the number of matches, and what to do about none or too many. */
export function describeMatches(text: string, { total, isTotal, entries, says }: PageSearchResult): string {
  if (says !== undefined) return `No agent is known by “${text}”.`
  if (total === 0) return `No agent has “${text}” in its name, handle, repository or operator.`
  const atLeast = isTotal ? '' : 'At least '
  const many = `${atLeast}${total} ${total === 1 ? 'agent' : 'agents'} found for “${text}”`
  const visible = Math.min(entries.length, MAX_RESULTS)
  return visible < total || !isTotal
    ? `${many}; ${visible === 1 ? 'the best is' : `the best ${visible} are`} shown. Add a word to find others.`
    : `${many}.`
}

/** Text below the suggestions of a search without results. */
export const OTHER_WORDS =
  'Words match from their beginning. Try fewer letters, another word of the name, or the rankings.'

/** Text above the results in an index that is too large for files. */
export const TOO_MANY = `In an index of more than ${MAX_SEARCHED} agents the service finds these, by capability and name.`

const formatName = (name: string): string => name.replaceAll('_', ' ')
