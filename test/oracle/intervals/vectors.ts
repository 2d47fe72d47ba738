import { hash } from 'node:crypto'
import type { Formula } from './formula.ts'

/** Draws of an interval; an agent that stands for many alike counts for at most as many. */
export const DRAWS = 200

/** Agents of a category of which the same is observed. */
export interface Vector {
  id: string
  /** In ten-thousandths, in the order of the methodology; null where nothing is observed. */
  values: (number | null)[]
  /** A bit for each observed signal. */
  mask: number
  handles: string[]
}

/** An agent whose values can stand in for those that another lacks. */
export interface Donor {
  handle: string
  vector: Vector
}

/** A category: the vectors of its agents, and all donors in the order of the hashes of their handles. */
export interface Population {
  formula: Formula
  vectors: Vector[]
  donors: Donor[]
}

/** An agent with its scaled values as published. */
export interface Observed {
  handle: string
  scaled: (number | null)[]
}

export const md5 = (text: string): string => hash('md5', text)

/** Puts the agents of a category together by what is observed of them. */
export function groupAgents(formula: Formula, agents: Observed[]): Population {
  const byId = new Map<string, Vector>()
  for (const { handle, scaled } of agents) {
    const id = md5(scaled.map((value) => value?.toFixed(4) ?? '').join(' '))
    const vector = byId.get(id) ?? toVector(id, scaled)
    vector.handles.push(handle)
    byId.set(id, vector)
  }
  const vectors = [...byId.values()]
  const donors = vectors.flatMap((vector) =>
    sortByHash(vector.handles)
      .slice(0, DRAWS)
      .map((handle) => ({ handle, vector })),
  )
  const places = new Map(
    sortByHash(donors.map(({ handle }) => handle)).map((handle, place) => [handle, place]),
  )
  donors.sort((a, b) => Number(places.get(a.handle)) - Number(places.get(b.handle)))
  return { formula, vectors, donors }
}

function toVector(id: string, scaled: Observed['scaled']): Vector {
  const values = scaled.map((value) => (value === null ? null : Math.round(value * 1e4)))
  const mask = values.reduce<number>((bits, value, index) => bits + (value === null ? 0 : 2 ** index), 0)
  return { id, values, mask, handles: [] }
}

/** Sorts texts by their hashes; equal hashes by the text. */
function sortByHash(texts: string[]): string[] {
  const hashed = texts.map((text) => ({ text, key: md5(text) + text }))
  return hashed.sort((a, b) => (a.key < b.key ? -1 : 1)).map(({ text }) => text)
}
