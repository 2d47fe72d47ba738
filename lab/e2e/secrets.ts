import { spawnSync } from 'node:child_process'
import { join } from 'node:path'

/** Scans the files of the repository for secrets with secretlint, which npm downloads on demand. */
const VERSION = '12.0.0'
const PACKAGES = ['secretlint', '@secretlint/secretlint-rule-preset-recommend']
const args = ['exec', '--yes', ...PACKAGES.map((name) => `--package=${name}@${VERSION}`)]

process.exitCode =
  spawnSync('npm', [...args, '--', 'secretlint', '--secretlintignore', '.gitignore', '**/*'], {
    cwd: join(import.meta.dirname, '../..'),
    stdio: 'inherit',
  }).status ?? 1
