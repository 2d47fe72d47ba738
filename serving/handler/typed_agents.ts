import { HANDLE } from '../../core/interface/value_schemas.ts'
import type { AgentIndex, AgentName } from './agent_index.ts'

/** An agent as a person typed it. */
export interface TypedAgent {
  text: string
  /** Null if no agent, or more than one, matches. */
  handle: string | null
  /** Agents that share the name, if several do. */
  namesakes: AgentName[]
}

const SEPARATORS = /[,;\n]+/
/** Maximum number of words of a name that are looked up in a run of words. */
const NAME_WORDS = 12

/** Reads agents as people type them: handles and names, separated by commas, semicolons, new lines or spaces. */
export function typedAgents(index: AgentIndex, typed: string): TypedAgent[] {
  const pieces = typed
    .split(SEPARATORS)
    .map((piece) => piece.trim().split(/\s+/))
    .filter(([first]) => first !== '')
  // With separators, adjacent words are one name; without any, each may be an agent of its own.
  const hasSeparators = SEPARATORS.test(typed.trim())
  return distinct(pieces.flatMap((words) => matchAgents(index, words, hasSeparators)))
}

/** Returns the longest runs of words that are a handle or a name, from left to right; the words between are unknown. */
function matchAgents(index: AgentIndex, words: string[], isJoined: boolean): TypedAgent[] {
  const found: TypedAgent[] = []
  let unknown: string[] = []
  const leaveUnknown = (): void => {
    const texts = isJoined && unknown.length > 0 ? [unknown.join(' ')] : unknown
    found.push(...texts.map((text) => ({ text, handle: null, namesakes: [] })))
    unknown = []
  }
  for (let at = 0; at < words.length; ) {
    const run = longestKnown(index, words.slice(at, at + NAME_WORDS))
    if (run === null) unknown.push(words[at++] ?? '')
    else {
      leaveUnknown()
      found.push(run.agent)
      at += run.length
    }
  }
  leaveUnknown()
  return found
}

function longestKnown(index: AgentIndex, words: string[]): { agent: TypedAgent; length: number } | null {
  for (let length = words.length; length > 0; length--) {
    const agent = matchAgent(index, words.slice(0, length).join(' '))
    if (agent !== null) return { agent, length }
  }
  return null
}

/** Returns the agent with this handle or name; a shared name is ambiguous. */
function matchAgent(index: AgentIndex, text: string): TypedAgent | null {
  const handle = HANDLE.test(text) ? index.handle(text) : null
  if (handle !== null) return { text, handle, namesakes: [] }
  const named = index.named(text)
  if (named.length === 0) return null
  return named.length === 1
    ? { text, handle: named[0]?.handle ?? null, namesakes: [] }
    : { text, handle: null, namesakes: named }
}

function distinct(agents: TypedAgent[]): TypedAgent[] {
  const byAgent = new Map(agents.map((agent) => [agent.handle ?? ` ${agent.text}`, agent]))
  return [...byAgent.values()]
}
