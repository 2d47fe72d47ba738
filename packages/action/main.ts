import { runAction } from './run.ts'

process.exitCode = await runAction(process.env, (line) => process.stdout.write(`${line}\n`))
