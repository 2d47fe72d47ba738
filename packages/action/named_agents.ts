import { type Agent, fetchAgents, fetchKey, type KeyAnswer } from './ask_index.ts'
import type { Dependency } from './dependency.ts'
import type { Inputs } from './inputs.ts'
import { type JudgedDependency, judge } from './judge.ts'

/** The file that workflows name agents in. */
const FILE = '.github/workflows'

/** Judges the agents that the workflow names by their handles, URLs, wallets or other keys. */
export async function judgeNamedAgents(inputs: Inputs): Promise<JudgedDependency[]> {
  const answers: [key: string, answer: KeyAnswer][] = []
  for (const key of inputs.agents) answers.push([key, await fetchKey(inputs.url, key)])
  const handles = answers.flatMap(([, { handle }]) => handle ?? [])
  const agents: Map<string, Agent> = await fetchAgents(inputs.url, [...new Set(handles)])
  return answers.map(([key, answer]) => {
    const dependency: Dependency = { file: FILE, name: key, key: null, doubt: findDoubt(answer) }
    return judge(dependency, agents.get(answer.handle ?? '') ?? null, inputs)
  })
}

/** Returns why a key does not show which agent is meant; null if it does, or if nobody has it. */
function findDoubt({ handle, count, certainty }: KeyAnswer): string | null {
  if (handle === null) return count > 0 ? `${count} agents have this key: name one by its handle` : null
  return certainty === 'claimed'
    ? `only the record of ${handle}, or a listing, says that this key is its`
    : null
}
