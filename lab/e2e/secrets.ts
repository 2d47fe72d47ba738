import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { runAsCommand } from '../../scripts/lib/command.ts'

const HELP = `Usage: npm run e2e -- secrets

Scans the files of the repository for secrets with secretlint, which npm downloads on demand. Exit code: 0 none was found, 1
one was, 2 bad usage.
`
const VERSION = '12.0.0'
const PACKAGES = ['secretlint', '@secretlint/secretlint-rule-preset-recommend']

await runAsCommand(import.meta.url, HELP, async (args) => {
  parseArgs({ args, options: {} })
  const packages = PACKAGES.map((name) => `--package=${name}@${VERSION}`)
  const command = [
    'exec',
    '--yes',
    ...packages,
    '--',
    'secretlint',
    '--secretlintignore',
    '.gitignore',
    '**/*',
  ]
  const { status } = spawnSync('npm', command, { cwd: join(import.meta.dirname, '../..'), stdio: 'inherit' })
  return status === 0
})
