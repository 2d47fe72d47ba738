import { createHash } from 'node:crypto'

/** One small change of a text: `to` replaces it from `start` to before `end`. */
export interface Change {
  start: number
  end: number
  to: string
}

/** A change of one file of the project. */
export interface Mutant extends Change {
  /** The file from the project's folder on, e.g. `sql/marts/trust.sql`. */
  path: string
  /** The line that the change begins in, from 1. */
  line: number
  /** That line with the change in it, e.g. `where day > [30→31]`: what a reason for a survivor names. */
  shown: string
}

/** The outcome of a mutant: `broken` fails to load, without any test. */
export interface Outcome extends Mutant {
  status: 'killed' | 'survived' | 'broken'
  /** The room that it is counted in, e.g. `sql/intermediate/trust`. */
  room: string
  /** The test file that noticed, or why there is none. */
  by: string
}

const MAX_SHOWN = 60

/** The file with the change made. */
export const changed = (text: string, { start, end, to }: Change): string =>
  text.slice(0, start) + to + text.slice(end)

/** A change of a file with the place that a reader looks for. */
export function createMutant(path: string, text: string, change: Change): Mutant {
  const lineStart = text.lastIndexOf('\n', change.start - 1) + 1
  const nextLine = text.indexOf('\n', change.end)
  const lineEnd = nextLine === -1 ? text.length : nextLine
  const parts = [
    text.slice(lineStart, change.start).trimStart(),
    `[${short(text.slice(change.start, change.end))}→${short(change.to)}]`,
    text.slice(change.end, lineEnd).trimEnd(),
  ]
  return { path, ...change, line: text.slice(0, change.start).split('\n').length, shown: parts.join('') }
}

function short(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ')
  return line.length > MAX_SHOWN ? `${line.slice(0, MAX_SHOWN)}…` : line
}

/** Draws a number of mutants by a seed, independent of their order and number. */
export function drawSample<T extends Pick<Mutant, 'path' | 'line' | 'shown'>>(
  mutants: readonly T[],
  count: number,
  seed: number,
): T[] {
  const drawn = ({ path, line, shown }: T) =>
    createHash('sha256')
      .update(JSON.stringify([seed, path, line, shown]))
      .digest('hex')
  return mutants
    .map((mutant) => ({ mutant, at: drawn(mutant) }))
    .sort((a, b) => (a.at < b.at ? -1 : 1))
    .slice(0, count)
    .map(({ mutant }) => mutant)
}
