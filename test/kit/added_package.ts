import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { copyFile, mkdir, mkdtemp, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

const ROOT = dirname(dirname(dirname(fileURLToPath(import.meta.url))))
const CACHE = join(ROOT, 'node_modules', '.cache')

/** A package from npm that is needed now and then, and is too large for the lock file. */
export interface AddedPackage {
  name: string
  version: string
  /** The folder below node_modules/.cache that keeps it, without the version, e.g. `anvil`. */
  folder: string
  /** What it needs beside it and would get in another version, e.g. `typescript@5.9.3`. */
  beside?: string
  /** It takes what it works together with, such as Vitest, from the project instead of getting its own. */
  peersAreOurs?: boolean
}

/** Where a package is kept: it is there whole, or not at all. */
export const keptAt = ({ folder, version }: AddedPackage): string => join(CACHE, `${folder}-${version}`)

/** Whether a test may use a package: it is there, or this is CI, which adds it. At home the campaign adds it. */
export const isForTests = (wanted: AddedPackage): boolean =>
  existsSync(keptAt(wanted)) || process.env.CI !== undefined

/** Adds a package to node_modules/.cache, unless it is there. Throws with npm's words where it cannot be had. */
export async function addPackage(wanted: AddedPackage): Promise<string> {
  const kept = keptAt(wanted)
  if (existsSync(kept)) return kept
  await mkdir(CACHE, { recursive: true })
  // Installed beside its place and moved there whole, so that two at once cannot meet a half of it.
  const folder = await mkdtemp(join(CACHE, `${wanted.folder}-new-`))
  try {
    await copyFile(join(ROOT, '.npmrc'), join(folder, '.npmrc'))
    const flags = wanted.peersAreOurs ? ['--legacy-peer-deps'] : []
    const beside = wanted.beside ? [wanted.beside] : []
    await install(folder, [...flags, `${wanted.name}@${wanted.version}`, ...beside])
    await rename(folder, kept).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOTEMPTY' && error.code !== 'EEXIST') throw error
    })
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
  return kept
}

async function install(folder: string, wanted: string[]): Promise<void> {
  const flags = ['--no-save', '--ignore-scripts', '--loglevel=error', '--fetch-retries=0', '--prefix', folder]
  await promisify(execFile)('npm', ['install', ...flags, ...wanted], { shell: process.platform === 'win32' })
}

/** The first thing that npm says was wrong, or the whole message where it is another's. */
export const whyNotAdded = ({ message }: Error): string =>
  /^npm error (?!code|errno|syscall)(.+)$/m.exec(message)?.[1] ?? message
