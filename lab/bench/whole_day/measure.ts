import { readFileSync } from 'node:fs'

/** Processor seconds and peak memory of a process with its children. */
interface Usage {
  cpuSeconds: number
  peakMb: number
}

/** Ticks of a second in /proc, on every Linux. */
const TICKS = 100

/** Returns the usage of a process so far, with children that have ended; null once it has ended. */
function readUsage(pid: number): Usage | null {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? []
    const ticks = fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0)
    const [, kb] = /^VmHWM:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
    return { cpuSeconds: ticks / TICKS, peakMb: Number(kb ?? 0) / 1024 }
  } catch {
    return null
  }
}

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

/** Follows the events of a run and the usage of its process. */
export class RunWatch {
  readonly #pid: number
  readonly #file: string
  readonly ended: EndedStep[] = []
  usage: Usage = { cpuSeconds: 0, peakMb: 0 }

  constructor(pid: number, file: string) {
    this.#pid = pid
    this.#file = file
  }

  /** Reads what is new since the last look. */
  look(): void {
    this.usage = readUsage(this.#pid) ?? this.usage
    const lines = readLines(this.#file).slice(this.ended.length)
    for (const line of lines) this.ended.push({ ...JSON.parse(line), cpuSeconds: this.usage.cpuSeconds })
  }
}

function readLines(file: string): string[] {
  try {
    return readFileSync(file, 'utf8').split('\n').slice(0, -1)
  } catch {
    return []
  }
}
