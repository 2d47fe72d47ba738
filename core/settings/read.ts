import { BadUsage } from '../domain/errors.ts'
import { type SettingValue, VARIABLES, type VariableName } from './variables.ts'

/** Environment of a process, or a replacement. */
export type Environment = Readonly<Record<string, string | undefined>>

/** Option of a command that overrides a variable. */
interface Option {
  /** Name on the command line, e.g. `--port`. */
  name: string
  text: string | undefined
}

/**
 * The value of an option, or else of its variable, trimmed; undefined for one that is empty or not set. Throws BadUsage
 * that says what it must be, and repeats no value.
 */
export function readVariable<N extends VariableName>(
  name: N,
  environment: Environment,
  option?: Option,
): SettingValue<N> | undefined {
  const text = option?.text ?? environment[name]?.trim()
  if (text === undefined || text === '') return undefined
  const result = VARIABLES[name].schema.safeParse(text)
  if (result.success) return result.data as SettingValue<N>
  const rule = result.error.issues[0]?.message ?? ''
  if (option?.text === undefined) throw wrongValue(name, rule)
  throw new BadUsage(`${option.name} ${rule}, e.g. ${option.name} ${VARIABLES[name].example}`)
}

/** The value of a variable without which another is of no use. Throws BadUsage where it is missing or wrong. */
export function neededVariable<N extends VariableName>(
  name: N,
  by: VariableName,
  environment: Environment,
): SettingValue<N> {
  const value = readVariable(name, environment)
  if (value !== undefined) return value
  const { what, example } = VARIABLES[name]
  throw new BadUsage(`${by} needs ${name}, e.g. ${name}=${example} (${what})`)
}

/** The refusal of a value by a rule that it breaks. */
export const wrongValue = (name: VariableName, rule: string): BadUsage =>
  new BadUsage(`${name} ${rule}, e.g. ${name}=${VARIABLES[name].example}`)
