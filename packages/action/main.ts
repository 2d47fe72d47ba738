import { run } from './run.ts'

process.exitCode = await run(process.env, (line) => process.stdout.write(`${line}\n`))
