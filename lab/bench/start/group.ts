import { readdirSync, readFileSync } from 'node:fs'

/** The clock ticks of /proc. */
const TICKS_A_SECOND = 100

/**
 * The processor seconds that a process group has used so far, those of its children that have ended included; null
 * where no /proc tells.
 */
export function groupSeconds(group: number | undefined): number | null {
  try {
    const all = readdirSync('/proc').filter((name) => /^\d+$/.test(name))
    const ticks = all.map(readTimes).filter((times) => times?.group === group)
    return ticks.reduce((sum, tick) => sum + (tick?.ticks ?? 0), 0) / TICKS_A_SECOND
  } catch {
    return null
  }
}

function readTimes(pid: string): { group: number; ticks: number } | null {
  try {
    // Behind the name, which may hold anything: state, parent, group; from the 12th on user and system time, own and of children.
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? []
    const ticks = fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0)
    return { group: Number(fields[2]), ticks }
  } catch {
    // It has just ended.
    return null
  }
}
