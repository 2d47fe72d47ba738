import { relative, resolve } from 'node:path'
import { BaseSequencer, createVitest, type TestModule, type TestSpecification } from 'vitest/node'

/** The test result: null, or the test file that failed first and its message. */
export interface Verdict {
  failed: string | null
  message: string
}

/** A runner of tests in a folder, which stays warm between runs. */
export interface Tests {
  /** Runs test files in this order and stops at the first failure. Paths from the folder on. */
  run(files: readonly string[]): Promise<Verdict>
  close(): Promise<void>
}

class GivenOrder extends BaseSequencer {
  override async sort(specifications: TestSpecification[]): Promise<TestSpecification[]> {
    return specifications
  }
}

/** Starts Vitest in a folder with the settings that lie there, in one process and without a word. */
export async function testsIn(folder: string, setupFiles: string[] = []): Promise<Tests> {
  const vitest = await createVitest('test', {
    root: folder,
    watch: false,
    bail: 1,
    maxWorkers: 1,
    reporters: [{}],
    setupFiles,
    sequence: { sequencer: GivenOrder },
    cache: false,
  })
  return {
    async run(files) {
      const wanted = files.map((file) => resolve(folder, file))
      const found = await vitest.globTestSpecifications(wanted)
      const specifications = wanted.flatMap((file) => found.filter(({ moduleId }) => moduleId === file))
      if (specifications.length !== files.length)
        throw new Error(`${files.join(', ')}: not every one of these is a test file of ${folder}`)
      const { testModules, unhandledErrors } = await vitest.runTestSpecifications(specifications)
      // Modules still include results of other files from an earlier run.
      const asked = wanted.flatMap((file) => testModules.filter(({ moduleId }) => moduleId === file))
      return toVerdict(folder, asked, unhandledErrors)
    },
    close: () => vitest.close(),
  }
}

function toVerdict(folder: string, modules: TestModule[], errors: unknown[]): Verdict {
  const failed = modules.find((module) => module.state() === 'failed')
  if (failed) {
    const tests = [...failed.children.allTests('failed')].flatMap((test) => test.result().errors ?? [])
    const [first] = [...tests, ...failed.errors()]
    return { failed: relative(folder, failed.moduleId), message: first?.message ?? '' }
  }
  const [error] = errors
  return error === undefined
    ? { failed: null, message: '' }
    : { failed: 'an error outside of tests', message: String(error) }
}
