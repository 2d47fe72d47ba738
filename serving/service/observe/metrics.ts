import { Counter, collectDefaultMetrics, Gauge, type Histogram, Registry } from 'prom-client'
import { ENDPOINTS } from '../../../core/interface/endpoints.ts'
import { indexStatus } from '../../../core/interface/schemas/status.ts'
import { coalesce, withTimeout } from './bounded_reads.ts'
import { CallTally } from './call_tally.ts'
import type { Figure, FigureSources, GaugeSources, LedgerCount, ReleaseStatus } from './figure.ts'
import { CALL_TIMES, FIGURES } from './figures.ts'

/** Sources read when the metrics are scraped. */
export interface MetricSources extends Pick<FigureSources, 'release' | 'now'> {
  /** Returns rows of the ledger by state; rejects while the store is away. */
  ledger(): Promise<LedgerCount[]>
  /** Returns the bounded parts of a server. */
  resourceGauges?(): GaugeSources
}

/** The figures of one process, for Prometheus. */
export interface Metrics {
  /** Counts an answer; called for every request, hence cheap. */
  called(endpoint: string, status: number, seconds: number): void
  /** Counts the outcome of a payment. */
  paid(outcome: string, endpoint: string): void
  contentType: string
  text(): Promise<string>
}

const MAX_READ_MS = 1_000

/** Metrics with a registry of their own, so that several servers can be in one process. */
export function createMetrics({ release, ledger, now, resourceGauges }: MetricSources): Metrics {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const calls = new CallTally()
  const payments = countedPayments()
  const sources: FigureSources = {
    ...{ calls, payments: payments.counts, release, now },
    // Figures that cannot be read in time are omitted: an old one would be taken for new. A scrape reads each once.
    ledger: () =>
      withTimeout<LedgerCount[]>(
        ledger().catch(() => []),
        MAX_READ_MS,
        [],
      ),
    status: coalesce(() => withTimeout(readStatus(release), MAX_READ_MS, null)),
    resourceGauges: () => resourceGauges?.() ?? null,
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
  /** Clearing and setting the values is synchronous: another scrape may be in progress. */
  async function collect(this: Gauge | Counter): Promise<void> {
    const points = await read(sources)
    this.reset()
    // Without labels it starts at 0, which would be a figure.
    if (labels.length === 0) this.remove()
    for (const [given, value] of points) if (value !== null) this.inc(given, value)
  }
  if (name.endsWith('_total')) new Counter({ ...config, collect })
  else new Gauge({ ...config, collect })
}

/** The registry only calls `get` of a metric; the library's own histogram can only be filled call by call. */
const callTimes = (calls: CallTally): Histogram => {
  const { name, help } = CALL_TIMES
  const get = async () => ({ name, help, type: 'histogram', aggregator: 'sum', values: calls.times(name) })
  return { name, get } as unknown as Histogram
}

/** Counts payments by outcome and endpoint. */
function countedPayments() {
  const counts = new Map<string, Map<string, number>>()
  const add = (outcome: string, endpoint: string, more: number): void => {
    const endpoints = counts.get(outcome) ?? new Map<string, number>()
    counts.set(outcome, endpoints.set(endpoint, (endpoints.get(endpoint) ?? 0) + more))
  }
  // An increase is only visible from an earlier value, and the first of this one must not be missed.
  for (const { id, price } of ENDPOINTS) if (price !== null) add('settlement_not_on_chain', id, 0)
  return { counts, add }
}

async function readStatus(release: FigureSources['release']): Promise<ReleaseStatus | null> {
  try {
    const file = await (await release())?.reader.read('public', 'status.json')
    return file ? indexStatus.parse(JSON.parse(new TextDecoder().decode(file.bytes))) : null
  } catch {
    return null
  }
}
