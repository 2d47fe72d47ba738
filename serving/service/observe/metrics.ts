import { Counter, collectDefaultMetrics, Gauge, type Histogram, Registry } from 'prom-client'
import { ENDPOINTS } from '../../../core/interface/endpoints.ts'
import { indexStatus } from '../../../core/interface/schemas/status.ts'
import { CallTally } from './call_tally.ts'
import type { Figure, FigureSources, Held, LedgerCount, Status } from './figure.ts'
import { CALL_TIMES, FIGURES } from './figures.ts'
import { inTime, shareRuns } from './in_time.ts'

/** What is read when the metrics are asked for. */
export interface MetricSources extends Pick<FigureSources, 'release' | 'now'> {
  /** Rows of the ledger by state; rejects while the store is away. */
  ledger(): Promise<LedgerCount[]>
  /** The parts of a server of which something is bounded. */
  held?(): Held
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

const MAX_READ_MS = 1_000

/** Metrics with a registry of their own, so that several servers can be in one process. */
export function createMetrics({ release, ledger, now, held }: MetricSources): Metrics {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const calls = new CallTally()
  const payments = countedPayments()
  const sources: FigureSources = {
    ...{ calls, payments: payments.counts, release, now },
    // What cannot be read in time is left out: an old figure would be taken for a new one. One scrape reads it once.
    ledger: () =>
      inTime<LedgerCount[]>(
        ledger().catch(() => []),
        MAX_READ_MS,
        [],
      ),
    status: shareRuns(() => inTime(readStatus(release), MAX_READ_MS, null)),
    held: () => held?.() ?? null,
  }
  for (const figure of FIGURES) addFigure(registry, figure, sources)
  registry.registerMetric(callTimes(calls))
  return {
    called: (endpoint, status, seconds) => calls.add(endpoint, status, seconds),
    paid: (outcome, endpoint) => payments.add(outcome, endpoint, 1),
    contentType: registry.contentType,
    text: () => registry.metrics(),
  }
}

function addFigure(registry: Registry, { name, help, labels, read }: Figure, sources: FigureSources): void {
  const config = { name, help, labelNames: labels, registers: [registry] }
  /** Between taking away what was there and setting what is there now nothing waits: another scrape may be under way. */
  async function collect(this: Gauge | Counter): Promise<void> {
    const points = await read(sources)
    this.reset()
    // Without labels it begins at 0, which would be a figure.
    if (labels.length === 0) this.remove()
    for (const [given, value] of points) if (value !== null) this.inc(given, value)
  }
  if (name.endsWith('_total')) new Counter({ ...config, collect })
  else new Gauge({ ...config, collect })
}

/** The registry asks a metric for no more than `get`; the library's own histogram can only be filled call by call. */
const callTimes = (calls: CallTally): Histogram => {
  const { name, help } = CALL_TIMES
  const get = async () => ({ name, help, type: 'histogram', aggregator: 'sum', values: calls.times(name) })
  return { name, get } as unknown as Histogram
}

/** How often payments had an outcome, by endpoint. */
function countedPayments() {
  const counts = new Map<string, Map<string, number>>()
  const add = (outcome: string, endpoint: string, more: number): void => {
    const endpoints = counts.get(outcome) ?? new Map<string, number>()
    counts.set(outcome, endpoints.set(endpoint, (endpoints.get(endpoint) ?? 0) + more))
  }
  // An increase is seen only from a figure that was there before, and this is one that nobody should miss the first of.
  for (const { id, price } of ENDPOINTS) if (price !== null) add('settlement_not_on_chain', id, 0)
  return { counts, add }
}

async function readStatus(release: FigureSources['release']): Promise<Status | null> {
  try {
    const file = await (await release())?.reader.read('public', 'status.json')
    return file ? indexStatus.parse(JSON.parse(new TextDecoder().decode(file.bytes))) : null
  } catch {
    return null
  }
}
