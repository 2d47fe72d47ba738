import { MAX_PROBLEMS } from './bounds.ts'

/** A check and its result. */
export interface Claim {
  /** The claim in a few words, with its subject. */
  name: string
  result: 'held' | 'broken' | 'not_checked'
  /** Finding; for a broken claim the place, for an unchecked one the reason, or how to have it checked. */
  detail: string
}

export const held = (name: string, detail = ''): Claim => ({ name, result: 'held', detail })
export const broken = (name: string, detail: string): Claim => ({ name, result: 'broken', detail })
export const notChecked = (name: string, detail: string): Claim => ({ name, result: 'not_checked', detail })

/** Held where nothing is wrong, else broken with what is. */
export const toClaim = (name: string, problems: string[], detail = ''): Claim =>
  problems.length === 0 ? held(name, detail) : broken(name, firstProblems(problems).join('; '))

const firstProblems = (problems: string[]): string[] =>
  problems.length <= MAX_PROBLEMS
    ? problems
    : [...problems.slice(0, MAX_PROBLEMS), `and ${problems.length - MAX_PROBLEMS} more`]

/** The claim that `check` makes; what throws is broken. */
export function tryClaim(name: string, check: () => Claim): Claim {
  try {
    return check()
  } catch (error) {
    return broken(name, error instanceof Error ? error.message : String(error))
  }
}
