import fc from 'fast-check'

const MOST_MS = 60_000

// The same made-up inputs in each run, so that CI says of a change what a developer saw; PROPERTY_SEED=2 tries others.
// Looking for a smaller example of what failed can take a quarter of an hour, and no time limit of a test stops it.
fc.configureGlobal({ seed: Number(process.env.PROPERTY_SEED ?? 1), interruptAfterTimeLimit: MOST_MS })
