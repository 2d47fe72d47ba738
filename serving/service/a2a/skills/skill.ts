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
