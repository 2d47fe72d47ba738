import { readLocks } from './lock_files.ts'
import { readPackageManifest } from './package_json.ts'
import { npmSettingDoubt, OTHER_SETTINGS } from './settings.ts'
import { MAX_MATCHED_FILES, Unreadable, type Workspace } from './workspace.ts'

/** Settings of this repository that give a package name another meaning than in the public registry. */
export class RepositorySettings {
  /** Doubts about all packages of npm and of PyPI. */
  readonly #npm: string[] = []
  readonly #pypi: string[] = []
  /** Doubts about one package, by its name, and about one program, by the name under which it is run. */
  readonly #named = new Map<string, string>()
  readonly #programs = new Map<string, string>()
  readonly #doubts = {
    all: (reason: string) => void this.#npm.push(reason),
    named: (name: string, reason: string) => void this.#named.set(name, this.#named.get(name) ?? reason),
    program: (name: string, reason: string) => void this.#programs.set(name, reason),
  }
  readonly #workspace: Workspace

  /** Reads the files that say so: those beside the root, and beside each of `files` up to it. */
  constructor(workspace: Workspace, files: string[]) {
    this.#workspace = workspace
    const folders = [...new Set(['', ...files.flatMap(foldersAbove)])]
    this.#readManifests()
    for (const folder of folders) {
      for (const { file, doubt, kind } of OTHER_SETTINGS) this.#setting(`${folder}${file}`, kind, doubt)
      this.#setting(`${folder}.npmrc`, 'npm', npmSettingDoubt)
      readLocks(folder, { ...this.#doubts, read: (file, max) => this.#read(file, max) })
    }
  }

  /** Returns why a dependency of this name may be another package; null if nothing indicates it. */
  npm(name: string): string | null {
    return this.#npm[0] ?? this.#named.get(name) ?? null
  }

  /** The same of what `npx` runs: without a version it prefers whatever program of that name lies in the repository. */
  npmRun(name: string, hasVersion: boolean): string | null {
    const program =
      name.startsWith('@') || hasVersion ? null : (this.#programs.get(name) ?? this.#installed(name))
    return this.npm(name) ?? program
  }

  /** The same of a package of PyPI. */
  pypi(): string | null {
    return this.#pypi[0] ?? null
  }

  #installed(name: string): string | null {
    const file = `node_modules/.bin/${name}`
    return this.#workspace.has(file) ? `${file} is run in its place: write ${name}@VERSION` : null
  }

  #readManifests(): void {
    const files = this.#workspace.files(['package.json', '**/package.json'])
    if (files.length > MAX_MATCHED_FILES)
      this.#npm.push(`there are more than ${MAX_MATCHED_FILES} package.json`)
    for (const file of files.slice(0, MAX_MATCHED_FILES)) {
      const text = this.#read(file)
      if (text !== null) readPackageManifest(text, file, this.#doubts)
    }
  }

  #setting(file: string, kind: 'npm' | 'pypi', doubtIn: (text: string) => string | null): void {
    const text = this.#read(file)
    const reason = text === null ? null : doubtIn(text)
    if (reason !== null) (kind === 'npm' ? this.#npm : this.#pypi).push(`${file} ${reason}`)
  }

  /** The text of a file, null where there is none. What cannot be read may say anything. */
  #read(file: string, max?: number): string | null {
    if (!this.#workspace.has(file)) return null
    try {
      return this.#workspace.read(file, max)
    } catch (error) {
      if (!(error instanceof Unreadable)) throw error
      this.#npm.push(`${file} is not read, and may say otherwise: ${error.message}`)
      this.#pypi.push(`${file} is not read, and may say otherwise: ${error.message}`)
      return null
    }
  }
}

/** The folders that a file is in, with a slash at the end, from its own up to the root. */
function foldersAbove(file: string): string[] {
  const parts = file.split('/').slice(0, -1)
  return parts.map((_, i) => `${parts.slice(0, parts.length - i).join('/')}/`)
}
