import { type Claim, claimOf, notChecked } from '../claims.ts'
import type { Manifest } from '../manifest.ts'
import { PACKS_KEY } from '../packs.ts'
import { fileProblem, inParallel, type Source } from '../source.ts'
import { logPaths } from '../tiles.ts'

/** Made when the manifest is finished, so that it cannot name them. */
const DERIVED = new Set([
  'manifest.json',
  'public/manifest.json',
  'public/_headers',
  'public/api/proof-of-index/v1',
  'public/status.json',
])
const AT_ONCE = 8
const STALE_BADGE = ', stale</title>'

/** What the check of files needs beside the source. */
export interface FilesOptions {
  sha256(bytes: Uint8Array): string
  /** Of the log that lies in the release; null where there is none. */
  logSize: number | null
  onProgress?(done: number, of: number): void
}

/** Every file of the manifest by its hash, and in a folder also what lies there beside them. */
export async function filesClaims(
  source: Source,
  manifest: Manifest,
  options: FilesOptions,
): Promise<Claim[]> {
  const shown = manifest.files.filter(({ key }) => source.shows(key))
  let done = 0
  const problems = await inParallel(shown, AT_ONCE, async (file) => {
    const bytes = await source.read(file.key, file.bytes)
    options.onProgress?.(++done, shown.length)
    if (source.kind === 'url' && isMarkedStale(file.key, bytes)) return null
    const problem = fileProblem(file, bytes, options.sha256)
    return problem === null ? null : `${file.key} is ${problem}`
  })
  const all = [...problems.filter((one) => one !== null), ...(await extraProblems(source, manifest, options))]
  const name =
    source.kind === 'folder'
      ? 'files: every hash of the manifest'
      : 'files: every public hash of the manifest'
  return [claimOf(name, all, `${shown.length} files`), ...leftOut(source, manifest, shown.length)]
}

/** A host marks the badges of a release that is days old. */
const isMarkedStale = (key: string, bytes: Uint8Array | null): boolean =>
  key.startsWith('public/embed/') && bytes !== null && new TextDecoder().decode(bytes).includes(STALE_BADGE)

async function extraProblems(
  source: Source,
  manifest: Manifest,
  { logSize }: FilesOptions,
): Promise<string[]> {
  const keys = await source.keys()
  if (keys === null) return []
  const named = new Set([...manifest.files.map(({ key }) => key), ...DERIVED])
  for (const path of logSize === null ? [] : ['checkpoint', 'key', ...logPaths(logSize)])
    named.add(`public/log/${path}`)
  const isEntries = (key: string): boolean =>
    logSize !== null && /^public\/log\/entries\/(?:days|[0-9a-f]{2})\.json$/.test(key)
  return keys
    .filter((key) => !named.has(key) && !isEntries(key))
    .map((key) => `${key} is extra: the manifest does not name it`)
}

function leftOut(source: Source, { files, layout }: Manifest, shown: number): Claim[] {
  if (shown === files.length) return []
  const isPacked = layout === 'packs' && files.some(({ key }) => key === PACKS_KEY)
  const packs = isPacked
    ? '; the files of agents are in packs there, so their hashes are not checked: their entries in the log are'
    : ''
  return [
    notChecked('files: the others', `${files.length - shown} have no address at ${source.name}${packs}`),
  ]
}
