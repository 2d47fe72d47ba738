import { readFileSync } from 'node:fs'
import { groupSeconds } from '../start/group.ts'

/** A line of the events of a run. */
interface RunEvent {
  step: string
  source: string | null
  seconds: number
  rows: number | null
  outcome: string
}

/** A step of a run, or a source of its fetching, as it ended. */
export interface EndedStep extends RunEvent {
  /** Processor seconds of the run when it ended. */
  cpuSeconds: number
}

/** Follows the events of a run and the processor time of its process group. */
export class RunWatch {
  readonly #group: number
  readonly #file: string
  readonly ended: EndedStep[] = []
  cpuSeconds = 0

  constructor(group: number, file: string) {
    this.#group = group
    this.#file = file
  }

  /** Reads what is new since the last look. */
  look(): void {
    // The group of a run that has ended has used nothing.
    this.cpuSeconds = Math.max(this.cpuSeconds, groupSeconds(this.#group) ?? 0)
    const lines = readLines(this.#file).slice(this.ended.length)
    for (const line of lines) this.ended.push({ ...JSON.parse(line), cpuSeconds: this.cpuSeconds })
  }
}

function readLines(file: string): string[] {
  try {
    return readFileSync(file, 'utf8').split('\n').slice(0, -1)
  } catch {
    return []
  }
}
