import { copyFileSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { AGENT_FILES } from '../../core/projection/agent_files.ts'
import { openProjection } from '../../core/projection/open_projection.ts'
import { OWNER_FILES } from '../../core/projection/owner_files.ts'
import { inflate } from '../../core/release/deflate.ts'
import { diskBlobs } from '../../core/release/disk_blobs.ts'
import { parseHandle } from '../../core/release/parse_handle.ts'
import { PRIVATE_PATHS } from '../../core/release/paths.ts'
import { openReader, type ReleaseReader } from '../../core/release/reader.ts'
import { filesUnder } from '../../core/release/release.ts'
import { errorPage } from '../../core/views/error_page.ts'
import { listPageAgents } from './page_agents.ts'

/** A site that was laid out. */
export interface PagesSite {
  files: number
  /** As the host counts them: in a tar file. */
  bytes: number
  /** Number of agents with their pages and files, and of all agents. */
  agents: number
  allAgents: number
  /** Number of agents with a rank. */
  ranked: number
  /** The first day whose tables are there; null where no day is left out. */
  tablesFrom: string | null
}

const PARTITION = /^data\/\w+\/date=(\d{4}-\d\d-\d\d)\//
const NOT_FOUND = '404.html'
const PUBLIC_FILES = AGENT_FILES.filter(({ side }) => side === 'public')
/** Size of a file in a tar file: a header, and whole blocks. */
const tarBytes = (bytes: number): number => 512 + Math.ceil(bytes / 512) * 512

/**
 * Lays out a release as files for a host of static files with a limit on the size of a site: everything that is about
 * no single agent and of the newest day, then agents by rank, then tables of earlier days, the newest first.
 */
export async function layOutPages(release: string, target: string, maxBytes: number): Promise<PagesSite> {
  const reader = await openReader(diskBlobs(release), { inflate, openProjection })
  const site = new SiteFolder(target, maxBytes)
  const { past, shared } = splitPaths(join(release, 'public'), reader.about.date)
  for (const path of shared) site.copy(join(release, 'public', path), path)
  const { handles, ranked } = await listPageAgents(reader)
  const agents = await addFiles(reader, { names: handles, files: PUBLIC_FILES }, site)
  await addFiles(reader, { names: await readOwners(reader), files: OWNER_FILES }, site)
  const tablesFrom = addPastDays(join(release, 'public'), { past, day: reader.about.date }, site)
  if (agents < handles.length) site.replace(NOT_FOUND, missingAgentPage(release, agents, handles.length))
  const { files, bytes } = site
  return { files, bytes, agents, allAgents: handles.length, ranked, tablesFrom }
}

/** The files of a release by what they are; those of single agents are read by their agents. */
function splitPaths(folder: string, day: string): { past: Map<string, string[]>; shared: string[] } {
  const past = new Map<string, string[]>()
  const shared: string[] = []
  for (const path of [...filesUnder(folder)].sort()) {
    const date = PARTITION.exec(path)?.[1] ?? day
    if (parseHandle('public', path) !== null) continue
    if (date < day) past.set(date, [...(past.get(date) ?? []), path])
    else shared.push(path)
  }
  return { past, shared }
}

/** Adds the files of agents or owners in their order until one does not fit; returns their number. */
async function addFiles(
  reader: ReleaseReader,
  { names, files }: { names: string[]; files: readonly { path(name: string): string }[] },
  site: SiteFolder,
): Promise<number> {
  for (const [at, name] of names.entries()) {
    const found: [path: string, bytes: Uint8Array][] = []
    for (const { path } of files) {
      const file = await reader.read('public', path(name))
      if (file !== null) found.push([path(name), file.bytes])
    }
    if (!site.fits(found.map(([, bytes]) => bytes.length))) return at
    for (const [path, bytes] of found) site.write(path, bytes)
  }
  return names.length
}

/** Returns the owners with a page; an older release has none. */
async function readOwners(reader: ReleaseReader): Promise<string[]> {
  const file = await reader.read('private', PRIVATE_PATHS.ownersIndex)
  return file === null ? [] : JSON.parse(new TextDecoder().decode(file.bytes))
}

/** Adds tables of earlier days, the newest first; returns the first day there, null where all fit. */
function addPastDays(
  folder: string,
  { past, day }: { past: Map<string, string[]>; day: string },
  site: SiteFolder,
): string | null {
  let first = day
  for (const [date, paths] of [...past].sort(([a], [b]) => (a < b ? 1 : -1))) {
    if (!site.fits(paths.map((path) => statSync(join(folder, path)).size))) return first
    for (const path of paths) site.copy(join(folder, path), path)
    first = date
  }
  return null
}

/** The page of an address without a file, where not every agent has one. */
const missingAgentPage = (release: string, agents: number, all: number): string =>
  errorPage(readFileSync(join(release, 'private', PRIVATE_PATHS.errorPage), 'utf8'), {
    heading: 'Page not found',
    message: `There is no page at this address. This host has room for the pages of ${agents.toLocaleString('en-US')} of ${all.toLocaleString('en-US')} agents, those with a rank first: the tables under Data have all of them.`,
  })

/** A folder that counts what is put into it. */
class SiteFolder {
  readonly root: string
  readonly maxBytes: number
  files = 0
  bytes = 0

  constructor(root: string, maxBytes: number) {
    this.root = root
    this.maxBytes = maxBytes
  }

  /** True if files of these sizes fit in beside the others. */
  fits(sizes: number[]): boolean {
    return this.bytes + sizes.reduce((sum, size) => sum + tarBytes(size), 0) <= this.maxBytes
  }

  copy(from: string, path: string): void {
    copyFileSync(from, this.#place(path))
    this.#count(statSync(from).size)
  }

  write(path: string, bytes: Uint8Array): void {
    writeFileSync(this.#place(path), bytes)
    this.#count(bytes.length)
  }

  /** Puts other content in place of a file, which is about as long. */
  replace(path: string, text: string): void {
    writeFileSync(this.#place(path), text)
  }

  #place(path: string): string {
    const file = join(this.root, path)
    mkdirSync(dirname(file), { recursive: true })
    return file
  }

  #count(size: number): void {
    this.files += 1
    this.bytes += tarBytes(size)
  }
}
