import { execFileSync } from 'node:child_process'
import { chmodSync, copyFileSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { nodeBundle } from '../pipeline/artifacts/hosts/bundle.ts'

// Builds what `npm publish` sends, in `packages/*/dist`. The program is one file without dependencies, so that `npx assay`
// starts at once; the client stays modules, so that its types and its parts can be imported.

const ROOT = join(import.meta.dirname, '..')
const distFolder = (name: string): string => join(ROOT, 'packages', name, 'dist')

for (const name of ['client', 'cli']) {
  rmSync(distFolder(name), { recursive: true, force: true })
  mkdirSync(distFolder(name))
  copyFileSync(join(ROOT, 'LICENSE'), join(distFolder(name), 'LICENSE'))
}
execFileSync(process.execPath, [join(ROOT, 'node_modules/typescript/bin/tsc'), '-p', 'packages/client'], {
  cwd: ROOT,
  stdio: 'inherit',
})
const program = join(distFolder('cli'), 'assay.mjs')
writeFileSync(program, `#!/usr/bin/env node\n${await nodeBundle('packages/cli/main.ts')}`)
chmodSync(program, 0o755)
