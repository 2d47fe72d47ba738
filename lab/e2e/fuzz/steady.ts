import { setTimeout as sleep } from 'node:timers/promises'
import type { AttackedService } from './attacked_service.ts'
import { openHandles } from './watch.ts'

/** Maximum ratio of memory in the last quarter to the second. */
const MAX_GROWTH = 1.1
/** The connection to a facilitator, and the files that a store opens when it is first written to. */
const SPARE_HANDLES = 12
const MAX_WAIT_S = 30

/** Resource usage of a service under attack. */
export interface ResourceReport {
  /** Number of verify requests to the facilitator; no payment was settled. */
  verified: number
  /** The median of each quarter in MB, and the files and sockets before and after, of a process of its own. */
  memory: (number | null)[]
  handles: (number | null)[]
  /** All that should not be. */
  wrong: string[]
}

/** Returns the fault in the four quarterly medians, in MB. */
export function checkMemory([, second, , last]: readonly (number | null)[]): string[] {
  if (typeof second !== 'number' || typeof last !== 'number' || last <= second * MAX_GROWTH) return []
  return [
    `memory grew from ${second.toFixed(0)} MB in the second quarter to ${last.toFixed(0)} MB in the last`,
  ]
}

/** Returns the fault in the numbers of open files and sockets before and after. */
export const checkHandles = ([before, after]: readonly (number | null)[]): string[] =>
  typeof before !== 'number' || typeof after !== 'number' || after <= before + SPARE_HANDLES
    ? []
    : [`${after} files and sockets are open, and were ${before}`]

/** Number of handles once idle connections are closed: clients close theirs at once, the service later. */
export async function settledHandles(pid: number, before: number | null): Promise<number | null> {
  for (let tries = 0; tries < MAX_WAIT_S; tries += 1) {
    const now = openHandles(pid)
    if (now === null || before === null || now <= before + SPARE_HANDLES) return now
    await sleep(1_000)
  }
  return openHandles(pid)
}

/** Returns payment faults: unsigned payments must be verified, and none settled. */
export function checkPayments({ facilitator: { asked } }: Pick<AttackedService, 'facilitator'>): string[] {
  return [
    ...(asked.verify > 0 ? [] : ['no payment came as far as the facilitator: the paid path was not tried']),
    ...(asked.settle === 0 ? [] : [`${asked.settle} payments were settled that nobody signed`]),
  ]
}

/** Formats resource usage and failures of a service under attack. */
export function steadyLines({ verified, memory, handles, wrong }: ResourceReport): string[] {
  return [
    '',
    `payments that reached the facilitator: ${verified}`,
    `memory by quarter, MB: ${memory.map((mb) => mb?.toFixed(0) ?? 'unknown').join(', ')}`,
    `files and sockets open before and after: ${handles.map((handle) => handle ?? 'unknown').join(', ')}`,
    ...(wrong.length === 0 ? ['', 'All held.'] : ['', 'WRONG', ...wrong]),
  ]
}
