import { identifier } from './database.ts'
import type { Model } from './order.ts'

/** A table with the rows of all models of a kind; new models of it are included. */
export interface Union {
  name: string
  /** Meaning of a row. */
  about: string
  /** Name pattern of the models it unites. */
  of: RegExp
}

/** Each category has one model of each kind. */
export const UNIONS: readonly Union[] = [
  {
    name: 'int_records',
    about: 'One row per record: one thing that one source names, whether it is still there or has departed.',
    of: /^int_[a-z_]+__records$/,
  },
  {
    name: 'int_signal_inputs',
    about: 'One row per agent, signal, item and recorded response, of all categories.',
    of: /^int_[a-z_]+__signal_inputs$/,
  },
]

/** Returns a union of models as a model. */
export function toUnionModel({ name, of }: Union, models: readonly Model[]): Model {
  const reads = models.map((model) => model.name).filter((model) => of.test(model))
  const select = reads.map((read) => `from ${identifier(read)}`).join(' union all by name ')
  return { name, reads, build: (db) => db.run(`create table ${identifier(name)} as ${select}`) }
}
