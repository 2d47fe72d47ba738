import { spawnSync } from 'node:child_process'
import { join } from 'node:path'

/** Looks for secrets in the files of the repository, with what npm has of secretlint: it is fetched when it is asked for. */
const VERSION = '12.0.0'
const PACKAGES = ['secretlint', '@secretlint/secretlint-rule-preset-recommend']
const args = ['exec', '--yes', ...PACKAGES.map((name) => `--package=${name}@${VERSION}`)]

process.exitCode =
  spawnSync('npm', [...args, '--', 'secretlint', '--secretlintignore', '.gitignore', '**/*'], {
    cwd: join(import.meta.dirname, '../..'),
    stdio: 'inherit',
  }).status ?? 1
