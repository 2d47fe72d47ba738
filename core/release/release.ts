import { hash } from 'node:crypto'
import { readdirSync, readFileSync, readlinkSync, realpathSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { OperationalError } from '../domain/errors.ts'
import { openProjection } from '../projection/open_projection.ts'
import type { AgentFileContent } from './agent_files.ts'
import { isDerivedKey, isOfRelease } from './derived.ts'
import { Manifest, type ManifestEntry, type ReleaseInputs } from './manifest.ts'
import { isOfPacks } from './pack.ts'
import { PacksOnDisk } from './packs_on_disk.ts'
import { parseHandle } from './parse_handle.ts'

/** One file of a release. */
interface ReleaseFile {
  sha256: string
  bytes: number
  contentType: string
  /** The file's bytes, checked against the manifest; throws OperationalError when they are not the published ones. */
  read(): Buffer
}

/** A published release, read through its manifest: what the manifest does not name is not there. */
export interface Release {
  /** `<date>-<first 12 hex digits of the manifest's SHA-256>` */
  id: string
  path: string
  manifestSha256: string
  about: ReleaseInputs
  file(side: 'public' | 'private', path: string): ReleaseFile | null
  /**
   * Every file in the order of its key, `<side>/<path>`. In the layout `packs` the agents' files come last, pack by
   * pack, and the packs themselves are left out: both layouts have the same files.
   */
  entries(): Iterable<ManifestEntry>
  /** Files on disk, in the order of the keys: in the layout `packs` the packs, and not the files in them. */
  files(): Iterable<ManifestEntry>
}

/** Opens the release in this folder; throws OperationalError when there is none or its manifest is damaged. */
export function openRelease(path: string): Release {
  const { root, manifest } = readManifest(path)
  return {
    id: manifest.id,
    path: root,
    manifestSha256: manifest.sha256,
    about: manifest.about,
    files: () => manifest.entries(),
    ...(manifest.layout === 'packs' ? packedFiles(root, manifest) : plainFiles(root, manifest)),
  }
}

type Access = Pick<Release, 'file' | 'entries'>

function plainFiles(root: string, manifest: Manifest): Access {
  return {
    entries: () => manifest.entries(),
    file(side, path) {
      const entry = manifest.find(`${side}/${path}`)
      return entry && { ...entry, read: () => readChecked(root, entry) }
    },
  }
}

function packedFiles(root: string, manifest: Manifest): Access {
  const packs = new PacksOnDisk(manifest, (entry) => readChecked(root, entry), openProjection)
  const plain = plainFiles(root, manifest)
  return {
    *entries() {
      for (const entry of plain.entries()) if (!isOfPacks(entry.key)) yield entry
      yield* packs.entries()
    },
    file(side, path) {
      const agent = parseHandle(side, path)
      if (agent === null) return plain.file(side, path)
      const found = packs.find(agent, `${side}/${path}`)
      return found && packedFile(found)
    },
  }
}

// A copy for each reader.
const packedFile = ({ bytes, contentType }: AgentFileContent): ReleaseFile => ({
  sha256: hash('sha256', bytes),
  bytes: bytes.length,
  contentType,
  read: () => Buffer.from(bytes),
})

/** The release that `current` names, or null when nothing was published to this folder yet. */
export function currentRelease(output: string): Release | null {
  const target = currentTarget(output)
  return target === null ? null : openRelease(resolve(output, target))
}

/** Reads the pointer of this output folder, e.g. `releases/<id>`, or null when there is no pointer. */
export function currentTarget(output: string): string | null {
  const pointer = join(output, 'current')
  try {
    return readlinkSync(pointer)
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException
    if (code === 'ENOENT') return null
    if (code !== 'EINVAL') throw cause
    throw new OperationalError(
      `${pointer} is not the link that publishing creates: move it elsewhere and publish again`,
      {
        cause,
      },
    )
  }
}

/** Compares every file with the manifest and says what is wrong, one line for each file; whole means empty. */
export function verifyRelease(release: Release): string[] {
  const named = new Set(['manifest.json'])
  const problems: string[] = []
  for (const entry of release.files()) {
    named.add(entry.key)
    const problem = findFileProblem(release.path, entry)
    if (problem !== null) problems.push(`${entry.key}: ${problem}`)
  }
  for (const key of filesUnder(release.path))
    if (!named.has(key) && !isDerivedFile(release, key))
      problems.push(`${key}: the manifest does not list it, and it is not a derived file of this release`)
  return problems
}

// The headers hold the id; those that were brought over from another release do not. The log has its own proof.
function isDerivedFile({ id, path }: Release, key: string): boolean {
  return isDerivedKey(key) && isOfRelease(key, readFileSync(join(path, key), 'utf8'), id)
}

/** Returns the problem of one file of the release in `root`, or null. */
export function findFileProblem(root: string, entry: ManifestEntry): string | null {
  try {
    const bytes = readFileSync(`${root}/${entry.key}`)
    if (bytes.length !== entry.bytes) return `it has ${bytes.length} bytes instead of ${entry.bytes}`
    return hash('sha256', bytes) === entry.sha256 ? null : 'its content differs from what was published'
  } catch (error) {
    return `it cannot be read (${(error as NodeJS.ErrnoException).code})`
  }
}

/** Paths of all files below `root`, relative to it, each with `prefix` in front. */
export function* filesUnder(root: string, prefix = ''): Generator<string> {
  for (const entry of readdirSync(root, { withFileTypes: true })) {
    const path = `${prefix}${entry.name}`
    if (entry.isDirectory()) yield* filesUnder(`${root}/${entry.name}`, `${path}/`)
    else yield path
  }
}

function readManifest(path: string): { root: string; manifest: Manifest } {
  try {
    const root = realpathSync(path)
    const bytes = readFileSync(join(root, 'manifest.json'))
    const manifest = new Manifest(bytes, hash('sha256', bytes))
    if (basename(root) !== manifest.id)
      throw new OperationalError(
        `its manifest belongs to the release ${manifest.id}: the folder name or the manifest was changed`,
      )
    return { root, manifest }
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause)
    throw new OperationalError(
      `${path} is not a complete release: ${reason}. Publish its day again (npm run daily -- --date YYYY-MM-DD --output ${dirname(dirname(resolve(path)))}).`,
      { cause },
    )
  }
}

function readChecked(root: string, entry: ManifestEntry): Buffer {
  const path = `${root}/${entry.key}`
  const bytes = readOrFail(path)
  if (hash('sha256', bytes) === entry.sha256) return bytes
  throw new OperationalError(
    `${path} is damaged: its content does not match the manifest. Publish its day again.`,
  )
}

function readOrFail(path: string): Buffer {
  try {
    return readFileSync(path)
  } catch (cause) {
    throw new OperationalError(`${path} cannot be read, but the manifest lists it. Publish its day again.`, {
      cause,
    })
  }
}
