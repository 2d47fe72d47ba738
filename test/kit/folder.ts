import { createHash } from 'node:crypto'
import { existsSync, mkdtempSync, readdirSync, readFileSync, readlinkSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'

/** Calls `work` with a new temporary folder, which is removed afterwards unless it is to be kept. */
export async function inTemporaryFolder<T>(work: (folder: string) => Promise<T>, keep = false): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'assay-campaign-'))
  try {
    return await work(folder)
  } finally {
    if (keep) console.log(`kept: ${folder}`)
    else rmSync(folder, { recursive: true, force: true })
  }
}

/** SHA-256 of every file below a folder, by relative path; a link counts as its target. */
export function hashesUnder(folder: string): Map<string, string> {
  if (!existsSync(folder)) return new Map()
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true })
  return new Map(
    entries
      .filter((entry) => !entry.isDirectory())
      .map((entry): [string, string] => {
        const path = join(entry.parentPath, entry.name)
        const content = entry.isSymbolicLink() ? readlinkSync(path) : readFileSync(path)
        return [relative(folder, path), createHash('sha256').update(content).digest('hex')]
      })
      .sort(([a], [b]) => (a < b ? -1 : 1)),
  )
}

/** The release that `current` names, e.g. `releases/<id>`, or null. */
export function readPointer(output: string): string | null {
  try {
    return readlinkSync(join(output, 'current'))
  } catch {
    return null
  }
}

/** SHA-256 of the manifest of the served release, or null. */
export function servedManifest(output: string): string | null {
  const path = join(output, 'current/manifest.json')
  return existsSync(path) ? createHash('sha256').update(readFileSync(path)).digest('hex') : null
}

/** The hashes that must not depend on the history of a folder: the history, and the archive's records and bodies. */
export function lastingHashes(output: string): Map<string, string> {
  const lasting = (path: string): boolean => /\.(?:parquet|json|sha256|ndjson|gz)$/.test(path)
  const both = ['history', 'archive'].flatMap((name) =>
    [...hashesUnder(join(output, name))].map(([path, hash]): [string, string] => [`${name}/${path}`, hash]),
  )
  return new Map(both.filter(([path]) => lasting(path)))
}

/** Files that a killed run left half-written and that no later run removed. */
export function findPartialFiles(output: string): string[] {
  const lasting = new Set(lastingHashes(output).keys())
  return ['history', 'archive'].flatMap((name) =>
    [...hashesUnder(join(output, name)).keys()]
      .map((path) => `${name}/${path}`)
      .filter((path) => !lasting.has(path)),
  )
}

/** Paths that only one of two states has, or whose hashes differ. */
export function differingPaths(a: Map<string, string>, b: Map<string, string>): string[] {
  return [...new Set([...a.keys(), ...b.keys()])].filter((path) => a.get(path) !== b.get(path)).sort()
}
