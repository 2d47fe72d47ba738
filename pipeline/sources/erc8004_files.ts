import { z } from 'zod'
import { DAY_MS, daysBetween } from '../../core/domain/dates.ts'
import { UpstreamDown } from '../../core/domain/errors.ts'
import { isRouteTemplate } from '../../core/domain/route_template.ts'
import {
  FILE_NOT_OBSERVED,
  type RegistrationOutcome,
  readInline,
  toReading,
  toRegistrationRow,
} from '../agents/registration_row.ts'
import {
  needsRead,
  type RegisteredAgent,
  selectNewestUris,
  toAgentKey,
  URI_COLUMNS,
  URI_LENGTH,
} from '../agents/registration_uris.ts'
import { sendsRequest, visitAll } from '../agents/visit_all.ts'
import { type GuardedVisits, OUTCOMES, type Visit } from '../http/guarded.ts'
import { type IpfsAddress, parseIpfsAddress } from '../ipfs/address.ts'
import { estimateBlockRequests, GATEWAYS } from '../ipfs/gateways.ts'
import { type IpfsFile, readIpfsFiles } from '../ipfs/read_files.ts'
import { defineSource } from '../source/define_source.ts'
import { parseExactJson } from '../source/exact_json.ts'
import { describeLeft } from '../source/left_out.ts'
import { isDue } from '../source/schedule.ts'
import { type DeferredPart, type KnownRow, type Observation, toProvenance, VISITS } from '../source/source.ts'
import { takeTurns } from '../source/turns.ts'

/** Days between two visits of a file that was read last time, and of one that was not. */
const EVERY = { ok: 14, failed: 7 }
/** Maximum number of visits a day. */
const MAX_VISITS = 20_000
/** Maximum number of new files of one registrant while others wait. */
const MAX_FRESH_PER_REGISTRANT = 100
const VERIFYING = new Set(GATEWAYS)
const AGENTS_OWN = new Set(['chain', 'agent_id', 'uri', 'scheme'])

const text = (max: number) => z.string().max(max).nullable()

/** An agent whose file is at IPFS. */
interface IpfsRead {
  agent: RegisteredAgent
  address: IpfsAddress
}

/** Agents by how their file is read. */
interface ReadPlan {
  /** Rows that need no request. */
  rows: Observation[]
  visits: RegisteredAgent[]
  reads: IpfsRead[]
}

/**
 * The registration files of ERC-8004 agents: those with a new address at once, the others in turn, and a file of IPFS
 * only once. The first day requests all that are not written into the chain itself, of which the gateways of IPFS serve
 * some 3,400; a later one less than 2,000. Files deferred for lack of time come first on the next day.
 */
export default defineSource({
  name: 'erc8004_files',
  title: 'ERC-8004 registration files, from https, IPFS and data URLs',
  docs: 'https://eips.ethereum.org/EIPS/eip-8004',
  license: 'Published by the agents themselves',
  republished: 'figures',
  attribution: 'Published by the agents themselves, at the address that each row names',
  answeredBy: 'strangers',
  key: ['chain', 'agent_id'],
  reads: ['erc8004_identity'],
  budget: MAX_VISITS,
  minutes: 10,
  // The gateways of IPFS are queried in an order of their own, and are one job.
  split: { visits: true, items: { perJob: 1, count: async () => 1 } },
  row: z.object({
    chain: z.string().regex(/^eip155:\d{1,20}$/),
    agent_id: z.string().regex(/^\d{1,78}$/),
    uri: z.string().max(URI_LENGTH),
    scheme: z.enum(['https', 'ipfs', 'data', 'none', 'other']),
    outcome: z.enum([...OUTCOMES, FILE_NOT_OBSERVED]),
    name: text(300),
    description: text(5_000),
    image: text(2_000),
    active: z.boolean().nullable(),
    x402_support: z.boolean().nullable(),
    services: z.array(z.object({ name: text(100), endpoint: text(2_000), version: text(50) })).max(50),
    registrations: z.array(z.object({ agent_id: text(100), registry: text(200) })).max(50),
    supported_trust: z.array(z.string().max(100)).max(20),
    wallets: z.array(z.string().max(200)).max(20),
    tags: z.array(z.string().max(100)).max(100),
  }),
  firstDay: {
    ...{ [VISITS]: 15_000, 'trustless-gateway.link': 2_000, 'ipfs.filebase.io': 1_700 },
    ...{ 'gateway.pinata.cloud': 1_200, 'ipfs.4everland.io': 4_200 },
  },
  async plan({ known, day, lastDay }) {
    const before = groupByAgent(await known('erc8004_files'))
    const events = await known('erc8004_identity', URI_COLUMNS)
    const due = planReads(selectNewestUris(events), before, day)
    const others = new Map(before)
    const late = selectNewestUris(selectLastDay(events))
    for (const { event } of late) others.delete(toAgentKey(event))
    const fresh = planReads(late, others, day)
    // The number of new files a day is expected to be that of the last.
    const days = daysBetween(lastDay, day)
    const isMissed = ({ agent }: IpfsRead) =>
      before.get(toAgentKey(agent.event))?.outcome === FILE_NOT_OBSERVED
    const reads = distinct(due.reads)
    const missed = reads.filter(isMissed).length
    const read = reads.length - missed + days * distinct(fresh.reads).length
    const gatewayRequests = estimateBlockRequests({ missed, others: read, lacking: calculateLacking(before) })
    const visited = due.visits.filter(({ event }) => sendsRequest(before.get(toAgentKey(event))))
    const visits = visited.length + days * fresh.visits.length
    return { requests: { [VISITS]: visits, ...gatewayRequests }, isEstimate: true }
  },
  async *fetch({ http, guarded, known, day, share }) {
    const before = groupByAgent(await known('erc8004_files'))
    const all = planReads(selectNewestUris(await known('erc8004_identity', URI_COLUMNS)), before, day)
    const visits = share.visits(all.visits, ({ uri }) => toVisitUrl(uri) ?? '', MAX_VISITS)
    const reads = share.items(all.reads)
    yield* share.unasked(all.rows)
    const reading = readIpfsFiles(
      http,
      reads.map(({ address }) => address),
    )
    // Its failure is awaited below; an earlier failure of the visits must not leave it unhandled.
    reading.catch(() => {})
    const unvisited = yield* visitAll(visits, async (agent) => {
      const visit = await guarded.visit(toVisitUrl(agent.uri) ?? '', { expect: 'json' })
      return { visit, ...toReading(agent, visit.outcome, visit.json) }
    })
    const files = await reading
    const read = await observeAll(reads, files, guarded)
    yield* read
    return toCoverage([
      [unvisited, visits.length, 'files on the web'],
      [reads.length - read.length, reads.length, 'files of IPFS'],
    ])
  },
})

const groupByAgent = (rows: KnownRow[]) => new Map(rows.map((row) => [toAgentKey(row), row]))

/** Returns the events of the 24 hours before the newest one. */
function selectLastDay(events: KnownRow[]): KnownRow[] {
  const times = events.map(({ block_time }) => Date.parse(String(block_time)))
  const newest = times.reduce((max, time) => Math.max(max, time), 0)
  return events.filter((_, index) => (times[index] ?? 0) > newest - DAY_MS)
}

/** Returns the first of the agents with the same file. */
const distinct = (reads: IpfsRead[]): IpfsRead[] => [
  ...new Map(reads.toReversed().map((read) => [read.address.key, read])).values(),
]

/** Returns the share of the files of IPFS that no gateway had. */
function calculateLacking(before: Map<string, KnownRow>): number {
  const files = [...before.values()].filter(({ scheme }) => scheme === 'ipfs')
  return files.filter(({ outcome }) => outcome === FILE_NOT_OBSERVED).length / Math.max(1, files.length)
}

/** Sorts agents into lists, each in the order of its requests. */
function planReads(agents: RegisteredAgent[], before: Map<string, KnownRow>, day: string): ReadPlan {
  const verified = verifiedFiles(before)
  const sorted: ReadPlan = { rows: [], visits: [], reads: [] }
  for (const agent of agents) {
    const last = before.get(toAgentKey(agent.event))
    const isWanted = needsRead(agent, last) || isTurn(last, day)
    const address = parseIpfsAddress(agent.uri)
    const same = address && verified.get(address.key)
    if (same) {
      if (needsRead(agent, last) || last?.response_sha256 !== same.response_sha256)
        sorted.rows.push({ from: toProvenance(same), row: copyRow(same, agent) })
    } else if (address) {
      if (isWanted) sorted.reads.push({ agent, address })
    } else if (toVisitUrl(agent.uri) !== null) {
      if (isWanted) sorted.visits.push(agent)
    } else if (needsRead(agent, last)) {
      sorted.rows.push({ from: toProvenance(agent.event), ...toReading(agent, ...readInline(agent.uri)) })
    }
  }
  return {
    rows: sorted.rows,
    visits: orderDue(sorted.visits, (agent) => agent, before, day),
    reads: orderDue(sorted.reads, ({ agent }) => agent, before, day),
  }
}

function orderDue<T>(
  items: T[],
  getAgent: (item: T) => RegisteredAgent,
  before: Map<string, KnownRow>,
  day: string,
): T[] {
  const candidates = items.map((item) => {
    const agent = getAgent(item)
    const name = toAgentKey(agent.event)
    const last = before.get(name)
    const lastRequestedOn = last && !needsRead(agent, last) ? last.observed_on : null
    return { item, name, owner: agent.registrant, lastRequestedOn, existed: last?.outcome === 'ok' }
  })
  return takeTurns(candidates, day, MAX_FRESH_PER_REGISTRANT)
}

const isTurn = (last: KnownRow | undefined, day: string): boolean =>
  last === undefined ||
  isDue(toAgentKey(last), last.observed_on, day, last.outcome === 'ok' ? EVERY.ok : EVERY.failed)

/** Returns verified files of IPFS, by the key of their address: the content of a CID can never change. */
function verifiedFiles(before: Map<string, KnownRow>): Map<string, KnownRow> {
  const read = [...before.values()].flatMap((row): [string, KnownRow][] => {
    const address =
      row.outcome !== FILE_NOT_OBSERVED && isVerified(row) ? parseIpfsAddress(String(row.uri)) : null
    return address ? [[address.key, row]] : []
  })
  return new Map(read)
}

/** True if a row was read from a verified block, and not from a visit of an address that is a gateway's too. */
function isVerified({ source_url, uri }: KnownRow): boolean {
  const url = URL.parse(String(source_url))
  return VERIFYING.has(url?.host ?? '') && url?.search === '?format=raw' && source_url !== String(uri).trim()
}

/** Returns the observations of files of IPFS; an agent whose file is deferred has none. */
async function observeAll(
  reads: IpfsRead[],
  files: Map<string, IpfsFile>,
  guarded: GuardedVisits,
): Promise<Observation[]> {
  const seen = reads.map(({ agent, address }) => observeFile(agent, files.get(address.key), guarded))
  return (await Promise.all(seen)).flatMap((observation) => observation ?? [])
}

/** Returns the verified file of the gateways; else the response of the address, where that is one of the web. */
async function observeFile(
  agent: RegisteredAgent,
  file: IpfsFile | undefined,
  guarded: GuardedVisits,
): Promise<Observation | null> {
  if (file && file.outcome !== FILE_NOT_OBSERVED)
    return { from: file.from, ...toReading(agent, ...readVerified(file)) }
  const visit = await visitGateway(agent, guarded)
  if (visit?.outcome === 'ok') {
    const { url, sha256, retrievedAt, json } = visit
    return { from: { url, sha256, retrievedAt }, ...toReading(agent, 'ok', json) }
  }
  return file ? { from: toProvenance(agent.event), ...toReading(agent, FILE_NOT_OBSERVED, null) } : null
}

/** Visits the gateway that an address names, unless it was queried already; null where no visit is possible. */
async function visitGateway({ uri }: RegisteredAgent, guarded: GuardedVisits): Promise<Visit | null> {
  const address = toVisitUrl(uri)
  if (address === null || VERIFYING.has(URL.parse(address)?.host ?? '')) return null
  try {
    return await guarded.visit(address, { expect: 'json' })
  } catch (error) {
    if (error instanceof UpstreamDown) return null
    throw error
  }
}

function readVerified(
  file: Exclude<IpfsFile, { outcome: typeof FILE_NOT_OBSERVED }>,
): [RegistrationOutcome, unknown] {
  if (file.outcome !== 'ok') return [file.outcome, null]
  try {
    return ['ok', parseExactJson(new TextDecoder().decode(file.bytes))]
  } catch {
    return ['error', null]
  }
}

const toCoverage = (left: [number, number, string][]): DeferredPart | 'changes' => {
  const parts = left.flatMap(([some, all, what]) => (some > 0 ? [describeLeft(some, all, what)] : []))
  return parts.length === 0 ? 'changes' : { left_out: parts.join(', ') }
}

/** Returns the URL of a file's visit, or null when its address has no URL, or is a route template. */
const toVisitUrl = (uri: string): string | null =>
  /^\s*https:\/\//i.test(uri) && !isRouteTemplate(uri) ? uri.trim() : null

/** Copies another agent's row of the same file. */
const copyRow = (same: KnownRow, agent: RegisteredAgent): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(toRegistrationRow(agent, 'ok', {})).map(([column, own]) => [
      column,
      AGENTS_OWN.has(column) ? own : same[column],
    ]),
  )
