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
  /** Its folder below node_modules/.cache, without the version, e.g. `anvil`. */
  folder: string
  /** A package to install with it, at a version that it would not get by itself, e.g. `typescript@5.9.3`. */
  beside?: string
  /** It uses the project's copy of its peers, such as Vitest, instead of its own. */
  peersAreOurs?: boolean
}

/** The folder of a package: complete, or missing. */
export const packageFolder = ({ folder, version }: AddedPackage): string =>
  join(CACHE, `${folder}-${version}`)

/** True if a test may use a package: it is installed, or this is CI, which adds it. At home the campaign adds it. */
export const isForTests = (wanted: AddedPackage): boolean =>
  existsSync(packageFolder(wanted)) || process.env.CI !== undefined

/** Adds a package to node_modules/.cache, unless it is there. Throws with npm's message if it cannot be installed. */
export async function addPackage(wanted: AddedPackage): Promise<string> {
  const target = packageFolder(wanted)
  if (existsSync(target)) return target
  await mkdir(CACHE, { recursive: true })
  // Installed in a temporary folder and moved as a whole, so that a concurrent run never sees a partial one.
  const folder = await mkdtemp(join(CACHE, `${wanted.folder}-new-`))
  try {
    await copyFile(join(ROOT, '.npmrc'), join(folder, '.npmrc'))
    const flags = wanted.peersAreOurs ? ['--legacy-peer-deps'] : []
    const beside = wanted.beside ? [wanted.beside] : []
    await install(folder, [...flags, `${wanted.name}@${wanted.version}`, ...beside])
    await rename(folder, target).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOTEMPTY' && error.code !== 'EEXIST') throw error
    })
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
  return target
}

async function install(folder: string, wanted: string[]): Promise<void> {
  const flags = ['--no-save', '--ignore-scripts', '--loglevel=error', '--fetch-retries=0', '--prefix', folder]
  await promisify(execFile)('npm', ['install', ...flags, ...wanted], { shell: process.platform === 'win32' })
}

/** The first error of npm's output, or the whole message of another error. */
export const installError = ({ message }: Error): string =>
  /^npm error (?!code|errno|syscall)(.+)$/m.exec(message)?.[1] ?? message
