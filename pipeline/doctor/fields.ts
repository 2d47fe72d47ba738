import { clean } from '../../core/domain/text.ts'
import type { Observation, Source } from '../source/source.ts'
import type { FindingLevel } from './finding.ts'

/** Share of the rows from which on an odd field is a change of shape, and no oddity of single rows. */
const MIN_SHARE = 0.5
/** Minimum number of rows in which a field must be missing for its absence to mean something. */
const MIN_ROWS = 5
const MAX_NAMES = 60
const MAX_WORDS = 120

/** A sentence about the fields of an answer. */
interface FieldWords {
  level: FindingLevel
  text: string
}

/** Compares the rows that a source read with its schemas, and counts what does not fit by field. */
export class FieldCheck {
  rows = 0
  readonly #source: Pick<Source, 'row' | 'strictRow' | 'probe'>
  readonly #odd = new Map<string, { rows: number; words: string; isNeeded: boolean }>()
  readonly #filled = new Set<string>()

  constructor(source: Pick<Source, 'row' | 'strictRow' | 'probe'>) {
    this.#source = source
  }

  /** Returns the row as it would be stored, or null where it would go to quarantine. */
  add({ row, implausible }: Observation): Record<string, unknown> | null {
    this.rows++
    for (const [name, value] of Object.entries(row)) if (value != null) this.#filled.add(name)
    if (implausible !== undefined) this.#note('its counts', implausible, false)
    const strict = this.#source.strictRow.safeParse(row)
    if (strict.success) return strict.data
    const kept = this.#source.row.safeParse(row)
    const issues = (kept.error ?? strict.error).issues
    const fields = new Map(issues.map(({ path, message }) => [formatPath(path), message]))
    for (const [field, message] of fields) this.#note(field, message, !kept.success)
    return kept.data ?? null
  }

  /** Describes each field that does not fit, and each that is missing from all rows. */
  describe(): FieldWords[] {
    const odd = [...this.#odd].map(([field, { rows, words, isNeeded }]): FieldWords => {
      const isChanged = rows >= this.rows * MIN_SHARE
      const text = `${field} ${isChanged ? 'changed in shape' : 'is odd'} in ${rows} of ${this.rows} rows: ${words}`
      return { level: isChanged ? (isNeeded ? 'failure' : 'warning') : 'note', text }
    })
    return [...odd, ...this.#describeMissing()]
  }

  #describeMissing(): FieldWords[] {
    const missing = (this.#source.probe?.filled ?? []).filter((name) => !this.#filled.has(name))
    const isFound = missing.length < (this.#source.probe?.filled ?? []).length
    if (this.rows < MIN_ROWS || missing.length === 0 || !isFound) return []
    const names = missing.join(', ')
    return [
      {
        level: 'warning',
        text: `${names} ${missing.length === 1 ? 'is' : 'are'} missing from all ${this.rows} rows: see whether the upstream renamed it`,
      },
    ]
  }

  #note(field: string, words: string, isNeeded: boolean): void {
    const before = this.#odd.get(field)
    this.#odd.set(field, { words: clean(words, MAX_WORDS), isNeeded, rows: (before?.rows ?? 0) + 1 })
  }
}

/** The path of a field, its positions in lists left out. */
const formatPath = (path: PropertyKey[]): string =>
  clean(path.filter((step) => typeof step === 'string').join('.') || 'the row', MAX_NAMES)
