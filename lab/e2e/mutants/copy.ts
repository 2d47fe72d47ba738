import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readdirSync, symlinkSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { inTemporaryFolder } from '../../../test/kit/folder.ts'

/** Runs git in a project and returns the paths that it lists. */
export function gitLines(project: string, ...args: string[]): string[] {
  return execFileSync('git', args, { cwd: project, encoding: 'utf8', maxBuffer: 2 ** 28 })
    .split('\n')
    .filter(Boolean)
}

/** Does something with a copy of the project as it stands, which may be changed at will, and takes it away again. */
export function withCopy<T>(project: string, work: (copy: string) => Promise<T>): Promise<T> {
  return inTemporaryFolder((copy) => {
    for (const path of gitLines(project, 'ls-files', '--cached', '--others', '--exclude-standard')) {
      if (!existsSync(join(project, path))) continue
      mkdirSync(dirname(join(copy, path)), { recursive: true })
      cpSync(join(project, path), join(copy, path))
    }
    linkPackages(project, copy)
    return work(copy)
  })
}

/** Packages are shared; their folder is not, so that files of tests in it are removed with the copy. */
export function linkPackages(project: string, copy: string): void {
  mkdirSync(join(copy, 'node_modules'), { recursive: true })
  for (const name of readdirSync(join(project, 'node_modules')))
    if (name === '.bin' || !name.startsWith('.'))
      symlinkSync(join(project, 'node_modules', name), join(copy, 'node_modules', name))
}
