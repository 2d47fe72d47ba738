import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { TYPESCRIPT_FLAGS } from '../../pipeline/render/typescript_flags.ts'
import { BadCommandLine, runAsCommand, wholeNumber } from '../../scripts/lib/command.ts'
import { loadChdb } from '../../test/kit/chdb.ts'
import { writeInputs } from '../../test/kit/x402_windows/inputs.ts'
import type { Measured } from './windows/build.ts'

const HELP = `Usage: npm run bench -- windows [--payments-a-day N] [--days N] [--rounds N] [--folder DIR]

Builds the x402 windows, the heaviest model, with DuckDB and with ClickHouse (chdb, fetched by npm for the occasion) from the
same Parquet files of made-up payments, each in a process of its own, and prints seconds of processor time and the peak of
memory, and ClickHouse's as a ratio to DuckDB's. Exit code: 0 both made the same rows, 1 not, 2 bad usage.

  --payments-a-day N  made-up payments (default: 10000)
  --days N            on so many days (default: 30)
  --rounds N          how often, one engine after the other (default: 3)
  --folder DIR        where the files lie while it runs (default: the system's folder for such)
`

const OPTIONS = {
  'payments-a-day': { type: 'string', default: '10000' },
  days: { type: 'string', default: '30' },
  rounds: { type: 'string', default: '3' },
  folder: { type: 'string', default: tmpdir() },
} as const

const ENGINES = ['DuckDB', 'ClickHouse'] as const
const BUILD = join(import.meta.dirname, 'windows/build.ts')

await runAsCommand(import.meta.url, HELP, async (args) => {
  const { values } = parseArgs({ args, options: OPTIONS })
  const number = (name: 'payments-a-day' | 'days' | 'rounds') => wholeNumber(name, values[name])
  const [paymentsADay, days, rounds] = [number('payments-a-day'), number('days'), number('rounds')]
  if (rounds === 0) throw new BadCommandLine('--rounds 0: write a whole number from 1 on')
  await loadChdb()
  const folder = mkdtempSync(join(values.folder, 'assay-bench-windows-'))
  try {
    await writeInputs(folder, { paymentsADay, days, seed: 1 })
    console.log(`${paymentsADay * days} payments on ${days} days`)
    return report(Array.from({ length: rounds }, () => ENGINES.map((engine) => measure(engine, folder))))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})

/** One engine alone in its process, so that its memory is its own. */
function measure(engine: string, inputs: string): Measured {
  const folder = join(inputs, engine)
  mkdirSync(folder)
  try {
    const said = execFileSync(process.execPath, [...TYPESCRIPT_FLAGS, BUILD, engine, inputs, folder], {
      encoding: 'utf8',
    })
    return JSON.parse(said.trim().split('\n').at(-1) ?? '') as Measured
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function report(rounds: Measured[][]): boolean {
  const median = (engine: number, of: 'processor' | 'wall' | 'peak'): number => {
    const sorted = rounds.map((round) => round[engine]?.[of] ?? 0).sort((a, b) => a - b)
    return sorted[Math.floor((sorted.length - 1) / 2)] ?? 0
  }
  for (const [at, engine] of ENGINES.entries())
    console.log(
      `${engine}: ${median(at, 'processor').toFixed(1)} s of processor time, ${median(at, 'wall').toFixed(1)} s, peak of memory ${median(at, 'peak').toFixed(0)} MB`,
    )
  const ratio = (of: 'processor' | 'wall' | 'peak') => (median(1, of) / median(0, of)).toFixed(2)
  console.log(
    `ClickHouse / DuckDB: processor ${ratio('processor')}, time ${ratio('wall')}, memory ${ratio('peak')}`,
  )
  const totals = new Set(rounds.flat().map(({ totals }) => totals))
  console.log(totals.size === 1 ? `same totals: ${[...totals]}` : `DIFFERS: ${[...totals].join(' and ')}`)
  return totals.size === 1
}
