import { readdirSync, readFileSync } from 'node:fs'

const EVERY_MS = 100

/** Samples the resource usage of a process. Linux alone; elsewhere there are no samples. */
export interface Watch {
  /** From now on samples count for the next part. */
  nextPart(): void
  /** The median of the resident memory of each part, in MB; null for a part without samples. */
  parts(): (number | null)[]
  stop(): void
}

/** Starts to look. */
export function watchMemory(pid: number): Watch {
  const samples: number[][] = [[]]
  const timer = setInterval(() => {
    const mb = residentMb(pid)
    if (mb !== null) samples.at(-1)?.push(mb)
  }, EVERY_MS)
  return {
    nextPart: () => samples.push([]),
    parts: () => samples.map(median),
    stop: () => clearInterval(timer),
  }
}

/** The resident memory of a process in MB; null where it cannot be told. */
export function residentMb(pid: number): number | null {
  try {
    const [, kb] = /^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
    return kb === undefined ? null : Number(kb) / 1024
  } catch {
    return null
  }
}

function median(values: number[]): number | null {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? null
}

/** Number of open files and sockets of a process; null if unknown. */
export function openHandles(pid: number): number | null {
  try {
    return readdirSync(`/proc/${pid}/fd`).length
  } catch {
    return null
  }
}
