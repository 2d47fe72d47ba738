import { statfsSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

const MEMORY = '/dev/shm'
const ENOUGH_BYTES = 4 * 2 ** 30

/** Folder of temporary files: in memory if there is enough of it, since tests write a hundred thousand small ones. */
function temporaryFolder(): string {
  try {
    const { bavail, bsize } = statfsSync(MEMORY)
    return bavail * bsize >= ENOUGH_BYTES ? MEMORY : tmpdir()
  } catch {
    return tmpdir()
  }
}

/** Files that take the longest. They are short, so vitest would begin them last, and the run would wait for them. */
const LONG = /\/(catch_up|data_readers|gaming|kill|recompute|replay|run|store|tamper|unreleased)\.test\.ts$/

/** The order of test files: those that take long first. */
class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    return [
      ...sorted.filter(({ moduleId }) => LONG.test(moduleId)),
      ...sorted.filter(({ moduleId }) => !LONG.test(moduleId)),
    ]
  }
}

// Loading the modules anew for each file would double the time of a run. One more worker than cores, since many
// tests wait: for a time-out, for another process, for the sample that another worker builds.
export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    setupFiles: ['test/kit/properties.ts'],
    testTimeout: 120_000,
    hookTimeout: 180_000,
    fsModuleCache: true,
    pool: 'forks',
    isolate: false,
    maxWorkers: availableParallelism() + 1,
    sequence: { sequencer: LongFirst },
    env: {
      TMPDIR: temporaryFolder(),
      // Hundreds of processes are started, each with a thousand modules: the first compiles them for the others.
      NODE_COMPILE_CACHE: join(import.meta.dirname, 'node_modules/.cache/node'),
    },
  },
})
