import { statSync } from 'node:fs'
import { type ParseArgsOptionsConfig, parseArgs } from 'node:util'
import { BadUsage } from '../errors.ts'

/** One command of the command line. */
export interface Command {
  /** What `--help` prints; its first line is the usage line. */
  help: string
  /** Settles when the command is done; throws BadUsage, or an error that says why the run failed. */
  run(args: string[]): Promise<void>
}

/** The options in `args`; throws BadUsage, or the error of `parseArgs`, for anything that is not in `options`. */
export function parseOptions<T extends ParseArgsOptionsConfig>(args: string[], options: T) {
  const { values } = parseArgs({ args, options, strict: true, allowPositionals: false })
  for (const [name, value] of Object.entries(values)) {
    if (value === '') throw new BadUsage(`--${name} needs a value`)
  }
  return values
}

/** The folder that `--output` names; throws BadUsage when something else stands there. */
export function outputFolder(path: string): string {
  const found = statSync(path, { throwIfNoEntry: false })
  if (found && !found.isDirectory()) throw new BadUsage(`--output ${path} is not a folder`)
  return path
}
