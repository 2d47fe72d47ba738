import type { Category } from '../../core/domain/category.ts'

/** Rows by the table that they are added to. */
export type Rows = Record<string, object[]>

/** One way to carry an attack out: what is spent in USD, the rows that it leaves behind, and the records it is after. */
export interface Variant {
  label: string
  spent: number
  rows: Rows
  /** That it takes a year of waiting. */
  isPrepared?: true
  /** The records whose best rank is the attacker's, and whose limits add up. */
  records: string[]
  /** That its host quotes the wallet of somebody else: a limit holds for that wallet alone, and pays the attacker nothing. */
  isOthersWallet?: true
}

/** An attempt to gain a rank that the agent does not earn. */
export interface Attack {
  category: Category
  name: string
  /** The attack in one or two sentences. */
  what: string
  /** The rules that stand against it: those that are switched off for the figures "before". */
  rules: string[]
  variants: Variant[]
}

/** The rows of several acts together. */
export function together(...parts: Rows[]): Rows {
  const all: Rows = {}
  for (const part of parts)
    for (const [table, rows] of Object.entries(part)) {
      all[table] ??= []
      for (const row of rows) all[table].push(row)
    }
  return all
}

/** Concatenates the rows of `make` for 0, 1, 2, … */
export const times = (count: number, make: (index: number) => Rows): Rows =>
  together(...Array.from({ length: count }, (_, index) => make(index)))
