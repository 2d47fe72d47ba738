import { BAZAAR_SOURCES } from '../agents/bazaar_listing.ts'
import { toEntries } from '../agents/text.ts'
import { pick } from '../source/pick.ts'
import { type FetchContext, type KnownRow, type Observation, toProvenance } from '../source/source.ts'
import { type DrawableProbe, drawControl } from './control/draw.ts'
import type { NotProbedReason } from './outcome.ts'
import { addToLine, type LineDay, NO_PROBES } from './own_line.ts'
import { EARLIER_COLUMNS, type PlannedAddress, type ProbePlan, planProbes } from './plan.ts'
import { findPlatform } from './platform.ts'
import { PostRules } from './post_rules.ts'
import type { ProbeResult } from './protocol.ts'
import type { ProbeRow } from './row.ts'
import { sortByText } from './sort_by_text.ts'
import { type FinishedProbe, isObserved, type ObservedProbe } from './target_prober.ts'
import { FILE_COLUMNS } from './targets.ts'
import { type RowContext, toProbedRow, toUnprobedRow } from './to_row.ts'

/** Name of the place of the prober. */
const VANTAGE = 'main'
/** Reasons that leave an earlier observation as it is. */
const LASTING = new Set<NotProbedReason>(['sampled_out', 'not_due'])
/** Reasons of this day alone. */
const OF_THE_DAY = new Set<NotProbedReason>(['time', 'host_refused'])

const NOT_POSTED: ReadonlySet<string> = new Set()

/** The rows of a day's probes. */
export interface ProbedDay {
  rows: Iterable<Observation>
  line: LineDay
  /** Number of probes that sent a request, and of those with any answer. */
  tried: number
  answered: number
  /** Number of probes that this machine could not observe, and of those that were not started. */
  unobserved: number
  unstarted: number
}

/** The plan of a day, and the rows of earlier days. */
export interface PlannedDay {
  plan: ProbePlan
  before: ReadonlyMap<string, KnownRow>
}

/** Reads what is declared and what is known, and plans the probes of a day. */
export async function planProbeDay({
  known,
  past,
  day,
}: Pick<FetchContext, 'known' | 'past' | 'day'>): Promise<PlannedDay> {
  const before = new Map(
    (await known('endpoint_probes', EARLIER_COLUMNS)).map((row) => [String(row.url), row]),
  )
  const bazaar: KnownRow[] = []
  for (const name of BAZAAR_SOURCES) for (const row of await known(name)) bazaar.push(row)
  const rows = {
    bazaar,
    mcp_registry: await known('mcp_registry'),
    erc8004_files: await known('erc8004_files', FILE_COLUMNS),
  }
  const worth = new Set((await past('probe_priorities')).map(({ url }) => String(url)))
  return { before, plan: planProbes(rows, { day, before, worth }) }
}

/** Probes what is due on a day in this job's share, and returns the rows. */
export async function probeAll(day: PlannedDay, context: FetchContext): Promise<ProbedDay> {
  const probed = new DayProbes(day, context)
  await probed.run()
  return probed
}

/** The paid resources of hosts that may get a POST: the host quoted today, or its manifest lists the resource. */
class PaidHosts {
  readonly #quoting = new Set<string>()
  readonly #listed = new Set<string>()

  note({ address: { host, kind } }: PlannedAddress, { outcome, details }: ProbeResult): void {
    if (kind === 'x402' && outcome === 'answers' && toEntries(details?.quotes).length > 0)
      this.#quoting.add(host)
    if (kind !== 'manifest') return
    for (const resource of toEntries(details?.resources))
      if ((pick(resource, 'method') ?? 'POST') === 'POST') this.#listed.add(String(pick(resource, 'url')))
  }

  allowsPost(url: string): boolean {
    return this.#quoting.has(new URL(url).hostname) || this.#listed.has(url)
  }
}

class DayProbes implements ProbedDay {
  readonly #plan: ProbePlan
  readonly #before: ReadonlyMap<string, KnownRow>
  readonly #context: FetchContext
  readonly #paid = new PaidHosts()
  /** As JSON: thousands of lists of tools would fill the heap. */
  readonly #rows = new Map<string, Buffer>()
  /** By host, the reason for which its paid resource of the day got no POST. */
  readonly #postReasons = new Map<string, NotProbedReason | null>()
  readonly #drawable: DrawableProbe[] = []
  /** By address, those to which its probe sent a POST. */
  readonly #posted = new Map<string, ReadonlySet<string>>()
  line = NO_PROBES
  tried = 0
  answered = 0
  unobserved = 0
  unstarted = 0

  constructor({ plan, before }: PlannedDay, context: FetchContext) {
    this.#plan = plan
    this.#before = before
    this.#context = context
  }

  get rows(): Iterable<Observation> {
    const sorted = sortByText([...this.#rows], ([url]) => url)
    return sorted.values().map(([, row]) => JSON.parse(row.toString()) as Observation)
  }

  async run(): Promise<void> {
    const { share, day } = this.#context
    const { due, waiting, notProbed, named, earlierPosts } = this.#plan
    const mine = share.visits(due, getUrl)
    const planned = new Map(mine.map((item) => [item.address.url, item]))
    const rules = new PostRules({
      ...{ day, earlier: earlierPosts },
      isNamed: (url) => named.has(url),
      isPaidAllowed: (url) => this.#paid.allowsPost(url),
    })
    const targets = mine.map(({ address: { url, kind, method } }) => ({ url, kind, method }))
    const unstarted = await this.#context.prober.run(targets, rules, (probe) => {
      const item = planned.get(probe.target.url)
      if (item) this.#add(item, probe)
    })
    await this.#askAgain()
    for (const { target, reason } of unstarted) this.#leave(planned.get(target.url), reason)
    for (const item of share.visits(waiting, getUrl))
      this.#leave(item, this.#postReasons.get(item.address.host) ?? 'post_limit')
    for (const { planned: item, reason } of share.unasked(notProbed)) this.#leave(item, reason)
    for (const item of share.unasked(this.#listUndeclared())) this.#leave(item, 'not_declared')
  }

  #add(item: PlannedAddress, probe: FinishedProbe): void {
    if (!isObserved(probe)) {
      this.unobserved++
      this.tried++
      return
    }
    const { result } = probe
    if (isOfPost(item)) this.#postReasons.set(item.address.host, result.reason)
    if (result.reason === null) this.#observe(item, { ...probe, result })
    else this.#leave(item, result.reason)
  }

  /** Asks some addresses again by the second client, and notes beside each what that saw. */
  async #askAgain(): Promise<void> {
    const drawn = drawControl(this.#drawable, this.#context.day)
    const targets = drawn.map(({ url, kind }) => ({ url, kind, posted: this.#posted.get(url) ?? NOT_POSTED }))
    for (const { target, outcome } of await this.#context.prober.askAgain(targets)) {
      const observation = this.#read(target.url)
      if (observation) this.#store({ ...observation, row: { ...observation.row, control_outcome: outcome } })
    }
  }

  #observe(item: PlannedAddress, probe: ObservedProbe): void {
    const { url, kind } = item.address
    const { outcome, status } = probe.result
    if (outcome !== 'unsafe') this.tried++
    if (status !== null) this.answered++
    const posted = probe.responses.filter(({ method }) => method === 'POST')
    if (posted.length > 0) this.#posted.set(url, new Set(posted.map((response) => response.url)))
    // A paid resource gets one POST a day, and of a large host a bounded number is asked.
    if (!item.isSample && kind !== 'manifest' && !(kind === 'x402' && posted.length > 0))
      this.#drawable.push({ url, kind, outcome, status })
    this.#paid.note(item, probe.result)
    this.line = addToLine(this.line, probe.result.outcome)
    this.#store(toProbedRow(item, probe, this.#describe(item)))
  }

  /** Adds a row for an address without a probe, unless its row says so already. */
  #leave(item: PlannedAddress | undefined, reason: NotProbedReason): void {
    if (item === undefined) return
    const before = this.#before.get(item.address.url)
    if (OF_THE_DAY.has(reason)) this.unstarted++
    const isKnown =
      before?.outcome === 'not_probed' ? before.reason === reason : before && LASTING.has(reason)
    if (!isKnown || OF_THE_DAY.has(reason)) this.#store(toUnprobedRow(item, reason, this.#describe(item)))
  }

  #read(url: string): Observation | null {
    const row = this.#rows.get(url)
    return row === undefined ? null : (JSON.parse(row.toString()) as Observation)
  }

  #store(observation: Observation): void {
    this.#rows.set(String(observation.row.url), Buffer.from(JSON.stringify(observation)))
  }

  #describe({ address: { url } }: PlannedAddress): RowContext {
    return { day: this.#context.day, before: this.#before.get(url), vantage: VANTAGE }
  }

  /** Addresses that were declared once, and are no longer. */
  #listUndeclared(): PlannedAddress[] {
    const { due, waiting, notProbed } = this.#plan
    const declared = new Set([...due, ...waiting, ...notProbed.map(({ planned }) => planned)].map(getUrl))
    return [...this.#before.values()].filter(({ url }) => !declared.has(String(url))).map(toUndeclared)
  }
}

const getUrl = ({ address: { url } }: PlannedAddress): string => url

const isOfPost = ({ address: { kind, method } }: PlannedAddress): boolean =>
  kind === 'x402' && method === 'POST'

function toUndeclared(row: KnownRow): PlannedAddress {
  const { url, host, kind, declared_method, first_seen_on, is_sample, host_addresses } = row
  return {
    address: {
      ...{
        url: String(url),
        host: String(host),
        kind: kind as ProbeRow['kind'],
        method: declared_method as string | null,
      },
      ...{ platform: findPlatform(String(host)), since: String(first_seen_on), declarers: [] },
      from: toProvenance(row),
    },
    ...{ isSample: Boolean(is_sample), hostAddresses: Number(host_addresses) },
  }
}
