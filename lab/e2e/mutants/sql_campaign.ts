import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { withCopy } from './copy.ts'
import { changed, createMutant, type Mutant, type Outcome } from './mutant.ts'
import { drawnBy, type Plan, selectFiles } from './plan.ts'
import { sqlChanges } from './sql_mutants.ts'
import { GOLDEN, testsOfModels } from './sql_tests.ts'
import { type Tests, testsIn, type Verdict } from './trial.ts'

const MODELS = 'sql/{marts,intermediate}/**/*.sql'

/** DuckDB's errors on a statement that cannot run at all: found without a test. */
const CANNOT_RUN =
  /\b(?:Parser|Binder|Catalog) Error:|exactly one select statement|no source, catalogue or model provides/

/** All mutants of SQL that a plan has in it. */
export function sqlMutants(project: string, plan: Plan): Mutant[] {
  const mutants = selectFiles(plan, globSync(MODELS, { cwd: project })).flatMap((path) => {
    const text = readFileSync(join(project, path), 'utf8')
    return sqlChanges(text).map((change) => createMutant(path, text, change))
  })
  return drawnBy(plan, mutants)
}

/** Tries the mutants of SQL one by one in a copy of the project; `tell` hears of each. */
export async function trySql(
  project: string,
  plan: Plan,
  tell: (outcome: Outcome) => void,
): Promise<Outcome[]> {
  const mutants = sqlMutants(project, plan)
  if (mutants.length === 0) return []
  return withCopy(project, async (copy) => {
    const ofModel = await testsOfModels(copy)
    const tests = await testsIn(copy)
    const outcomes: Outcome[] = []
    const end = performance.now() + plan.minutes * 60_000
    try {
      for (const mutant of mutants) {
        if (performance.now() > end) break
        const own = ofModel.get(basename(mutant.path, '.sql')) ?? []
        const outcome = toOutcome(mutant, await runTrial(copy, mutant, tests, [...own, GOLDEN]))
        tell(outcome)
        outcomes.push(outcome)
      }
    } finally {
      await tests.close()
    }
    return outcomes
  })
}

/** Runs tests while a file of a copy is changed. */
export async function runTrial(
  copy: string,
  mutant: Mutant,
  tests: Tests,
  files: readonly string[],
): Promise<Verdict> {
  const file = join(copy, mutant.path)
  const text = readFileSync(file, 'utf8')
  writeFileSync(file, changed(text, mutant))
  try {
    return await tests.run(files)
  } finally {
    writeFileSync(file, text)
  }
}

/** Converts a verdict on a mutant to its outcome. */
export function toOutcome(mutant: Mutant, { failed, message }: Verdict): Outcome {
  const room = dirname(mutant.path)
  if (failed === null) return { ...mutant, room, status: 'survived', by: 'no test noticed' }
  return { ...mutant, room, status: CANNOT_RUN.test(message) ? 'broken' : 'killed', by: failed }
}
