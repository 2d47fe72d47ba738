import { statfsSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { defineConfig } from 'vitest/config'
import { LongFirst } from './test/long_first.ts'

const MEMORY = '/dev/shm'
const ENOUGH_BYTES = 4 * 2 ** 30

/** Where temporary files go: to memory where there is enough of it, since tests write a hundred thousand small ones. */
function temporaryFolder(): string {
  try {
    const { bavail, bsize } = statfsSync(MEMORY)
    return bavail * bsize >= ENOUGH_BYTES ? MEMORY : tmpdir()
  } catch {
    return tmpdir()
  }
}

// Loading the modules anew for each file would double the time of a run. One more worker than cores, since many
// tests wait: for a time-out, for another process, for the sample that another worker builds.
export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    testTimeout: 120_000,
    hookTimeout: 180_000,
    pool: 'forks',
    isolate: false,
    maxWorkers: availableParallelism() + 1,
    sequence: { sequencer: LongFirst },
    env: { TMPDIR: temporaryFolder() },
  },
})
