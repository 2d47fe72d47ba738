import { runVerify } from './command.ts'

// The beginning of verify.mjs, which every release publishes: it needs nothing but Node.
process.exitCode = await runVerify(process.argv.slice(2), null)
