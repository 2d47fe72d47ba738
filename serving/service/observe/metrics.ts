import { Counter, collectDefaultMetrics, Gauge, Registry } from 'prom-client'
import { DAY_MS } from '../../../core/domain/dates.ts'
import { ENDPOINTS } from '../../../core/interface/endpoints.ts'
import type { ServedRelease } from '../../handler/served_release.ts'
import { CallTally } from './call_tally.ts'
import { type Reading, readingsText } from './readings.ts'
import { addRunReadings } from './run_metrics.ts'

type LedgerCount = { state: string; count: number }

/** What is read when the metrics are asked for. */
export interface MetricSources {
  /** The release that is served, or null. */
  release(): Promise<Pick<ServedRelease, 'reader'> | null>
  /** Rows of the ledger by state; rejects while the store is away. */
  ledger(): Promise<LedgerCount[]>
  /** Milliseconds since 1970. */
  now(): number
  /** What is held of each thing that is bounded. */
  bounded?(): readonly Reading[]
}

/** The figures of one process, for Prometheus. */
export interface Metrics {
  /** Counts an answer; on the way of every call, hence cheap. */
  called(endpoint: string, status: number, seconds: number): void
  /** Counts what became of a payment. */
  paid(outcome: string, endpoint: string): void
  contentType: string
  text(): Promise<string>
}

const LONGEST_READ_MS = 1_000

/** Metrics with a registry of their own, so that several servers can be in one process. */
export function createMetrics(sources: MetricSources): Metrics {
  const registry = new Registry()
  const registers = [registry]
  collectDefaultMetrics({ register: registry })
  const calls = new CallTally()
  const payments = new Counter({
    name: 'assay_payments_total',
    help: 'Payments by outcome and endpoint',
    labelNames: ['outcome', 'endpoint'],
    registers,
  })
  // An increase is seen only from a figure that was there before, and this is one that nobody should miss the first of.
  for (const { id, price } of ENDPOINTS)
    if (price !== null) payments.inc({ outcome: 'settlement_not_on_chain', endpoint: id }, 0)
  addReadings(registers, sources)
  addRunReadings(registers, sources.release)
  return {
    called: (endpoint, status, seconds) => calls.add(endpoint, status, seconds),
    paid: (outcome, endpoint) => payments.inc({ outcome, endpoint }),
    contentType: registry.contentType,
    text: async () =>
      `${(await registry.metrics()).trimEnd()}\n${calls.text()}${readingsText(sources.bounded?.() ?? [])}`,
  }
}

/** What cannot be read in time is left out: an old figure would be taken for a new one. */
function addReadings(registers: Registry[], { release, ledger, now }: MetricSources): void {
  new Gauge({
    name: 'assay_ledger_rows',
    help: 'Payments in the ledger by state, those that are served left out',
    labelNames: ['state'],
    registers,
    async collect() {
      this.reset()
      const rows = await Promise.race([ledger().catch(() => []), after(LONGEST_READ_MS)])
      for (const { state, count } of rows) this.set({ state }, count)
    },
  })
  new Gauge({
    name: 'assay_release_info',
    help: 'The release that is served: always 1',
    labelNames: ['release'],
    registers,
    async collect() {
      this.reset()
      const served = await release()
      if (served !== null) this.set({ release: served.reader.id }, 1)
    },
  })
  new Gauge({
    name: 'assay_release_age_seconds',
    help: 'Time since the end of the day that the release is of',
    // Without a label it would start at 0, and 0 is a fresh release.
    labelNames: ['date'],
    registers,
    async collect() {
      this.reset()
      const served = await release()
      if (served === null) return
      const { date } = served.reader.about
      this.set({ date }, ageOf(date, now()))
    },
  })
}

const ageOf = (date: string, now: number): number =>
  Math.max(0, Math.round((now - Date.parse(`${date}T00:00:00Z`) - DAY_MS) / 1000))

const after = (ms: number): Promise<LedgerCount[]> =>
  new Promise((resolve) => setTimeout(() => resolve([]), ms).unref())
