import { BadUsage } from '../../core/domain/errors.ts'
import { type Environment, readVariable } from '../../core/settings/read.ts'
import { UNSET } from '../../core/settings/unset.ts'
import { filterVariables, type VariableName } from '../../core/settings/variables.ts'
import { type DoctorFinding, findingsAbout } from '../../pipeline/doctor/finding.ts'

/** The state of a setting, without its value: some are secrets. */
export interface SettingState {
  name: VariableName
  state: 'set' | 'unset' | 'wrong'
  /** The effect of its lack, its fault, or the reason that it is needless; null where it is set and of use. */
  effect: string | null
}

/** Settings that have no effect without, or beside, another one. */
const NEEDLESS: readonly [VariableName, 'without' | 'beside', VariableName][] = [
  ['S3_ENDPOINT', 'without', 'RELEASE_STORE'],
  ['S3_REGION', 'without', 'RELEASE_STORE'],
  ['S3_ACCESS_KEY_ID', 'without', 'RELEASE_STORE'],
  ['S3_SECRET_ACCESS_KEY', 'without', 'RELEASE_STORE'],
  ['LOG_ORIGIN', 'without', 'LOG_KEY_FILE'],
  ['UPSTREAM_CLOCK', 'without', 'UPSTREAM_BASE'],
  ['STATE_FILE', 'beside', 'DATABASE_URL'],
  ['INBOX_FILE', 'beside', 'DATABASE_URL'],
]

const VARIABLE_NAMES = filterVariables(() => true)

/** Says of each setting whether it is set, and what its lack changes. */
export function examineSettings(environment: Environment): SettingState[] {
  return VARIABLE_NAMES.map(([name, { what, otherwise, needs }]) => {
    const value = environment[name]?.trim() ?? ''
    if (value === '') return { name, state: 'unset', effect: UNSET[name] ?? `default: ${otherwise ?? what}` }
    const problem = findProblem(name, environment)
    if (problem !== null) return { name, state: 'wrong', effect: problem }
    const rule = NEEDLESS.find(
      (rule) => rule[0] === name && isSet(rule[2], environment) === (rule[1] === 'beside'),
    )
    if (rule) return { name, state: 'set', effect: `needless ${rule[1]} ${rule[2]}` }
    if (needs !== undefined && !isSet(needs, environment))
      return { name, state: 'wrong', effect: `it needs ${needs}, and the service does not start without it` }
    return { name, state: 'set', effect: null }
  })
}

/** Returns the settings without those that have a wrong value. */
export const withoutWrong = (environment: Environment): Environment =>
  Object.fromEntries(
    Object.entries(environment).filter(([name]) => findProblem(name as VariableName, environment) === null),
  )

/** Returns findings about the settings that need action, or whose lack costs something. */
export function describeSettings(states: SettingState[]): DoctorFinding[] {
  return states.flatMap(({ name, state, effect }): DoctorFinding[] => {
    const say = findingsAbout('setting', name)
    if (state === 'wrong') return [say('failure', `is wrong: ${effect}`)]
    if (state === 'set')
      return effect === null ? [say('ok', 'is set')] : [say('note', `is set, and ${effect}`)]
    return UNSET[name] === undefined ? [] : [say('note', `is not set: ${effect}`)]
  })
}

function findProblem(name: VariableName, environment: Environment): string | null {
  if (!VARIABLE_NAMES.some(([known]) => known === name)) return null
  try {
    readVariable(name, environment)
    return null
  } catch (error) {
    if (error instanceof BadUsage) return error.message
    throw error
  }
}

const isSet = (name: VariableName, environment: Environment): boolean =>
  (environment[name]?.trim() ?? '') !== ''
