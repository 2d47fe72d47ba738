import { toEntries } from '../agents/text.ts'
import { hashHex } from '../archive/archive.ts'
import { pick } from '../source/pick.ts'
import { type KnownRow, PROVENANCE_COLUMNS } from '../source/source.ts'
import { findNamedAddresses } from './named.ts'
import type { NotProbedReason } from './outcome.ts'
import type { UnnamedPost } from './post_rules.ts'
import { MANIFEST_PATH } from './protocols/manifest.ts'
import { drawAddresses, MAX_DRAWN_PER_HOST } from './sampling.ts'
import { isProbeDue, NEVER_PROBED, orderProbes, type ProbeHistory, type Schedulable } from './schedule.ts'
import { sortByText } from './sort_by_text.ts'
import { type DeclaredAddress, type DeclaringRows, listAddresses } from './targets.ts'

/** The columns of earlier rows that planning and new rows read; without lists of tools, which would fill the heap. */
export const EARLIER_COLUMNS = [
  ...['url', 'host', 'kind', 'declared_method', 'outcome', 'reason', 'is_sample', 'host_addresses'],
  ...['quotes', 'proofs', 'details', 'tools_count', 'tools_hash', 'last_probed_on', 'silences'],
  ...['posted_on', 'post_is_fitting', 'first_seen_on', 'observed_on', ...PROVENANCE_COLUMNS],
]

/** The past of probes, and what decides which addresses are due. */
export interface ProbePlanOptions {
  day: string
  /** The rows of earlier days, by address. */
  before: ReadonlyMap<string, KnownRow>
  /** Addresses of agents that are ranked, or were paid in 30 days. */
  worth: ReadonlySet<string>
}

/** An address with what its row says beside the result. */
export interface PlannedAddress {
  address: DeclaredAddress
  isSample: boolean
  hostAddresses: number
}

/** The probes of a day. */
export interface ProbePlan {
  /** In the order in which they are probed. */
  due: PlannedAddress[]
  /** Paid resources that take POST alone, of hosts of which another is asked today. */
  waiting: PlannedAddress[]
  /** The others, with the reason. */
  notProbed: { planned: PlannedAddress; reason: NotProbedReason }[]
  /** Addresses that their own host names. */
  named: ReadonlySet<string>
  /** POSTs of earlier days to other addresses. */
  earlierPosts: UnnamedPost[]
}

/** Decides which declared addresses are probed on a day, in which order, and why the others are not. */
export function planProbes(rows: DeclaringRows, { day, before, worth }: ProbePlanOptions): ProbePlan {
  const declared = listAddresses(rows)
  const targets = [...declared.targets, ...listManifests(declared.targets)]
  const sizes = Map.groupBy(targets, ({ host }) => host)
  const plan = (address: DeclaredAddress): PlannedAddress => {
    const hostAddresses = sizes.get(address.host)?.length ?? 1
    return { address, hostAddresses, isSample: hostAddresses > MAX_DRAWN_PER_HOST }
  }
  const { drawn, sampledOut } = drawAddresses(targets, day)
  const chosen = choosePosts(
    drawn.map(({ target }) => target),
    day,
  )
  const isDue = (address: DeclaredAddress): boolean =>
    isProbeDue(toSchedulable(plan(address), before, worth), day)
  const [due, notDue] = partition(chosen.asked, isDue)
  const ordered = orderProbes(
    due.map((address) => ({ ...toSchedulable(plan(address), before, worth), address })),
    day,
  )
  const leave = (reason: NotProbedReason) => (address: DeclaredAddress) => ({
    planned: plan(address),
    reason,
  })
  return {
    due: orderWithinHosts(ordered.map(({ address }) => plan(address))),
    waiting: chosen.waiting.map(plan),
    notProbed: [
      ...declared.unprobed.map((address) => leave(address.reason)(address)),
      ...chosen.refused.map(leave('post_only')),
      ...notDue.map(leave('not_due')),
      ...sampledOut.map(leave('sampled_out')),
    ],
    named: findNamedAddresses(targets, readStatements(before)),
    earlierPosts: readPosts(before),
  }
}

/** Returns the manifest of each host with a paid resource that takes POST: only the host itself can allow one. */
function listManifests(targets: readonly DeclaredAddress[]): DeclaredAddress[] {
  const byHost = new Map(targets.filter(isPostResource).map((target) => [target.host, target]))
  return [...byHost.values()].map((target) => ({
    ...target,
    url: new URL(MANIFEST_PATH, target.url).href,
    kind: 'manifest' as const,
    method: null,
    declarers: [`host:${target.host}`],
  }))
}

const isPostResource = ({ kind, method }: DeclaredAddress): boolean => kind === 'x402' && method === 'POST'

/** Of the paid resources of a host that take POST alone, the one of the day is asked; other methods are never sent. */
function choosePosts(targets: readonly DeclaredAddress[], day: string) {
  const [posts, others] = partition(targets, isPostResource)
  const [asked, refused] = partition(
    others,
    ({ kind, method }) => kind !== 'x402' || method === null || method === 'GET',
  )
  const turned = sortByText(posts, ({ url }) => hashHex(`${day} ${url}`))
  const first = new Map(turned.toReversed().map((target) => [target.host, target]))
  const [chosen, waiting] = partition(posts, (target) => first.get(target.host) === target)
  return { asked: [...asked, ...chosen], refused, waiting }
}

function toSchedulable(
  { address, isSample }: PlannedAddress,
  before: ProbePlanOptions['before'],
  worth: ProbePlanOptions['worth'],
): Schedulable {
  const { url, host, platform, since, declarers } = address
  return {
    ...{ url, host, platform, since, isSample },
    owner: declarers[0] ?? null,
    hasWorth: worth.has(url) || declarers.some((declarer) => declarer.startsWith('server:')),
    history: readHistory(before.get(url)),
  }
}

/** Returns the history of an address from its newest row. */
export const readHistory = (row: KnownRow | undefined): ProbeHistory =>
  row === undefined
    ? NEVER_PROBED
    : { lastProbedOn: toDateText(row.last_probed_on), silences: Number(row.silences) }

const toDateText = (value: unknown): string | null => (typeof value === 'string' ? value : null)

/** A host's manifest comes first there, and what takes POST last: by then it is known whether the host quotes. */
function orderWithinHosts(ordered: readonly PlannedAddress[]): PlannedAddress[] {
  const rank = ({ address }: PlannedAddress) =>
    address.kind === 'manifest' ? 0 : isPostResource(address) ? 2 : 1
  const queues = new Map(
    [...Map.groupBy(ordered, ({ address }) => address.host)].map(([host, all]) => [
      host,
      all.toSorted((a, b) => rank(a) - rank(b)).values(),
    ]),
  )
  return ordered.flatMap(({ address }) => queues.get(address.host)?.next().value ?? [])
}

/** Reads what hosts have said themselves of addresses on them. */
function readStatements(before: ProbePlanOptions['before']) {
  const named: { host: string; url: string }[] = []
  const proven = new Map<string, Set<string>>()
  for (const row of before.values()) {
    const host = String(row.host)
    for (const url of listNamedUrls(row)) named.push({ host, url })
    for (const agent of listProven(row)) proven.set(host, (proven.get(host) ?? new Set()).add(agent))
  }
  return { named, proven }
}

/** The addresses that an answer of the host names: interfaces of its card, resources of its manifest, its own quote. */
function listNamedUrls({ url, kind, outcome, quotes, details }: KnownRow): string[] {
  if (kind === 'a2a') return toStrings(pick(details, 'interfaces'))
  if (kind === 'manifest')
    return toEntries(pick(details, 'resources')).map((entry) => String(pick(entry, 'url')))
  return kind === 'x402' && outcome === 'answers' && toEntries(quotes).length > 0 ? [String(url)] : []
}

/** The agents, as CHAIN/ID, that the proof of a host lists. */
function listProven({ kind, proofs }: KnownRow): string[] {
  if (kind !== 'proof') return []
  return toEntries(proofs).flatMap((proof) => {
    const chain = /^eip155:\d+/.exec(String(pick(proof, 'registry')))?.[0]
    return chain === undefined ? [] : [`${chain}/${pick(proof, 'agent_id')}`]
  })
}

const readPosts = (before: ProbePlanOptions['before']): UnnamedPost[] =>
  [...before.values()].flatMap(({ url, host, posted_on, post_is_fitting }) =>
    typeof posted_on === 'string'
      ? [
          {
            ...{ url: String(url), host: String(host), day: posted_on },
            isFitting: typeof post_is_fitting === 'boolean' ? post_is_fitting : null,
          },
        ]
      : [],
  )

const toStrings = (value: unknown): string[] => toEntries(value).filter((entry) => typeof entry === 'string')

function partition<T>(items: readonly T[], isFirst: (item: T) => boolean): [T[], T[]] {
  return [items.filter(isFirst), items.filter((item) => !isFirst(item))]
}
