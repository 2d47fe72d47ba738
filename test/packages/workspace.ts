import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { onTestFinished } from 'vitest'
import type { Dependency } from '../../packages/action/dependency.ts'
import { type Dependencies, readFiles } from '../../packages/action/read_files.ts'

/** A folder with these files, gone after the test. */
export function repository(files: Record<string, string>): string {
  const root = mkdtempSync(join(tmpdir(), 'assay-action-'))
  onTestFinished(() => rmSync(root, { recursive: true, force: true }))
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), text)
  }
  return root
}

const ALL = {
  configFiles: ['.mcp.json', '.cursor/mcp.json'],
  packageFiles: ['package.json', 'requirements.txt'],
  packages: ['good', '@good/*'],
}

/** Returns the dependencies found in a repository of these files. */
export const readDependencies = (files: Record<string, string>): Dependencies =>
  readFiles(repository(files), ALL)

/** A config file with one server, `good`. */
export const serverFile = (entry: unknown): string => JSON.stringify({ mcpServers: { good: entry } })

/** Returns the dependency that a server entry gives in a repository without any others. */
export function readServer(entry: unknown, files: Record<string, string> = {}): Dependency {
  const { dependencies } = readDependencies({ '.mcp.json': serverFile(entry), ...files })
  return dependencies[0] as Dependency
}
