import { stemmer } from 'stemmer'
import { expect, test } from 'vitest'
import { TOOLS, type ToolName } from '../../core/interface/tools.ts'

/** Questions as people put them, and the tool that answers each or says where the answer is. */
const QUESTIONS: readonly [question: string, tool: ToolName][] = [
  ['Who is behind the wallet 0x2f1c…09ab?', 'get_agent_details'],
  ['Which agent has the URL https://api.tide.example/mcp?', 'get_agent_details'],
  ['Who gets paid most over x402?', 'get_ecosystem_summary'],
  ['How many agents died or arrived today?', 'get_ecosystem_summary'],
  ['Which agents are new, which are dead or departed?', 'get_top_movers'],
  ['Why did the score of tide-desk move?', 'get_agent_changes'],
  ['I want a signed proof that this agent is alive', 'get_agent_details'],
  // Ten more, of our own.
  ['Is it safe to pay 20 dollars to the wallet that this API names?', 'verify_counterparty'],
  ['Which agents are best for the task of translating a contract?', 'find_agents'],
  ['Do you have an agent whose name begins with "harbour"?', 'search_agents'],
  ['What are the ten best MCP servers, by rank?', 'get_category_ranking'],
  ['Where is the rank of this agent heading, day by day?', 'get_agent_history'],
  ['Choose between these three agents', 'compare_agents'],
  ['How is the score of a developer made, with which weights?', 'get_methodology'],
  ['Which components give this agent its trust score?', 'get_agent_trust'],
  ['How widely is A2A adopted?', 'get_protocol_adoption'],
  ['Which categories are there, and of what size?', 'list_categories'],
]

const STOP_WORDS = new Set(
  (
    'a about agent agents all an and are as at be by can did do for from get gets give go going has have how i in into ' +
    'is it its of on one or over over s that the their there these they this to use want was what when which who whose ' +
    'will with you your'
  ).split(' '),
)

const toStems = (text: string): string[] =>
  (text.toLowerCase().match(/[a-z0-9]+/g) ?? [])
    .filter((word) => !STOP_WORDS.has(word))
    .map((word) => stemmer(word))

/** The words by which each tool is known: its own, and those with which another one points to it. */
function describeTools(): Map<ToolName, string[]> {
  const known = new Map(TOOLS.map(({ name }) => [name, [] as string[]]))
  for (const { name, title, description } of TOOLS) {
    known.get(name)?.push(...toStems(`${name.replaceAll('_', ' ')} ${title}`))
    for (const clause of description.split(/[;.] /)) {
      const other = TOOLS.find((tool) => clause.includes(tool.name))?.name
      known.get(other ?? name)?.push(...toStems(clause))
    }
  }
  return known
}

/** Sorts the tools by how well their descriptions fit a question (BM25), the best first. */
function rankTools(question: string, known: Map<ToolName, string[]>): ToolName[] {
  const lengths = [...known.values()].map((words) => words.length)
  const mean = lengths.reduce((sum, length) => sum + length, 0) / lengths.length
  const score = (words: string[]): number =>
    [...new Set(toStems(question))].reduce((sum, word) => {
      const times = words.filter((other) => other === word).length
      const spread = [...known.values()].filter((others) => others.includes(word)).length
      const rarity = Math.log(1 + (known.size - spread + 0.5) / (spread + 0.5))
      return sum + (rarity * times * 2.2) / (times + 1.2 * (0.25 + (0.75 * words.length) / mean))
    }, 0)
  return [...known]
    .map(([name, words]): [ToolName, number] => [name, score(words)])
    .sort(([, a], [, b]) => b - a)
    .map(([name]) => name)
}

test('questions are led to their tool by the descriptions alone', () => {
  const known = describeTools()
  const chosen = QUESTIONS.map(([question]) => [question, rankTools(question, known)[0]])
  expect(chosen).toEqual(QUESTIONS)
})

test('every tool is the answer to a question', () => {
  expect(new Set(QUESTIONS.map(([, tool]) => tool))).toEqual(new Set(TOOLS.map(({ name }) => name)))
})
