import { appendFileSync, existsSync, mkdirSync, readFileSync, rmSync, truncateSync } from 'node:fs'
import { dirname } from 'node:path'
import type { World } from '../../core/domain/world.ts'
import { parseResponses, requestKey } from './day_file.ts'
import type { ArchivedResponse } from './source_day.ts'

/** The fetch that a journal belongs to: of another data set it is of no use. */
export interface JournalHead {
  source: string
  date: string
  world: World
}

/** The requests that a journal answers, by which each is found. */
type Request = Parameters<typeof requestKey>[0]

/**
 * The responses of a fetch as they arrive, on disk: a run that is killed leaves them to the next one, which asks only
 * for what is missing. One line holds the responses of one visit or probe, which counts in full or not at all.
 */
export class FetchJournal {
  readonly #path: string
  readonly #head: string
  readonly #found = new Map<string, ArchivedResponse>()
  #isBegun = false

  /** Reads the lines of an interrupted fetch, which this one continues. */
  constructor(path: string, head: JournalHead, recorded: readonly ArchivedResponse[] = []) {
    this.#path = path
    this.#head = JSON.stringify(head)
    for (const response of [...recorded, ...this.#readLines()])
      this.#found.set(requestKey(response), response)
  }

  /** The responses from before this fetch. */
  get responses(): ArchivedResponse[] {
    return [...this.#found.values()]
  }

  /** Returns the response to a request from before this fetch, or null. */
  find(request: Request): ArchivedResponse | null {
    return this.#found.get(requestKey(request)) ?? null
  }

  /** Drops a response that can no longer be read, so that its request is sent again. */
  drop(request: Request): void {
    this.#found.delete(requestKey(request))
  }

  /** Adds the responses of one request, visit or probe; their bodies are stored before. */
  add(responses: readonly ArchivedResponse[]): void {
    if (responses.length === 0) return
    if (!this.#isBegun) this.#begin()
    appendFileSync(this.#path, `${JSON.stringify(responses)}\n`)
  }

  /** Deletes the file, once the fetch has a record or its answers are of no use. */
  remove(): void {
    rmSync(this.#path, { force: true })
  }

  #begin(): void {
    this.#isBegun = true
    if (existsSync(this.#path)) return
    mkdirSync(dirname(this.#path), { recursive: true })
    appendFileSync(this.#path, `${this.#head}\n`)
  }

  /** A kill can cut the last line; one of another data set is begun anew. */
  #readLines(): ArchivedResponse[] {
    if (!existsSync(this.#path)) return []
    const bytes = readFileSync(this.#path)
    const whole = bytes.lastIndexOf('\n') + 1
    const [head, ...lines] = bytes.subarray(0, whole).toString().split('\n').slice(0, -1)
    if (head !== this.#head) {
      this.remove()
      return []
    }
    if (whole < bytes.length) truncateSync(this.#path, whole)
    return lines.flatMap((line) => parseResponses(line))
  }
}
