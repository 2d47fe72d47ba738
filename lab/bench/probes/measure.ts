import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Archive } from '../../../pipeline/archive/archive.ts'
import type { ArchivedResponse } from '../../../pipeline/archive/source_day.ts'
import { makeTargets } from './addresses.ts'
import { listSent, probeAll, sendBare } from './day.ts'

/**
 * Measures a number of addresses in a process of its own: `measure.ts BASE COUNT ROUNDS`. So many times a first day, an
 * unchanged day and the same requests by undici alone; with 0 a first day alone. Prints a line of JSON.
 */
export interface MeasuredProbes {
  addresses: number
  requests: number
  /** Seconds of processor for all addresses. */
  firstDay: number
  unchangedDay: number
  bare: number
  /** Bytes of the archive that a day adds. */
  firstDayBytes: number
  unchangedDayBytes: number
  peakMb: number
}

const DATES = ['2026-03-19', '2026-03-20'] as const
const AT_ONCE = 256
const WARM_UP = 1_000

async function measure(base: string, count: number, rounds: number): Promise<MeasuredProbes> {
  const targets = makeTargets(count)
  const seconds = { firstDay: 0, unchangedDay: 0, bare: 0 }
  const bytes = { firstDayBytes: 0, unchangedDayBytes: 0 }
  let requests = 0
  if (rounds === 0) seconds.firstDay = await runFirstDay(base, targets)
  else await runDays(base, makeTargets(WARM_UP))
  for (let round = 0; round < rounds; round++) {
    const day = await runDays(base, targets)
    for (const name of ['firstDay', 'unchangedDay', 'bare'] as const) seconds[name] += day[name] / rounds
    Object.assign(bytes, { firstDayBytes: day.firstDayBytes, unchangedDayBytes: day.unchangedDayBytes })
    requests = day.requests
  }
  const peakMb = process.resourceUsage().maxRSS / 1024
  return { addresses: count, requests, ...seconds, ...bytes, peakMb }
}

async function runFirstDay(base: string, targets: ReturnType<typeof makeTargets>): Promise<number> {
  const folder = makeFolder()
  try {
    const [seconds] = await time(() => recordDay(base, folder, targets, DATES[0]))
    return seconds
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

const makeFolder = (): string => mkdtempSync(join(tmpdir(), 'assay-bench-probes-'))

async function runDays(base: string, targets: ReturnType<typeof makeTargets>) {
  const folder = makeFolder()
  try {
    const [first, responses] = await time(() => recordDay(base, folder, targets, DATES[0]))
    const firstDayBytes = countBytes(folder)
    const [unchangedDay] = await time(() => recordDay(base, folder, targets, DATES[1]))
    const unchangedDayBytes = countBytes(folder) - firstDayBytes
    const sent = listSent(responses, folder)
    const [bare] = await time(() => sendBare(sent, base, AT_ONCE))
    const requests = responses.length
    return { firstDay: first, unchangedDay, bare, firstDayBytes, unchangedDayBytes, requests }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

async function recordDay(
  base: string,
  folder: string,
  targets: ReturnType<typeof makeTargets>,
  date: string,
): Promise<ArchivedResponse[]> {
  const responses = await probeAll(targets, { base, folder, date })
  new Archive(folder).writeDay({
    ...{ source: 'endpoint_probes', date, world: 'replay', outcome: 'ok', error: null, responses },
  })
  return responses
}

/** Returns the seconds of processor that a task takes in this process, and its result. */
async function time<T>(task: () => Promise<T>): Promise<[seconds: number, result: T]> {
  const before = process.cpuUsage()
  const result = await task()
  const { user, system } = process.cpuUsage(before)
  return [(user + system) / 1e6, result]
}

const countBytes = (folder: string): number =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, { parentPath, name }) => sum + statSync(join(parentPath, name)).size, 0)

const [base = '', count = '', rounds = ''] = process.argv.slice(2)
console.log(JSON.stringify(await measure(base, Number(count), Number(rounds))))
