import { DAYS_OF_MONTH, HOURS_OF_MONTH, MACHINE, STORED_RELEASES, type StorePrices } from './prices.ts'
import { type Estimate, estimate, type MeasuredPoint } from './slopes.ts'

type Figures = Record<string, MeasuredPoint[]>

/** A sum with how it came about: of several figures the least certain counts. */
type Sum = Estimate | null

const ORDER: Estimate['kind'][] = ['measured', 'between', 'beyond']
const MILLION = 1e6

/** Adds figures, each times something; null where one of them was not measured. */
function sum(parts: [Estimate | null, number][]): Sum {
  let total: Estimate = { value: 0, kind: 'measured' }
  for (const [part, times] of parts) {
    if (part === null) return null
    const kind = ORDER[Math.max(ORDER.indexOf(total.kind), ORDER.indexOf(part.kind))] ?? 'beyond'
    total = { value: total.value + part.value * times, kind }
  }
  return total
}

/** US dollars a month for a bucket at the end of its first month, without free tiers. */
export function bucketCost(figures: Figures, agents: number, prices: StorePrices): Sum {
  const at = (name: string) => estimate(figures[name] ?? [], agents)
  return sum([
    // Each stored release has its own files.
    [at('release_gb'), STORED_RELEASES * prices.storage],
    [at('kept_gb_a_day'), DAYS_OF_MONTH * prices.storage],
    [at('puts_a_day'), (DAYS_OF_MONTH * prices.puts) / MILLION],
    [at('gets_a_day'), (DAYS_OF_MONTH * prices.gets) / MILLION],
    [at('downloaded_gb_a_day'), DAYS_OF_MONTH * prices.egress],
  ])
}

const SECONDS = ['fetch_seconds', 'compute_seconds', 'publish_seconds', 'store_seconds']

/** Minutes of a day's run on two cores; steps without a measurement are omitted, and named. */
export function runMinutes(figures: Figures, agents: number): { minutes: Sum; without: string[] } {
  const known = SECONDS.filter((name) => figures[name]?.length)
  const parts = known.map((name): [Estimate | null, number] => [
    estimate(figures[name] ?? [], agents),
    1 / 60,
  ])
  return { minutes: sum(parts), without: SECONDS.filter((name) => !known.includes(name)) }
}

/** US dollars a month for machines: one that serves all the time, and the minutes of the runs. */
export const machineCost = (figures: Figures, agents: number): { service: number; runs: Sum } => ({
  service: HOURS_OF_MONTH * MACHINE.hour,
  runs: sum([[runMinutes(figures, agents).minutes, (DAYS_OF_MONTH / 60) * MACHINE.hour]]),
})
