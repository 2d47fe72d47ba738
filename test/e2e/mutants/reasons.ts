import type { Mutant } from './mutant.ts'

/** Why a mutant may survive: no input tells it from the code, or what it changes is nobody's business. */
export interface Reason {
  path: string
  /** The line with the change in it, as the campaign prints it. */
  change: string
  reason: string
}

/** Survivors that were looked at. */
export const REASONS: readonly Reason[] = []

/** The reason that a mutant may survive for, if it was looked at. */
export const reasonOf = (
  { path, shown }: Pick<Mutant, 'path' | 'shown'>,
  reasons: readonly Reason[] = REASONS,
): string | undefined => reasons.find((one) => one.path === path && one.change === shown)?.reason
