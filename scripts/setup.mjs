// Makes `node_modules` match `package-lock.json`, before every npm script that needs it; `--tests` adds what tests need.
// Plain JavaScript without dependencies, because it runs where nothing is installed; prints to stderr alone.
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { SetupError, setUp } from './lib/setup.mjs'

try {
  await setUp({
    root: dirname(dirname(fileURLToPath(import.meta.url))),
    node: process.versions.node,
    execPath: process.execPath,
    forTests: process.argv.includes('--tests'),
    say: (line) => process.stderr.write(`${line}\n`),
  })
} catch (error) {
  if (!(error instanceof SetupError)) throw error
  process.stderr.write(`${error.message}\n`)
  process.exitCode = 1
}
