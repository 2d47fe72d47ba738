import { parseArgs } from 'node:util'
import { daysBefore } from '../../core/domain/dates.ts'
import { type EstimatedShare, MAX_DRAWN_PER_HOST } from '../../pipeline/probes/sampling.ts'
import { runAsCommand, wholeNumber } from '../../scripts/lib/command.ts'
import { measurePeaks } from '../../test/probes/measure_peaks.ts'
import { type CrowdAddress, makeCrowd, passDay } from './crowd/addresses.ts'
import { type CrowdDay, runCrowdDay } from './crowd/day.ts'

const HELP = `Usage: npm run bench -- crowd [--days N] [--minutes N] [--seed TEXT]

Probes a made-up crowd on a simulated clock: one host with 36,000 addresses, three with 10,000 and 3,000 small ones. Prints
for each day what was asked, the time used, the peaks of the pace, and the share that answers, counted back from the day's
samples and from those of a week, as published, beside the truth. Exit code: 0 the pace held, no host was asked for more
than its sample, and at last the share counted back from a week is within two points of the truth; 1 if not, 2 bad usage.

  --days N     default: 4
  --minutes N  time of a day's probes (default: 45)
  --seed TEXT  of the crowd (default: 1)
`
const OPTIONS = {
  days: { type: 'string', default: '4' },
  minutes: { type: 'string', default: '45' },
  seed: { type: 'string', default: '1' },
} as const
const FIRST_DAY = '2026-03-19'
const MAX_ERROR = 0.02
const MAX_HOST = { atOnce: 1, started: 1 }
const MAX_PLATFORM = { atOnce: 64, started: 50 }

/** Prints a day; true if its pace held and no host was asked for more than its sample. */
function report({ due, asked, spans, usedMs, share, pooled }: CrowdDay, day: number, truth: number): boolean {
  const host = measurePeaks(spans, ({ place }) => place.host)
  const platform = measurePeaks(spans, ({ place }) => place.platform)
  const addresses = Math.max(...[...countByHost(asked).values()])
  console.log(`day ${day}: ${asked.length} of ${due} due asked by ${spans.length} requests`)
  console.log(`  time: ${(usedMs / 60_000).toFixed(1)} minutes`)
  console.log(`  a host: ${addresses} addresses, ${formatPeaks(host)}; a platform: ${formatPeaks(platform)}`)
  console.log(`  answer: ${toPercent(truth)}; by today's samples ${formatShare(share, truth)}`)
  console.log(`    by a week's samples ${formatShare(pooled, truth)}`)
  return isWithin(host, MAX_HOST) && isWithin(platform, MAX_PLATFORM) && addresses <= MAX_DRAWN_PER_HOST
}

type Peaks = ReturnType<typeof measurePeaks>

const isWithin = (peaks: Peaks, bounds: Peaks): boolean =>
  peaks.atOnce <= bounds.atOnce && peaks.started <= bounds.started

const formatPeaks = ({ atOnce, started }: Peaks): string => `${atOnce} at once, ${started} a second`

function countByHost(asked: CrowdAddress[]): Map<string, number> {
  const groups = Map.groupBy(asked, ({ host }) => host)
  return new Map([...groups].map(([host, addresses]) => [host, addresses.length]))
}

const formatShare = ({ share, low, high }: EstimatedShare, truth: number): string =>
  `${toPercent(share)} (${toPercent(low)} to ${toPercent(high)}), ${toPercent(share - truth)} off`

const toPercent = (share: number): string => `${(share * 100).toFixed(2)} %`

await runAsCommand(import.meta.url, HELP, async (args) => {
  const { values } = parseArgs({ args, options: OPTIONS })
  const crowd = makeCrowd(values.seed, FIRST_DAY)
  console.log(`${crowd.length} addresses`)
  let [holds, error] = [true, Number.POSITIVE_INFINITY]
  for (let n = 0; n < wholeNumber('days', values.days); n++) {
    const date = daysBefore(FIRST_DAY, -n)
    passDay(crowd, date)
    const day = await runCrowdDay(crowd, date, wholeNumber('minutes', values.minutes))
    const truth = crowd.filter(({ isAlive }) => isAlive).length / crowd.length
    holds = report(day, n, truth) && holds
    error = Math.abs(day.pooled.share - truth)
  }
  return holds && error <= MAX_ERROR
})
