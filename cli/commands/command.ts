import { accessSync, constants, mkdirSync, statSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { type ParseArgsOptionsConfig, parseArgs } from 'node:util'
import { BadUsage } from '../../core/domain/errors.ts'
import { systemSentence } from './system_errors.ts'

/** One command of the command line. */
export interface Command {
  /** Text of `--help`; its first line is the usage line. */
  help: string
  /** Settles when the command is done, with an exit code where it has more than one; throws BadUsage, or why it failed. */
  // biome-ignore lint/suspicious/noConfusingVoidType: most commands end without a code
  run(args: string[]): Promise<number | void>
}

/** Exit code of an unfinished operation that can be run again. */
export const NOT_YET = 3

/** Default output folder of runs. */
export const OUTPUT = 'output'

/** Output folder of the sample index of `npm start`, separate so that invented and observed data never mix. */
export const SAMPLE_OUTPUT = join(OUTPUT, 'sample')

/** The options in `args`; throws BadUsage, or the error of `parseArgs`, for anything that is not in `options`. */
export function parseOptions<T extends ParseArgsOptionsConfig>(args: string[], options: T) {
  const { values } = parseArgs({ args, options, strict: true, allowPositionals: false })
  for (const [name, value] of Object.entries(values)) {
    if (value === '') throw new BadUsage(`--${name} needs a value`)
  }
  return values
}

/** The folder that `--output` names, which a run makes where it is missing; throws BadUsage when it cannot be written to. */
export function outputFolder(path: string): string {
  requireFolder(path, nearest(path), constants.R_OK | constants.W_OK)
  return path
}

/**
 * Creates an output folder, one level at a time: Node's recursive way never ends where a folder can hold none, as in
 * /proc.
 */
export function makeFolder(path: string): void {
  const full = resolve(path)
  if (nearest(full) === full) return
  makeFolder(dirname(full))
  try {
    mkdirSync(full)
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code !== 'EEXIST') throw unusable(path, cause)
  }
}

/** The same for a command that makes no folder: one that is mistyped must not look like one that is empty. */
export function existingFolder(path: string): string {
  if (nearest(path) !== resolve(path))
    throw new BadUsage(`--output ${path}: there is no such folder. Check the path; "npm run daily" makes one`)
  requireFolder(path, path, constants.R_OK)
  return path
}

/** The path, or the first folder above it that is there. */
function nearest(path: string): string {
  const full = resolve(path)
  try {
    if (statSync(full, { throwIfNoEntry: false }) !== undefined) return full
  } catch (cause) {
    throw unusable(path, cause)
  }
  return nearest(dirname(full))
}

function requireFolder(path: string, found: string, mode: number): void {
  if (!statSync(found).isDirectory())
    throw new BadUsage(
      `--output ${path} is not a folder${found === resolve(path) ? '' : `: ${found} is a file`}`,
    )
  try {
    accessSync(found, mode | constants.X_OK)
  } catch (cause) {
    throw unusable(path, cause)
  }
}

function unusable(path: string, cause: unknown): BadUsage {
  return new BadUsage(`--output ${path}: ${systemSentence(cause) ?? 'it cannot be used'}`)
}
