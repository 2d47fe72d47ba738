import { createHash } from 'node:crypto'
import { appendFileSync } from 'node:fs'
import { relative } from 'node:path'

// A plugin of Stryker. Its processes load it as it is, hence no TypeScript; its options are in stryker.ts.

/** Where chance puts a mutant among all: lines and columns count from `first`, which differs between Stryker's two ends. */
function drawnAt(seed, { fileName, location: { start, end }, replacement }, first) {
  const places = [start.line, start.column, end.line, end.column].map((place) => place - first)
  const what = JSON.stringify([seed, relative(process.cwd(), fileName), places, replacement])
  return createHash('sha256').update(what).digest('hex')
}

/** Draws mutants: those that are not drawn pass for such as do not compile, and cost nothing. */
function drawing(options) {
  const { count, seed } = options.drawn
  const taken = new Set()
  return {
    async init() {},
    async group(mutants) {
      const order = mutants
        .map((mutant) => ({ id: mutant.id, at: drawnAt(seed, mutant, 0) }))
        .sort((a, b) => (a.at < b.at ? -1 : 1))
      for (const { id } of order.slice(0, count ?? order.length)) taken.add(id)
      return order.map(({ id }) => [id])
    },
    async check(mutants) {
      const verdict = ({ id }) =>
        taken.has(id) ? { status: 'passed' } : { status: 'compileError', reason: 'not drawn' }
      return Object.fromEntries(mutants.map((mutant) => [mutant.id, verdict(mutant)]))
    },
  }
}
drawing.inject = ['options']

/** Writes a line for each mutant as soon as it is tried, so that a run that is cut short has said what it knows. */
function noting(options) {
  const { seed, notes } = options.drawn
  return {
    onMutantTested(mutant) {
      const { fileName, location, replacement, status, statusReason, killedBy } = mutant
      const path = relative(process.cwd(), fileName)
      const at = drawnAt(seed, mutant, 1)
      const line = { path, location, replacement, status, statusReason, killedBy, at }
      appendFileSync(notes, `${JSON.stringify(line)}\n`)
    },
  }
}
noting.inject = ['options']

export const strykerPlugins = [
  { kind: 'Checker', name: 'drawing', factory: drawing },
  { kind: 'Reporter', name: 'noting', factory: noting },
]
