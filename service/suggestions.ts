import uFuzzy from '@leeoniya/ufuzzy'
import { Problem } from './problems.ts'
import type { ServedRelease } from './release_store.ts'

const MOST = 5
const LONGEST = 64
/** Matches beyond this many are too many to be ordered by closeness. */
const MOST_ORDERED = 1_000
// One slip for each word: a letter too many, too few, wrong, or two swapped.
const fuzzy = new uFuzzy({ intraMode: 1, intraIns: 1, intraSub: 1, intraTrn: 1, intraDel: 1 })

interface Agent {
  handle: string
  name: string
}

/** The agents whose handle or name is nearest to what was asked for, best first, at most five. */
export function suggest(served: ServedRelease, asked: string): Agent[] {
  const { agents, haystack } = served.once('agents-index', () => loadIndex(served))
  const words = asked.slice(0, LONGEST).match(/[\p{L}\p{N}]+/gu) ?? []
  const longest = words.reduce((best, word) => (word.length > best.length ? word : best), '')
  // What is wrong as a whole is often right in its longest part, or in how that part begins.
  for (const needle of [
    words.slice(0, 4).join(' '),
    longest,
    longest.slice(0, Math.ceil(longest.length / 2)),
  ]) {
    const found = needle.length < 2 ? [] : nearest(haystack, needle)
    if (found.length > 0) return found.map((at) => agents[at] as Agent)
  }
  return []
}

function nearest(haystack: string[], needle: string): number[] {
  const [found, info, order] = fuzzy.search(haystack, needle, 0, MOST_ORDERED)
  const ranked = info && order ? order.map((at) => info.idx[at] as number) : (found ?? [])
  return ranked.slice(0, MOST)
}

function loadIndex(served: ServedRelease) {
  const file = served.file('private', 'agents-index.json')
  const rows = JSON.parse(file?.bytes.toString('utf8') ?? '[]') as [string, string][]
  const agents = rows.map(([handle, name]) => ({ handle, name }))
  return { agents, haystack: agents.map(({ handle, name }) => `${handle.replaceAll('-', ' ')} ${name}`) }
}

/** The interface's not-found body for an agent. */
export function agentNotFound(served: ServedRelease, asked: string): Problem {
  const shown = /^[a-zA-Z0-9_-]{1,64}$/.test(asked) ? `"${asked}"` : 'this handle'
  const rule = 'Handles are 1 to 64 letters, digits, underscores or hyphens'
  const suggestions = suggest(served, asked)
  return new Problem(404, {
    error: 'agent_not_found',
    message: `No agent with the handle ${shown} is indexed.`,
    suggestions,
    hint:
      suggestions.length > 0
        ? `Ask for one of the suggestions. ${rule}.`
        : `${rule}; the rankings list the agents that are ranked.`,
  })
}
