import { defineConfig } from 'vitest/config'

// Loading the modules anew for each file, and leaving a core to the runner, would double the time of a run.
export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    testTimeout: 60_000,
    hookTimeout: 180_000,
    pool: 'forks',
    isolate: false,
    maxWorkers: '100%',
  },
})
