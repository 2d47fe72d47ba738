import { DRAWS, type Population, type Vector } from './vectors.ts'

/** Least donors that are called near. */
export const MIN_DONORS = 40

/** A missing signal, and the number of the group that it is given with. */
export interface Gap {
  index: number
  group: number
}

/**
 * Lists what a mask lacks and somebody has, the commonest first. As many of these as forty donors have all at once are given
 * together (group 0); each of the others has a group of its own.
 */
export function listGaps({ formula, vectors }: Population, mask: number): Gap[] {
  const missing = formula.terms
    .map(({ prior }, index) => ({ index, prior, agents: countHaving(vectors, index) }))
    .filter(({ index, prior, agents }) => prior !== null && agents > 0 && !hasBit(mask, index))
    .sort((a, b) => b.agents - a.agents || a.index - b.index)
  const together = missing.findLastIndex((_, last) => {
    const whole = missing.slice(0, last + 1)
    const having = vectors.filter(({ values }) => whole.every(({ index }) => values[index] !== null))
    return having.reduce((sum, vector) => sum + countCopies(vector), 0) >= MIN_DONORS
  })
  return missing.map(({ index }, place) => ({ index, group: place <= together ? 0 : place + 1 }))
}

export const hasBit = (mask: number, index: number): boolean => Math.floor(mask / 2 ** index) % 2 === 1

const countHaving = (vectors: Vector[], index: number): number =>
  vectors.reduce((sum, vector) => sum + (vector.values[index] === null ? 0 : countCopies(vector)), 0)

const countCopies = ({ handles }: Vector): number => Math.min(handles.length, DRAWS)
