import { HttpError } from '../../../../core/interface/errors.ts'
import { unknownText } from '../../../../core/interface/query.ts'
import { isBlank } from '../../rpc/blank.ts'
import type { RpcContext } from '../../rpc/method.ts'
import type { Ask } from '../task.ts'

/** Fields of a request to a skill, by the names of its REST parameters. Unchecked. */
export type Fields = Readonly<Record<string, unknown>>

/** The result of a skill: an answer, or an offer to buy it. */
export type Step = { kind: 'free'; data: object; text: string } | { kind: 'paid'; ask: Ask }

/** A skill. Throws HttpError, as REST does, if it cannot answer. */
export type SkillRun = (fields: Fields, context: RpcContext) => Promise<Step>

/**
 * A skill that takes these fields: a free answer lists unknown ones, and nothing is sold with one, since it would
 * answer another question than the caller's.
 */
export const withFields =
  (names: readonly string[], run: SkillRun): SkillRun =>
  async (fields, context) => {
    const step = await run(fields, context)
    const unknown = Object.keys(fields).filter((name) => !names.includes(name))
    if (unknown.length === 0) return step
    const limitation = unknownText(names, unknown, 'This skill')
    if (step.kind === 'paid') throw new HttpError(400, 'unknown_parameter', limitation)
    return withLimitation(step, `${limitation} What is unknown was ignored.`)
  }

function withLimitation(step: Step & { kind: 'free' }, limitation: string): Step {
  const { limitations } = step.data as { limitations?: unknown }
  const all = [...(Array.isArray(limitations) ? limitations : []), limitation]
  // The notice about third-party text stays last.
  return {
    ...step,
    data: Object.assign({ limitations: all }, step.data, { limitations: all }),
    text: `${step.text} ${limitation}`,
  }
}

/** Returns the fields with these names that are not blank, as REST writes them: REST's rules then check them. */
export const toRestParameters = (fields: Fields, names: readonly string[]): Record<string, string> =>
  Object.fromEntries(
    names.filter((name) => !isBlank(fields[name])).map((name) => [name, formatValue(fields[name])] as const),
  )

const formatValue = (value: unknown): string => {
  if (Array.isArray(value)) return value.map(formatValue).join(',')
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}
