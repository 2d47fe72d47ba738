import { HttpError } from '../../../../core/interface/errors.ts'
import { unknownText } from '../../../../core/interface/query.ts'
import { isBlank } from '../../rpc/blank.ts'
import type { RpcContext } from '../../rpc/method.ts'
import type { Ask } from '../task.ts'

/** What a caller asks of a skill, by the names of its REST parameters. Nothing of it is checked. */
export type Fields = Readonly<Record<string, unknown>>

/** What a skill does about what it is asked: answer, or offer the answer for sale. */
export type Step = { kind: 'free'; data: object; text: string } | { kind: 'paid'; ask: Ask }

/** One skill. Throws HttpError, as REST does, for what it cannot answer. */
export type SkillRun = (fields: Fields, context: RpcContext) => Promise<Step>

/**
 * A skill that takes these fields: others are named in a free answer, and nothing is sold with one, since without it
 * another question would be answered than the one that was asked.
 */
export const withFields =
  (names: readonly string[], run: SkillRun): SkillRun =>
  async (fields, context) => {
    const step = await run(fields, context)
    const unknown = Object.keys(fields).filter((name) => !names.includes(name))
    if (unknown.length === 0) return step
    const told = unknownText(names, unknown, 'This skill')
    if (step.kind === 'paid') throw new HttpError(400, 'unknown_parameter', told)
    return withLimitation(step, `${told} What is unknown was ignored.`)
  }

function withLimitation(step: Step & { kind: 'free' }, told: string): Step {
  const { limitations } = step.data as { limitations?: unknown }
  const all = [...(Array.isArray(limitations) ? limitations : []), told]
  // The notice about third-party text stays last.
  return {
    ...step,
    data: Object.assign({ limitations: all }, step.data, { limitations: all }),
    text: `${step.text} ${told}`,
  }
}

/**
 * Those of the fields that have these names and say something, as REST writes them: its rules then say what is wrong with
 * one.
 */
export const asGiven = (fields: Fields, names: readonly string[]): Record<string, string> =>
  Object.fromEntries(
    names.filter((name) => !isBlank(fields[name])).map((name) => [name, written(fields[name])] as const),
  )

const written = (value: unknown): string => {
  if (Array.isArray(value)) return value.map(written).join(',')
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}
