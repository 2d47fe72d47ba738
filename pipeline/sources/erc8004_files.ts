import { z } from 'zod'
import { DAY_MS, daysBetween } from '../../core/domain/dates.ts'
import { UpstreamDown } from '../../core/domain/errors.ts'
import { isRouteTemplate } from '../../core/domain/route_template.ts'
import { agentKey, isNew, newestUris, type Registered, URI_LENGTH } from '../agents/registered.ts'
import { NOT_OBSERVED, type Outcome, readHere, readingOf, rowOf } from '../agents/registration_row.ts'
import { asksAnybody, visitAll } from '../agents/visit_all.ts'
import { type Guarded, OUTCOMES, type Visit } from '../http/guarded.ts'
import { type IpfsAddress, ipfsAddress } from '../ipfs/address.ts'
import { expectedRequests, GATEWAYS } from '../ipfs/gateways.ts'
import { type IpfsFile, readIpfsFiles } from '../ipfs/read_files.ts'
import { defineSource } from '../source/define_source.ts'
import { parseExactly } from '../source/exact_json.ts'
import { isDue } from '../source/schedule.ts'
import { type Known, type Observation, type Part, provenanceOf, VISITS } from '../source/source.ts'
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
interface AtIpfs {
  agent: Registered
  address: IpfsAddress
}

/** Agents by how their file is read. */
interface ToDo {
  /** Rows that need no request. */
  rows: Observation[]
  visits: Registered[]
  reads: AtIpfs[]
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
    outcome: z.enum([...OUTCOMES, NOT_OBSERVED]),
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
    const before = byAgent(await known('erc8004_files'))
    const events = await known('erc8004_identity')
    const due = toDo(newestUris(events), before, day)
    const others = new Map(before)
    const late = newestUris(lastDayOf(events))
    for (const { event } of late) others.delete(agentKey(event))
    const fresh = toDo(late, others, day)
    // The number of new files a day is expected to be that of the last.
    const days = daysBetween(lastDay, day)
    const isMissed = ({ agent }: AtIpfs) => before.get(agentKey(agent.event))?.outcome === NOT_OBSERVED
    const reads = distinct(due.reads)
    const missed = reads.filter(isMissed).length
    const read = reads.length - missed + days * distinct(fresh.reads).length
    const ofGateways = expectedRequests({ missed, others: read, lacking: lackingOf(before) })
    const visited = due.visits.filter(({ event }) => asksAnybody(before.get(agentKey(event))))
    const visits = visited.length + days * fresh.visits.length
    return { requests: { [VISITS]: visits, ...ofGateways }, isEstimate: true }
  },
  async *fetch({ http, guarded, known, day, share }) {
    const before = byAgent(await known('erc8004_files'))
    const all = toDo(newestUris(await known('erc8004_identity')), before, day)
    const visits = share.visits(all.visits, ({ uri }) => addressOf(uri) ?? '', MAX_VISITS)
    const reads = share.items(all.reads)
    yield* share.unasked(all.rows)
    const reading = readIpfsFiles(
      http,
      reads.map(({ address }) => address),
    )
    // Its failure is awaited below; an earlier failure of the visits must not leave it unhandled.
    reading.catch(() => {})
    const unvisited = yield* visitAll(visits, async (agent) => {
      const visit = await guarded.visit(addressOf(agent.uri) ?? '', { expect: 'json' })
      return { visit, ...readingOf(agent, visit.outcome, visit.json) }
    })
    const files = await reading
    const read = await observeAll(reads, files, guarded)
    yield* read
    return partOf([
      [unvisited, visits.length, 'files on the web'],
      [reads.length - read.length, reads.length, 'files of IPFS'],
    ])
  },
})

const byAgent = (rows: Known[]) => new Map(rows.map((row) => [agentKey(row), row]))

/** Returns the events of the 24 hours before the newest one. */
function lastDayOf(events: Known[]): Known[] {
  const times = events.map(({ block_time }) => Date.parse(String(block_time)))
  const newest = times.reduce((most, time) => Math.max(most, time), 0)
  return events.filter((_, index) => (times[index] ?? 0) > newest - DAY_MS)
}

/** Returns the first of the agents with the same file. */
const distinct = (reads: AtIpfs[]): AtIpfs[] => [
  ...new Map(reads.toReversed().map((read) => [read.address.key, read])).values(),
]

/** Returns the share of the files of IPFS that no gateway had. */
function lackingOf(before: Map<string, Known>): number {
  const files = [...before.values()].filter(({ scheme }) => scheme === 'ipfs')
  return files.filter(({ outcome }) => outcome === NOT_OBSERVED).length / Math.max(1, files.length)
}

/** Sorts agents into lists, each in the order of its requests. */
function toDo(agents: Registered[], before: Map<string, Known>, day: string): ToDo {
  const verified = verifiedFiles(before)
  const made: ToDo = { rows: [], visits: [], reads: [] }
  for (const agent of agents) {
    const last = before.get(agentKey(agent.event))
    const isWanted = isNew(agent, last) || isTurn(last, day)
    const address = ipfsAddress(agent.uri)
    const same = address && verified.get(address.key)
    if (same) {
      if (isNew(agent, last) || last?.response_sha256 !== same.response_sha256)
        made.rows.push({ from: provenanceOf(same), row: copyOf(same, agent) })
    } else if (address) {
      if (isWanted) made.reads.push({ agent, address })
    } else if (addressOf(agent.uri) !== null) {
      if (isWanted) made.visits.push(agent)
    } else if (isNew(agent, last)) {
      made.rows.push({ from: provenanceOf(agent.event), ...readingOf(agent, ...readHere(agent.uri)) })
    }
  }
  return {
    rows: made.rows,
    visits: inTurn(made.visits, (agent) => agent, before, day),
    reads: inTurn(made.reads, ({ agent }) => agent, before, day),
  }
}

function inTurn<T>(
  items: T[],
  agentOf: (item: T) => Registered,
  before: Map<string, Known>,
  day: string,
): T[] {
  const candidates = items.map((item) => {
    const agent = agentOf(item)
    const name = agentKey(agent.event)
    const last = before.get(name)
    const lastAsked = last && !isNew(agent, last) ? last.observed_on : null
    return { item, name, owner: agent.registrant, lastAsked, wasThere: last?.outcome === 'ok' }
  })
  return takeTurns(candidates, day, MAX_FRESH_PER_REGISTRANT)
}

const isTurn = (last: Known | undefined, day: string): boolean =>
  last === undefined ||
  isDue(agentKey(last), last.observed_on, day, last.outcome === 'ok' ? EVERY.ok : EVERY.failed)

/** Returns verified files of IPFS, by the key of their address: the content of a CID can never change. */
function verifiedFiles(before: Map<string, Known>): Map<string, Known> {
  const read = [...before.values()].flatMap((row): [string, Known][] => {
    const address = row.outcome !== NOT_OBSERVED && isVerified(row) ? ipfsAddress(String(row.uri)) : null
    return address ? [[address.key, row]] : []
  })
  return new Map(read)
}

/** True if a row was read from a verified block, and not from a visit of an address that is a gateway's too. */
function isVerified({ source_url, uri }: Known): boolean {
  const url = URL.parse(String(source_url))
  return VERIFYING.has(url?.host ?? '') && url?.search === '?format=raw' && source_url !== String(uri).trim()
}

/** Returns the observations of files of IPFS; an agent whose file is deferred has none. */
async function observeAll(
  reads: AtIpfs[],
  files: Map<string, IpfsFile>,
  guarded: Guarded,
): Promise<Observation[]> {
  const seen = reads.map(({ agent, address }) => observationOf(agent, files.get(address.key), guarded))
  return (await Promise.all(seen)).flatMap((observation) => observation ?? [])
}

/** Returns the verified file of the gateways; else the response of the address, where that is one of the web. */
async function observationOf(
  agent: Registered,
  file: IpfsFile | undefined,
  guarded: Guarded,
): Promise<Observation | null> {
  if (file && file.outcome !== NOT_OBSERVED)
    return { from: file.from, ...readingOf(agent, ...readVerified(file)) }
  const visit = await visitInstead(agent, guarded)
  if (visit?.outcome === 'ok') {
    const { url, sha256, retrievedAt, json } = visit
    return { from: { url, sha256, retrievedAt }, ...readingOf(agent, 'ok', json) }
  }
  return file ? { from: provenanceOf(agent.event), ...readingOf(agent, NOT_OBSERVED, null) } : null
}

/** Visits the gateway that an address names, unless it was queried already; null where no visit is possible. */
async function visitInstead({ uri }: Registered, guarded: Guarded): Promise<Visit | null> {
  const address = addressOf(uri)
  if (address === null || VERIFYING.has(URL.parse(address)?.host ?? '')) return null
  try {
    return await guarded.visit(address, { expect: 'json' })
  } catch (error) {
    if (error instanceof UpstreamDown) return null
    throw error
  }
}

function readVerified(file: Exclude<IpfsFile, { outcome: typeof NOT_OBSERVED }>): [Outcome, unknown] {
  if (file.outcome !== 'ok') return [file.outcome, null]
  try {
    return ['ok', parseExactly(new TextDecoder().decode(file.bytes))]
  } catch {
    return ['error', null]
  }
}

const partOf = (left: [number, number, string][]): Part | 'changes' => {
  const parts = left.flatMap(([some, all, what]) => (some > 0 ? [`${some} of ${all} ${what}`] : []))
  return parts.length === 0 ? 'changes' : { left_out: parts.join(', ') }
}

/** Returns the URL of a file's visit, or null when its address has no URL, or is a route template. */
const addressOf = (uri: string): string | null =>
  /^\s*https:\/\//i.test(uri) && !isRouteTemplate(uri) ? uri.trim() : null

/** Copies another agent's row of the same file. */
const copyOf = (same: Known, agent: Registered): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(rowOf(agent, 'ok', {})).map(([column, own]) => [
      column,
      AGENTS_OWN.has(column) ? own : same[column],
    ]),
  )
