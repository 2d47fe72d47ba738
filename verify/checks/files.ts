import { Malformed } from '../bytes.ts'
import { type Claim, notChecked, toClaim } from '../claims.ts'
import type { NamedFile, VerifiedManifest } from '../manifest.ts'
import { PACK_LIST_PATH } from '../packs.ts'
import { findNamedFileProblem, mapInParallel, type PublishedSource } from '../source.ts'
import { isLogPath } from '../tiles.ts'
import { isStaleBadge, STALE_MARK } from './stale_badge.ts'

/** Made when the manifest is finished, so that it cannot name them. */
const DERIVED = new Set([
  'manifest.json',
  'public/manifest.json',
  'public/_headers',
  'public/api/proof-of-index/v1',
  'public/status.json',
])
const AT_ONCE = 8
const MAX_BADGE_BYTES = 10_000

/** Inputs of the check of files beside the source. */
export interface FilesOptions {
  sha256(bytes: Uint8Array): string
  /** Of the log that lies in the release; null where there is none. */
  logSize: number | null
  /** Time of the check, read on use. */
  now(): Date
  onProgress?(done: number, of: number): void
}

/** Every file of the manifest by its hash, and in a folder also what lies there beside them. */
export async function filesClaims(
  source: PublishedSource,
  manifest: VerifiedManifest,
  options: FilesOptions,
): Promise<Claim[]> {
  const shown = manifest.files.filter(({ key }) => source.shows(key))
  const mark = manifest.files.find(({ key }) => key === STALE_MARK)
  let done = 0
  const problems = await mapInParallel(shown, AT_ONCE, async (file) => {
    const problem = await findProblem(file, source, options)
    options.onProgress?.(++done, shown.length)
    if (problem === null || source.kind !== 'url' || !file.key.startsWith('public/embed/')) return problem
    // A host marks the badges of a release that is days old.
    const badge = await source.read(file.key, MAX_BADGE_BYTES)
    const late = { day: manifest.date, now: options.now() }
    return badge !== null && isStaleBadge(badge, { file, mark, sha256: options.sha256, ...late })
      ? null
      : problem
  })
  const all = [
    ...problems.filter((problem) => problem !== null),
    ...(await extraProblems(source, manifest, options)),
  ]
  const name =
    source.kind === 'folder'
      ? 'files: every hash of the manifest'
      : 'files: every public hash of the manifest'
  return [toClaim(name, all, `${shown.length} files`), ...unreadFiles(source, manifest, shown.length)]
}

/** Returns the problem of a named file, or null; a failure to read it as a file says nothing about the others. */
async function findProblem(
  file: NamedFile,
  source: PublishedSource,
  { sha256 }: FilesOptions,
): Promise<string | null> {
  try {
    const problem = findNamedFileProblem(file, await source.read(file.key, file.bytes), sha256)
    return problem === null ? null : `${file.key} is ${problem}`
  } catch (error) {
    if (error instanceof Malformed) return error.message
    throw error
  }
}

async function extraProblems(
  source: PublishedSource,
  manifest: VerifiedManifest,
  { logSize }: FilesOptions,
): Promise<string[]> {
  const keys = await source.keys()
  if (keys === null) return []
  const named = new Set([...manifest.files.map(({ key }) => key), ...DERIVED])
  return keys
    .filter((key) => !named.has(key) && !(logSize !== null && isOfLog(key, logSize)))
    .map((key) => `${key} is extra: the manifest does not name it`)
}

const LOG_FILE = /^public\/log\/(?:checkpoint|key|entries\/(?:days|[0-9a-f]{2})\.json)$/

/** True if the log has a file at a key: the manifest cannot name those, and the checks of the log read them. */
const isOfLog = (key: string, size: number): boolean =>
  LOG_FILE.test(key) || (key.startsWith('public/log/') && isLogPath(key.slice('public/log/'.length), size))

function unreadFiles(source: PublishedSource, { files, layout }: VerifiedManifest, shown: number): Claim[] {
  if (shown === files.length) return []
  const isPacked = layout === 'packs' && files.some(({ key }) => key === PACK_LIST_PATH)
  const packs = isPacked
    ? '; the files of agents are in packs there, so their hashes are not checked: their entries in the log are'
    : ''
  return [
    notChecked('files: the others', `${files.length - shown} have no address at ${source.name}${packs}`),
  ]
}
