import { hash } from 'node:crypto'
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { RunSummary } from '../pipeline/run/types.ts'
import { runDay } from '../pipeline/run.ts'
import { fetchFrom, runOptions } from './given_upstream.ts'
import { builtOnce } from './kit/built_once.ts'

const INPUT = join(import.meta.dirname, 'golden/two_days/input')
const readText = (path: string): string => readFileSync(join(import.meta.dirname, path), 'utf8')
const readInput = (name: string) => JSON.parse(readFileSync(join(INPUT, name), 'utf8'))

/** The catalogue of the golden days. */
export const GOLDEN_CATALOG = readInput('catalog.json')

/** The golden days, the second after the first. */
export const GOLDEN_DAYS = ['2026-02-01', '2026-02-02'] as const

/** Answers of the upstream on each of them, by address. */
export const GOLDEN_ANSWERS: Record<string, Record<string, unknown>> = Object.fromEntries(
  GOLDEN_DAYS.map((day) => [day, readInput(`${day}.json`)]),
)

/** A folder with golden days, and the summaries of their runs. */
interface GoldenOutput {
  output: string
  summaries: RunSummary[]
}

// Unlike the sample's days, these do not change with the code alone.
const given = hash(
  'sha256',
  JSON.stringify([GOLDEN_CATALOG, GOLDEN_ANSWERS, readText('given_upstream.ts')]),
).slice(0, 8)

/** Returns the first or both golden days, built once for a state of the code. Nobody writes to them: tests copy them. */
export async function goldenOutput(days: 1 | 2): Promise<GoldenOutput> {
  const folder = await builtOnce(`golden-${days}-${given}`, (work) => build(work, days))
  return {
    output: join(folder, 'output'),
    summaries: JSON.parse(readFileSync(join(folder, 'summaries.json'), 'utf8')),
  }
}

async function build(work: string, days: 1 | 2): Promise<void> {
  const [output, summaries] = [join(work, 'output'), [] as RunSummary[]]
  mkdirSync(output)
  if (days === 2) {
    const first = await goldenOutput(1)
    cpSync(first.output, output, { recursive: true, verbatimSymlinks: true })
    summaries.push(...first.summaries)
  }
  const day = GOLDEN_DAYS[days - 1] as string
  summaries.push(await runDay(runOptions(day, output, GOLDEN_CATALOG, fetchFrom(GOLDEN_ANSWERS[day] ?? {}))))
  writeFileSync(join(work, 'summaries.json'), JSON.stringify(summaries))
}
