import type { z } from 'zod'
import type { Catalog } from './catalog/catalog.ts'
import type { Answer, Http } from './http/http.ts'

/** One fact-bearing row as the upstream gave it, and the recorded answer that it was read from. */
export interface Observation {
  from: Answer<unknown>
  /** Checked against the source's `row` schema by the pipeline; a bad row goes to quarantine. */
  row: Record<string, unknown>
}

/**
 * What a finished fetch covered. `all`: rows not yielded are gone from the upstream. `changes`: rows not
 * yielded stand as they were.
 */
export type Coverage = 'all' | 'changes'

/** A row of an earlier fetch, with the day it was last observed on. */
export type Known = Record<string, unknown> & { observed_on: string }

export interface FetchContext {
  http: Http
  /** The logical date of the run, YYYY-MM-DD. */
  day: string
  /** The rows a source stands at now: its own from before today, those of a source in `reads` from today. */
  known(source: string): Promise<Known[]>
  /** The last logical date on which this source was fetched in full or in part without failing, or null. */
  lastDay: string | null
  catalog: Catalog
  /** The settings a source may read, such as tokens; never the whole environment of the process. */
  env: Record<string, string | undefined>
}

export interface Source {
  /** The file's name and the raw table's name. */
  name: string
  /** One line for the run page: what is read here. */
  title: string
  docs: string
  license: string
  /** The columns that name a row. */
  key: string[]
  /** Flat: strings, numbers, booleans, nulls, or arrays and objects that are kept as JSON. */
  row: z.ZodObject
  /** Sources that must have been fetched before this one. */
  reads?: string[]
  fetch(context: FetchContext): AsyncGenerator<Observation, Coverage>
}

/** Declares a source; a file in `pipeline/sources/` exports the result as its default. */
export const defineSource = (source: Source): Source => source
