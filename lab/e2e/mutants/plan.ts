import { matchesGlob } from 'node:path'
import { BadCommandLine } from '../../../scripts/lib/command.ts'
import { gitLines } from './copy.ts'
import { drawSample } from './mutant.ts'

/** Selection of mutants. */
export interface Plan {
  /** The files that may be changed, e.g. `sql/marts/*.sql`. */
  only?: string | undefined
  /** Files that differ from the main branch, where only those are wanted. */
  changed?: readonly string[] | undefined
  /** Maximum number of SQL mutants, and of mutants per folder of TypeScript. */
  sample?: number | undefined
  seed: number
  /** Time limit for SQL, and per folder of TypeScript; mutants left then are not counted. */
  minutes: number
}

/** Those of the files that a plan has in it. */
export const selectFiles = (plan: Plan, files: readonly string[]): string[] =>
  files
    .filter((file) => plan.only === undefined || matchesGlob(file, plan.only))
    .filter((file) => plan.changed === undefined || plan.changed.includes(file))
    .sort()

/** Those of the mutants that a plan has in it, in an order of chance, so that any beginning of them is a sample. */
export const drawnBy = <T extends Parameters<typeof drawSample>[0][number]>(
  { sample, seed }: Plan,
  mutants: readonly T[],
): T[] => drawSample(mutants, sample ?? mutants.length, seed)

/** The files that differ from the main branch, new ones too. */
export function changedFiles(project: string): string[] {
  try {
    return [
      ...gitLines(project, 'diff', '--name-only', '--merge-base', 'main'),
      ...gitLines(project, 'ls-files', '--others', '--exclude-standard'),
    ]
  } catch {
    throw new BadCommandLine('--changed: this folder has no branch main to compare with')
  }
}
