import { Rule } from './compare.ts'

/** Up to fifteen signals, each rounded to 4 decimals, and then their sum to 2. */
const SUM_ROUNDED = 0.005 + 15 * 0.00005

/** A published number that may differ by how it was rounded, once or in each of its summands. */
export const near = (expected: number, shown?: number): Rule | number =>
  shown === undefined
    ? new Rule(`${expected}, rounded to 2 decimals`, (value) => {
        const shown = Number(value)
        return shown === Math.round(shown * 100) / 100 && Math.abs(shown - expected) <= SUM_ROUNDED
      })
    : new Rule(
        `${expected}, rounded to 4 decimals`,
        (value) => Math.abs(Number(value) - expected) <= 0.000051,
      )
