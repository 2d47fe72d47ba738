import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { TYPESCRIPT_FLAGS } from '../../pipeline/render/typescript_flags.ts'
import { runAsCommand, wholeNumber } from '../../scripts/lib/command.ts'
import type { MeasuredProbes } from './probes/measure.ts'

const HELP = `Usage: npm run bench -- probes [--addresses N] [--rounds N] [--sizes N,N,…]

Probes made-up addresses of a server on this machine (MCP, cards of A2A, x402 quotes, pages; a quarter each) without the
waits of the pace, on a first day and on an unchanged one, and sends the same requests with undici alone. Prints addresses
for each second of processor, bytes of archive a probe, and for each size the peak of memory, and how time grows. Exit code:
0 at least half of undici's rate, at most 300 bytes a probe that is unchanged, and a slope of at most 1.05; 1 if not, 2 bad
usage.

  --addresses N  for the rates (default: 4000)
  --rounds N     of these (default: 3)
  --sizes N,…    for memory and slope (default: 10000,50000,150000)
`
const OPTIONS = {
  addresses: { type: 'string', default: '4000' },
  rounds: { type: 'string', default: '3' },
  sizes: { type: 'string', default: '10000,50000,150000' },
} as const
const MIN_RATIO = 0.5
const MAX_UNCHANGED_BYTES = 300
const MAX_SLOPE = 1.05
const FOLDER = join(import.meta.dirname, 'probes')

async function startServer(): Promise<{ base: string; server: ChildProcess }> {
  const server = spawn(process.execPath, [...TYPESCRIPT_FLAGS, join(FOLDER, 'server.ts')], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [port] = (await once(server.stdout as NodeJS.ReadableStream, 'data')) as [Buffer]
  return { base: `http://127.0.0.1:${String(port).trim()}`, server }
}

/** Measures in a process of its own, so that its memory is its own. */
function measure(base: string, count: number, rounds: number): MeasuredProbes {
  const script = [...TYPESCRIPT_FLAGS, join(FOLDER, 'measure.ts'), base, String(count), String(rounds)]
  return JSON.parse(execFileSync(process.execPath, script, { encoding: 'utf8' })) as MeasuredProbes
}

/** Prints the rates; true if they are high enough. */
function reportRates(day: MeasuredProbes): boolean {
  const { addresses, requests, firstDay, unchangedDay, bare, firstDayBytes, unchangedDayBytes } = day
  const rate = (seconds: number) => `${Math.round(addresses / seconds)} a second of processor`
  console.log(`${addresses} addresses, ${(requests / addresses).toFixed(2)} requests each`)
  console.log(`  undici alone: ${rate(bare)}`)
  console.log(`  first day: ${rate(firstDay)}, ${(bare / firstDay).toFixed(2)} of that`)
  console.log(`  unchanged day: ${rate(unchangedDay)}, ${(bare / unchangedDay).toFixed(2)} of that`)
  const [first, unchanged] = [firstDayBytes / addresses, unchangedDayBytes / addresses]
  console.log(`  archive: ${first.toFixed(0)} bytes a probe, ${unchanged.toFixed(0)} unchanged`)
  return bare / unchangedDay >= MIN_RATIO && unchanged <= MAX_UNCHANGED_BYTES
}

/** Prints memory and time by size; true if time grows no faster than the number of addresses, almost. */
function reportSizes(days: MeasuredProbes[]): boolean {
  for (const { addresses, firstDay, peakMb } of days)
    console.log(
      `${addresses} addresses: ${firstDay.toFixed(1)} s of processor, ${peakMb.toFixed(0)} MB at the peak`,
    )
  const slope = fitSlope(days.map(({ addresses, firstDay }) => [Math.log(addresses), Math.log(firstDay)]))
  if (days.length > 1) console.log(`slope of time: ${slope.toFixed(2)}`)
  return days.length < 2 || slope <= MAX_SLOPE
}

/** Returns the slope of the least squares. */
function fitSlope(points: [x: number, y: number][]): number {
  const mean = (axis: 0 | 1) => points.reduce((sum, point) => sum + point[axis], 0) / points.length
  const [x, y] = [mean(0), mean(1)]
  const covariance = points.reduce((sum, point) => sum + (point[0] - x) * (point[1] - y), 0)
  return covariance / points.reduce((sum, point) => sum + (point[0] - x) ** 2, 0)
}

await runAsCommand(import.meta.url, HELP, async (args) => {
  const { values } = parseArgs({ args, options: OPTIONS })
  const number = (name: 'addresses' | 'rounds') => wholeNumber(name, values[name])
  const sizes = values.sizes === '' ? [] : values.sizes.split(',').map((text) => wholeNumber('sizes', text))
  const { base, server } = await startServer()
  try {
    const isFast = reportRates(measure(base, number('addresses'), number('rounds')))
    return [reportSizes(sizes.map((size) => measure(base, size, 0))), isFast].every(Boolean)
  } finally {
    server.kill()
  }
})
