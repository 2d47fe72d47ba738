import fc from 'fast-check'

// The same inputs in each run, so that CI tests a change with what a developer saw; PROPERTY_SEED=2 tries others.
// A failure is not shrunk: looking for a smaller example can take a quarter of an hour, and no time limit of
// a test stops it. PROPERTY_SMALLEST=1 looks for it.
fc.configureGlobal({
  seed: Number(process.env.PROPERTY_SEED ?? 1),
  endOnFailure: process.env.PROPERTY_SMALLEST === undefined,
})
