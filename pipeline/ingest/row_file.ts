import { closeSync, mkdtempSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const WRITTEN_AT_ONCE = 4096

/** Rows on disk, as newline-delimited JSON: a day of payments does not fit in memory. */
export class RowFile {
  count = 0
  readonly #folder = mkdtempSync(join(tmpdir(), 'assay-rows-'))
  readonly path = join(this.#folder, 'rows.ndjson')
  #file: number | null = openSync(this.path, 'w')
  #waiting: string[] = []

  add(row: object): void {
    this.count++
    this.#waiting.push(`${JSON.stringify(row)}\n`)
    if (this.#waiting.length >= WRITTEN_AT_ONCE) this.#write()
  }

  /** Ends the writing. */
  close(): void {
    if (this.#file === null) return
    this.#write()
    closeSync(this.#file)
    this.#file = null
  }

  /** Returns the rows in the order they were added; for few. */
  read(): Record<string, unknown>[] {
    const lines = readFileSync(this.path, 'utf8').split('\n')
    return lines.filter((line) => line !== '').map((line) => JSON.parse(line))
  }

  remove(): void {
    this.close()
    rmSync(this.#folder, { recursive: true, force: true })
  }

  #write(): void {
    if (this.#file !== null) writeSync(this.#file, this.#waiting.join(''))
    this.#waiting = []
  }
}
