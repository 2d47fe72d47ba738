import { createHash } from 'node:crypto'
import { z } from 'zod'
import { readRegistration } from '../agents/registration_file.ts'
import { visitAll } from '../agents/visit_all.ts'
import { OUTCOMES, type VisitOutcome } from '../http/guarded.ts'
import { isDue } from '../schedule.ts'
import { defineSource, type Known, provenanceOf } from '../source.ts'

const GATEWAY = 'https://ipfs.io/ipfs/'
const URI_LENGTH = 2_000
/** Days between two visits of a file that was read last time, and of one that was not. */
const EVERY = { ok: 14, failed: 7 }
// What some machine could be talked into opening; any other scheme is merely one that holds no file for us.
const UNSAFE = /^\s*(https?|file|ftp|javascript|gopher|ssh|smb|ldap):/i

const text = (max: number) => z.string().max(max).nullable()

/** An agent and the address of its registration file, as the chain has it now. */
interface Registered {
  chain: string
  agentId: string
  uri: string
  /** The event that set it. */
  event: Known
}

/**
 * The registration files of ERC-8004 agents: those with a new address at once, the others in turn. The first day
 * asks for all that are not written into the chain itself, some 12,600; a later one for less than 1,500. What the
 * guard's time does not let in is asked on the next day, before all others.
 */
export default defineSource({
  name: 'erc8004_files',
  title: 'ERC-8004 registration files, from https, IPFS and data URLs',
  docs: 'https://eips.ethereum.org/EIPS/eip-8004',
  license: 'Published by the agents themselves',
  key: ['chain', 'agent_id'],
  reads: ['erc8004_identity'],
  budget: 15_000,
  row: z.object({
    chain: z.string().regex(/^eip155:\d{1,20}$/),
    agent_id: z.string().regex(/^\d{1,78}$/),
    uri: z.string().max(URI_LENGTH),
    scheme: z.enum(['https', 'ipfs', 'data', 'none', 'other']),
    outcome: z.enum(OUTCOMES),
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
  async *fetch({ guarded, known, day }) {
    const before = new Map((await known('erc8004_files')).map((row) => [keyOf(row), row]))
    const toVisit: Registered[] = []
    for (const agent of newestUris(await known('erc8004_identity'))) {
      const last = before.get(`${agent.chain}/${agent.agentId}`)
      const isNew = last === undefined || last.uri !== cappedUri(agent.uri)
      if (addressOf(agent.uri) !== null) {
        if (isNew || isTurn(last, day)) toVisit.push(agent)
      } else if (isNew) {
        yield { from: provenanceOf(agent.event), row: rowOf(agent, ...readHere(agent.uri)) }
      }
    }
    const ordered = toVisit.toSorted((a, b) => turnOf(before, a) - turnOf(before, b))
    yield* visitAll(ordered, async (agent) => {
      const visit = await guarded.visit(addressOf(agent.uri) ?? '', { expect: 'json' })
      return { visit, row: rowOf(agent, visit.outcome, visit.json) }
    })
    return 'changes'
  },
})

const keyOf = (row: Known): string => `${row.chain}/${row.agent_id}`

/** Each agent with the address that its newest event names; an address can be set to none. */
function newestUris(events: Known[]): Registered[] {
  const place = (event: Known) => Number(event.block_number) * 1e6 + Number(event.log_index)
  const newest = new Map<string, Known>()
  for (const event of events) {
    if (event.kind !== 'registered' && event.kind !== 'uri_updated') continue
    const last = newest.get(keyOf(event))
    if (!last || place(event) > place(last)) newest.set(keyOf(event), event)
  }
  return [...newest.values()].map((event) => ({
    chain: String(event.chain),
    agentId: String(event.agent_id),
    uri: typeof event.uri === 'string' ? event.uri : '',
    event,
  }))
}

const isTurn = (last: Known, day: string): boolean =>
  isDue(keyOf(last), last.observed_on, day, last.outcome === 'ok' ? EVERY.ok : EVERY.failed)

/** Those never asked for come first, then those asked for longest ago. */
function turnOf(before: Map<string, Known>, { chain, agentId, uri }: Registered): number {
  const last = before.get(`${chain}/${agentId}`)
  return last?.uri === cappedUri(uri) ? Date.parse(last.observed_on) : 0
}

/** An address as its row has it; one that is cut keeps its hash, so that a change anywhere in it shows. */
function cappedUri(uri: string): string {
  const whole = uri.toWellFormed()
  if (whole.length <= URI_LENGTH) return whole
  const hash = createHash('sha256').update(whole).digest('hex')
  return `${whole.slice(0, URI_LENGTH - 100).toWellFormed()}… (sha256 ${hash})`
}

/** Where a file is visited, or null when its address is no place to visit. */
function addressOf(uri: string): string | null {
  if (/^\s*https:\/\//i.test(uri)) return uri.trim()
  const [, path] = /^\s*ipfs:\/\/(?:ipfs\/)?([\w./-]{10,500})\s*$/i.exec(uri) ?? []
  return path ? GATEWAY + path : null
}

/** What can be said of a file without asking anybody: it is in the address, or nowhere. */
function readHere(uri: string): [VisitOutcome, unknown] {
  if (/^\s*data:/i.test(uri)) return readData(uri)
  return [UNSAFE.test(uri) ? 'refused_unsafe' : 'not_found', null]
}

function readData(uri: string): [VisitOutcome, unknown] {
  const [, isBase64, data = ''] = /^\s*data:[^,]*?(;base64)?,(.*)$/is.exec(uri) ?? []
  try {
    const file = JSON.parse(isBase64 ? Buffer.from(data, 'base64').toString() : decodeURIComponent(data))
    return ['ok', file]
  } catch {
    return ['error', null]
  }
}

function schemeOf(uri: string): string {
  const [, scheme = ''] = /^\s*([a-z][a-z0-9+.-]*):/i.exec(uri) ?? []
  if (uri.trim() === '') return 'none'
  return ['https', 'ipfs', 'data'].find((one) => one === scheme.toLowerCase()) ?? 'other'
}

/** A JSON value that is no object is no registration file. */
function rowOf(agent: Registered, outcome: VisitOutcome, file: unknown): Record<string, unknown> {
  const isObject = typeof file === 'object' && file !== null && !Array.isArray(file)
  return {
    chain: agent.chain,
    agent_id: agent.agentId,
    uri: cappedUri(agent.uri),
    scheme: schemeOf(agent.uri),
    outcome: outcome === 'ok' && !isObject ? 'error' : outcome,
    ...readRegistration(file),
  }
}
