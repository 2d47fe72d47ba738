import { hash } from 'node:crypto'
import { existsSync, realpathSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { BadUsage } from '../domain/errors.ts'
import type { Artifact } from './artifact.ts'
import { type Derive, derivedFiles } from './derived.ts'
import { collectReleases, moveCurrent, openWorkFolder, releaseDate, releaseIds } from './layout.ts'
import { Manifest, type ReleaseInputs } from './manifest.ts'
import { renderManifest } from './manifest_text.ts'
import { PackWriter } from './pack_writer.ts'
import { openRelease, type Release } from './release.ts'
import { repairRelease } from './repair.ts'
import { Staging } from './staging.ts'

/** Number of releases that are kept: fewer of a large index, where each takes more than a gigabyte. */
const RELEASES = { least: 2, most: 7 }
/** Maximum bytes of all kept releases, unless the least number of them takes more. */
const MAX_KEPT_BYTES = 4e9

/** Result of publishing. For a release that was already there and whole nothing is written or linked. */
export interface PublishResult {
  id: string
  manifestSha256: string
  /** Files written, those of a damaged release that were replaced included. */
  written: number
  /** Files shared with an earlier release. */
  linked: number
  /** Bytes of all files of the release. */
  bytes: number
  /** True if `current` names another release than before. It never goes back to an earlier date. */
  moved: boolean
}

/** Options of publishing a release. */
export interface PublishOptions {
  /** Maximum number of releases; older ones are removed. Default: 7, or as many as fit into 4 GB, but at least 2. */
  keep?: number
  /** Creates the files that hold the release's id. */
  derived?: Derive
  /** Leaves `current` as it is: `serveRelease` moves it, once the release is safe elsewhere too. */
  leavesCurrent?: boolean
}

/**
 * Publishes the artifacts to `<output>/releases/<id>` and lets `<output>/current` name it. Whatever happens on the
 * way, `current` names a whole release. In the layout `packs` agents come in the order of (shardOf(handle), handle).
 * Throws RunFailed for a path that cannot be published, or for an agent that comes after its pack was written.
 */
export function publishRelease(
  output: string,
  artifacts: Iterable<Artifact>,
  inputs: ReleaseInputs,
  options: PublishOptions = {},
): PublishResult {
  const draft = openDraft(output, inputs, options)
  try {
    for (const artifact of artifacts) draft.writer.add(artifact)
    return publishDraft(draft)
  } finally {
    rmSync(draft.work, { recursive: true, force: true })
  }
}

/** The same for artifacts that are rendered while they are published: none is held in memory. */
export async function publishStream(
  output: string,
  artifacts: AsyncIterable<Artifact>,
  inputs: ReleaseInputs,
  options: PublishOptions = {},
): Promise<PublishResult> {
  const draft = openDraft(output, inputs, options)
  try {
    for await (const artifact of artifacts) draft.writer.add(artifact)
    return publishDraft(draft)
  } finally {
    rmSync(draft.work, { recursive: true, force: true })
  }
}

/** Lets `current` name a release that was published as held, with the same rules. */
export function serveRelease(output: string, id: string): void {
  const work = openWorkFolder(output)
  try {
    if (moveCurrent(output, work, id)) collectReleases(output, work, countKept(releaseBytes(output, id)))
  } finally {
    rmSync(work, { recursive: true, force: true })
  }
}

/** Returns the number of releases to keep, if all are as large as the newest. */
export const countKept = (bytes: number): number =>
  Math.min(RELEASES.most, Math.max(RELEASES.least, Math.floor(MAX_KEPT_BYTES / bytes)))

const releaseBytes = (output: string, id: string): number =>
  Iterator.from(openRelease(join(output, 'releases', id)).files()).reduce((sum, { bytes }) => sum + bytes, 0)

interface Draft {
  output: string
  inputs: ReleaseInputs
  keep: number | undefined
  leavesCurrent: boolean
  derive: Derive
  work: string
  staging: Staging
  writer: Staging | PackWriter
}

function openDraft(
  output: string,
  inputs: ReleaseInputs,
  { keep, leavesCurrent = false, derived = () => [] }: PublishOptions,
): Draft {
  checkInputs(inputs, keep)
  const work = openWorkFolder(output)
  const staging = new Staging(join(work, 'release'), newestBase(output, inputs.date))
  const writer = inputs.layout === 'packs' ? new PackWriter(staging) : staging
  return { output, inputs, keep, leavesCurrent, derive: derived, work, staging, writer }
}

function publishDraft(draft: Draft): PublishResult {
  if (draft.writer instanceof PackWriter) draft.writer.finish()
  const { output, keep, leavesCurrent, work, staging } = draft
  const placed = place(draft)
  const moved = !leavesCurrent && moveCurrent(output, work, placed.id)
  if (moved) collectReleases(output, work, keep ?? countKept(staging.bytes))
  return { ...placed, bytes: staging.bytes, moved }
}

function place({ output, staging, inputs, derive }: Draft): Omit<PublishResult, 'bytes' | 'moved'> {
  const body = renderManifest(inputs, staging.lines)
  const bytes = Buffer.from(body)
  const manifest = new Manifest(bytes, hash('sha256', bytes))
  const { id, sha256: manifestSha256 } = manifest
  const unnamed = [...derivedFiles(derive, manifest), { key: 'manifest.json', body }]
  const target = join(output, 'releases', id)
  if (existsSync(target)) {
    const written = repairRelease(realpathSync(target), staging, manifest, unnamed)
    return { id, manifestSha256, written, linked: 0 }
  }
  staging.finish(unnamed)
  renameSync(staging.folder, target)
  return { id, manifestSha256, written: staging.written, linked: staging.linked }
}

/** The newest release up to this date whose manifest can be read: what did not change since is shared with it. */
function newestBase(output: string, date: string): Release | null {
  for (const id of releaseIds(output)) {
    if (releaseDate(id) > date) continue
    try {
      return openRelease(join(output, 'releases', id))
    } catch {
      // Its day has to be published again; until then an older one serves.
    }
  }
  return null
}

function checkInputs({ date }: ReleaseInputs, keep: number | undefined): void {
  if (!/^\d{4}-\d\d-\d\d$/.test(date)) throw new BadUsage(`the date "${date}" must have the form YYYY-MM-DD`)
  if (keep !== undefined && !(Number.isInteger(keep) && keep >= 1))
    throw new BadUsage('keep at least 1 release')
}
