import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join, sep } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The code version in a release. */
export interface CodeVersion {
  /** The version in package.json. */
  version: string
  /** SHA-256 over the paths and contents of every file that can change a release. */
  sha256: string
}

const PROJECT = fileURLToPath(new URL('../..', import.meta.url))
// Each release has bundles of these: the Worker (handler and host), the pages' scripts, and the verifier.
const FOLDERS = ['core', 'pipeline', 'serving/handler', 'serving/hosts', 'site', 'sql', 'templates', 'verify']
const FILES = ['package-lock.json', 'docs/use/connect.md', 'docs/use/verify.md']

let running: CodeVersion | null = null

/**
 * Returns the version of the code under `root`, read from the files themselves, so that no git is needed; by default of
 * the running code, which is loaded once and therefore read once.
 */
export function readCodeVersion(root?: string): CodeVersion {
  if (root !== undefined) return hashCode(root)
  running ??= hashCode(PROJECT)
  return running
}

function hashCode(root: string): CodeVersion {
  const hash = createHash('sha256')
  for (const path of [...FOLDERS.flatMap((folder) => listFiles(root, folder)), ...FILES].sort()) {
    const content = readFileSync(join(root, path))
    hash.update(`${path}\0${content.length}\0`).update(content)
  }
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string }
  return { version, sha256: hash.digest('hex') }
}

/** Lists paths from the root with forward slashes; hidden files, such as an editor's, are no code. */
function listFiles(root: string, folder: string): string[] {
  return readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.name.startsWith('.'))
    .map((entry) => join(entry.parentPath, entry.name).slice(join(root, '/').length).replaceAll(sep, '/'))
}
