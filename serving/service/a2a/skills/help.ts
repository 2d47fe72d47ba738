import { SKILLS, type Skill } from '../../../../core/interface/skills.ts'
import { readResource } from '../../../handler/resource.ts'
import { searchNames } from '../../../handler/tools/search_names.ts'
import type { RpcContext } from '../../rpc/method.ts'
import type { SkillRun } from './skill.ts'

/** The subject that the card's examples look for. */
const EXAMPLE_SUBJECT =
  SKILLS.flatMap(({ examples }) => examples.map((text) => /"q":"([^"]+)"/.exec(text)?.[1])).find(Boolean) ??
  ''
/** Frequent subjects; the first with a match is used in the examples. */
const CAPABILITIES = [EXAMPLE_SUBJECT, 'translation', 'search', 'weather', 'data', 'code', 'trading']

type ExplainedSkill = Pick<Skill, 'id' | 'description' | 'examples'>

/** Lists what can be requested, with examples that have matches in this release. */
export const helpSkill: SkillRun = async (_fields, context) => {
  const skills = await explainSkills(context)
  const lines = skills.map(
    ({ id, description, examples }) => `${id}: ${description} Ask ${orList(examples)}.`,
  )
  return {
    kind: 'free',
    data: { skills },
    text: `Send one of these, as text or as a data part. ${lines.join(' ')}`,
  }
}

/** Returns the question for a message that was not understood: the skills, with the same examples. */
export async function askWhat(context: RpcContext): Promise<string> {
  const skills = await explainSkills(context)
  const lines = skills.map(({ id, examples }) => `${id}: ${examples.join(' or ')}`)
  return `This message was not understood. Ask one of these, as text or as a data part, or send "help": ${lines.join('; ')}.`
}

const orList = (examples: readonly string[]): string => examples.map((text) => `"${text}"`).join(' or ')

const explainSkills = (context: RpcContext): Promise<ExplainedSkill[]> =>
  context.release.memo('a2a examples', async () => {
    const filters = { evidence_ranked_only: false, limit: 2 }
    const { first } = await searchNames(context.release, { query: '', filters })
    const [best = 'example-agent', other = 'other-agent'] = first.map(({ handle }) => handle)
    const word = await findCapability(context)
    const fillExample = (example: string) =>
      example
        .replaceAll(EXAMPLE_SUBJECT, word)
        .replaceAll('example-agent', best)
        .replaceAll('other-agent', other)
    return SKILLS.map(({ id, description, examples }) => ({
      id,
      description,
      examples: examples.map(fillExample),
    }))
  })

/** Returns a word with a match, among agents that are alive if there are any. */
async function findCapability(context: RpcContext): Promise<string> {
  for (const alive of ['true', 'false'])
    for (const q of CAPABILITIES)
      if ((await readResource('find', { q, alive }, context)).total_matches > 0) return q
  return CAPABILITIES[0] as string
}
