import { Gauge, type Registry } from 'prom-client'
import { daysBetween } from '../../core/domain/dates.ts'
import { indexStatus } from '../../core/interface/schemas/status.ts'
import type { Named } from '../../core/resources/schemas.ts'
import type { ServedRelease } from '../handler/served_release.ts'

type Status = Named<'IndexStatus'>
type Served = Pick<ServedRelease, 'reader'>
type Point = [labels: Record<string, string>, value: number | null]

const LONGEST_READ_MS = 1_000

/** What the run of the served release came to, from its own status: name, help, labels, values. */
const FIGURES: [name: string, help: string, labels: string[], points: (status: Status) => Point[]][] = [
  [
    'assay_run_sources',
    'Sources by what became of them in the run of the release',
    ['outcome'],
    ({ sources }) =>
      (['ok', 'part', 'failed', 'skipped'] as const).map((outcome) => [
        { outcome },
        sources.filter((one) => one.outcome === outcome).length,
      ]),
  ],
  [
    'assay_source_stale_days',
    'Days that a source has given nothing new; 0: fresh, absent: never read',
    ['source'],
    ({ date, sources }) =>
      sources.map(({ name, last_ok_on, stale_since }) => [
        { source: name },
        last_ok_on === null ? null : stale_since === null ? 0 : daysBetween(stale_since, date) + 1,
      ]),
  ],
  [
    'assay_chain_lag_seconds',
    'From the newest block that was read to the newest response of the run',
    ['source', 'chain'],
    ({ chains }) => chains.map(({ source, chain, lag_seconds }) => [{ source, chain }, lag_seconds]),
  ],
  [
    'assay_chain_missing_blocks',
    'Blocks between the first and the newest one that were never read',
    ['source', 'chain'],
    ({ chains }) => chains.map(({ source, chain, missing_blocks }) => [{ source, chain }, missing_blocks]),
  ],
  ['assay_log_entries', 'Entries of the log', [], ({ log }) => [[{}, log?.size ?? null]]],
  [
    'assay_anchor_days',
    'Days of the log since the newest one that is anchored; absent: none is',
    [],
    ({ anchor }) => [[{}, anchor?.days_since ?? null]],
  ],
]

/** Adds the figures of the run whose release is served. What is unknown, or cannot be read in time, is left out. */
export function addRunReadings(registers: Registry[], release: () => Promise<Served | null>): void {
  const status = sharedByCallers(() => Promise.race([statusOf(release), nothingAfter(LONGEST_READ_MS)]))
  for (const [name, help, labelNames, points] of FIGURES)
    new Gauge({
      ...{ name, help, labelNames, registers },
      async collect() {
        this.reset()
        // Without labels a gauge begins at 0, which would be a figure.
        if (labelNames.length === 0) this.remove()
        const read = await status()
        for (const [labels, value] of read === null ? [] : points(read))
          if (value !== null) this.set(labels, value)
      },
    })
}

async function statusOf(release: () => Promise<Served | null>): Promise<Status | null> {
  try {
    const file = await (await release())?.reader.read('public', 'status.json')
    return file ? indexStatus.parse(JSON.parse(new TextDecoder().decode(file.bytes))) : null
  } catch {
    return null
  }
}

/** The figures of one scrape come from one read. */
function sharedByCallers<T>(read: () => Promise<T>): () => Promise<T> {
  let reading: Promise<T> | null = null
  return () => {
    reading ??= read().finally(() => {
      reading = null
    })
    return reading
  }
}

const nothingAfter = (ms: number): Promise<null> =>
  new Promise((resolve) => setTimeout(() => resolve(null), ms).unref())
