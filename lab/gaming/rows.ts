import { createHash } from 'node:crypto'
import { NUMBERS } from '../../core/domain/numbers.ts'
import { type Rows, together } from './attack.ts'
import { STUDY_BLOCK, STUDY_CHAIN, STUDY_DAY } from './world.ts'

const CHAIN = STUDY_CHAIN
const REGISTRY = '0x8004a169fb4a3325136eb29fa0ceb6d2e539a432'
const REPUTATION = '0x8004baa17c55a88189ae136b182e5fda19de9b63'
const USDC = '0x833589fcd6edb6e08f4c7c32d4f71b54bda02913'
/** The least price of what an attacker lists, in atomic units. */
export const PRICE = 1_000
/** Days since an attacker's listings were first seen: time enough for payers to return. */
export const LISTED_DAYS = 14
const OWNER_OF_ALL = 'attacker'

const digest = (name: string): string => createHash('sha256').update(name).digest('hex')
export const wallet = (name: string): string => `0x${digest(`wallet ${name}`).slice(0, 40)}`
const dayAgo = (days: number, hour = 12): string =>
  new Date(Date.parse(STUDY_DAY) - days * 86_400_000 + hour * 3_600_000).toISOString()
const dateAgo = (days: number): string => dayAgo(days).slice(0, 10)

let event = 0
/** Position of an event on the chain: unique, otherwise arbitrary. */
const place = (daysAgo: number) => {
  event += 1
  return {
    ...{ chain: CHAIN, block_number: STUDY_BLOCK - daysAgo * 43_200, log_index: 1_000 + event },
    ...{ block_time: dayAgo(daysAgo), transaction_hash: `0x${digest(`transaction ${event}`)}` },
  }
}

/** A payment that is settled with an authorisation. */
export const payment = (payer: string, payTo: string, daysAgo: number, amount = PRICE): Rows => ({
  raw_x402_payments: [
    {
      ...place(daysAgo),
      asset: USDC,
      kind: 'payment',
      payer,
      pay_to: payTo,
      amount: String(amount),
      relayer: wallet('relayer'),
    },
  ],
})

/** A plain transfer between addresses that the index watches. */
export const funding = (from: string, to: string, daysAgo: number, amount = 10_000): Rows => ({
  raw_x402_payments: [
    {
      ...place(daysAgo),
      asset: USDC,
      kind: 'funding',
      payer: from,
      pay_to: to,
      amount: String(amount),
      relayer: null,
    },
  ],
})

/** Differences of a listing from an ordinary one. */
interface Terms {
  chain?: string
  feed?: 'cdp' | 'payai'
  /** Days since the index first saw it. */
  daysOld?: number
  name?: string
}

/** A listing in the Bazaar that asks for payment to an address. */
export function listing(host: string, path: string, payTo: string, terms: Terms = {}): Rows {
  const { chain = CHAIN, feed = 'cdp', daysOld = LISTED_DAYS, name = host } = terms
  const row = {
    ...{
      resource: `https://${host}/${path}`,
      type: 'http',
      method: 'GET',
      x402_version: 2,
      service_name: name,
    },
    ...{ description: `Attack: ${path} of ${host}.`, tags: [], first_seen_on: dateAgo(daysOld) },
    accepts: [{ scheme: 'exact', network: chain, asset: USDC, pay_to: payTo, amount: String(PRICE) }],
  }
  const seen = { ...row, observed_on: dateAgo(daysOld) }
  return { [`raw_x402_bazaar_${feed}`]: [row], [`observed_x402_bazaar_${feed}`]: [seen] }
}

/** A host that serves an agent card with so many skills. */
export const card = (host: string, skills: number): Rows => ({
  raw_endpoint_probes: [
    {
      ...{
        url: `https://${host}/.well-known/agent-card.json`,
        host,
        kind: 'a2a',
        outcome: 'answers',
        status: 200,
      },
      details: {
        card: {
          ...{ name: host, description: `Attack: card of ${host}.`, url: `https://${host}/` },
          skills: Array.from({ length: skills }, (_, id) => ({
            id: String(id),
            name: `skill ${id}`,
            tags: [],
          })),
        },
      },
      ...{ quotes: [], proofs: [] },
    },
  ],
})

/** A host's card as it was first seen, and its agent in the index on each day since. */
export function observedFor(host: string, days: number): Rows {
  const [row] = card(host, 1).raw_endpoint_probes ?? []
  return {
    observed_endpoint_probes: [{ ...row, observed_on: dateAgo(days) }],
    past_liveness: Array.from({ length: days }, (_, index) => ({
      ...{ day: dateAgo(index + 1), handle: host.replaceAll('.', '-'), is_alive: true },
    })),
  }
}

/** An address that answers when it is asked. */
export const answeringHost = (host: string): Rows => ({
  raw_endpoint_probes: [
    {
      ...{
        url: `https://${host}/`,
        host,
        kind: 'web',
        outcome: 'answers',
        status: 200,
        final_url: `https://${host}/`,
      },
      ...{ quotes: [], proofs: [] },
    },
  ],
})

/** A host that asks for payment to an address itself, and has done so since its listing was seen. */
function quote(host: string, path: string, payTo: string, terms: Terms = {}): Rows {
  const { chain = CHAIN, daysOld = LISTED_DAYS } = terms
  const url = `https://${host}/${path}`
  const row = {
    ...{ url, host, kind: 'x402', outcome: 'answers', status: 402, final_url: url, proofs: [] },
    quotes: [{ network: chain, asset: USDC, pay_to: payTo, amount: String(PRICE) }],
  }
  return { raw_endpoint_probes: [row], observed_endpoint_probes: [{ ...row, observed_on: dateAgo(daysOld) }] }
}

/** Rows of a seller at its own host: a listing, and an answer 402 that asks for the same, which costs it nothing. */
export const offer = (host: string, path: string, payTo: string, terms: Terms = {}): Rows =>
  together(listing(host, path, payTo, terms), quote(host, path, payTo, terms))

/** A host that names registrations as its own. */
export const proof = (host: string, agentIds: number[]): Rows => ({
  raw_endpoint_probes: [
    {
      ...{
        url: `https://${host}/.well-known/agent-registration.json`,
        host,
        kind: 'proof',
        outcome: 'answers',
        status: 200,
      },
      ...{
        quotes: [],
        proofs: agentIds.map((id) => ({ agent_id: String(id), registry: `${CHAIN}:${REGISTRY}` })),
      },
    },
  ],
})

/** An ERC-8004 registration with a full file that names a host. */
export const registration = (
  agentId: number,
  host: string,
  name: string,
  daysAgo = 0,
  owner = OWNER_OF_ALL,
): Rows => ({
  raw_erc8004_identity: [
    {
      ...place(daysAgo),
      ...{
        registry: REGISTRY,
        kind: 'registered',
        agent_id: String(agentId),
        account: wallet(owner),
        uri: `https://${host}/agent.json`,
      },
    },
  ],
  raw_erc8004_files: [
    {
      ...{
        chain: CHAIN,
        agent_id: String(agentId),
        uri: `https://${host}/agent.json`,
        scheme: 'https',
        outcome: 'ok',
        name,
      },
      ...{
        description: `Attack: ${name}, with a description of forty letters or more.`,
        active: true,
        x402_support: true,
      },
      services: [{ name: 'web', endpoint: `https://${host}/`, version: null }],
      ...{ registrations: [], supported_trust: ['reputation'], wallets: [], tags: [] },
    },
  ],
})

/** A change of a registration's file URL: an act of its owner, visible to everybody. */
export const updated = (agentId: number, host: string, owner: string, daysAgo = 0): Rows => ({
  raw_erc8004_identity: [
    {
      ...place(daysAgo),
      ...{ registry: REGISTRY, kind: 'uri_updated', agent_id: String(agentId), account: wallet(owner) },
      uri: `https://${host}/agent.json`,
    },
  ],
})

/** Feedback of one client on one agent. */
export const feedback = (agentId: number, client: string): Rows => ({
  raw_erc8004_reputation: [
    {
      ...place(0),
      ...{
        registry: REPUTATION,
        kind: 'feedback',
        agent_id: String(agentId),
        client: wallet(client),
        feedback_index: '1',
      },
      ...{ value: '100', value_decimals: 0, tag1: '', tag2: '', endpoint: '', feedback_uri: '' },
    },
  ],
})

/** A server in the MCP registry with all fields filled in; one that is a day old or more was in its first reading. */
export const server = (name: string, repository: string, packages: string[], daysOld = 0): Rows => ({
  raw_mcp_registry: [
    {
      ...{ name, title: name, description: `Attack: ${name}.`, version: '1.0.0', status: 'active' },
      ...{
        published_at: dayAgo(daysOld),
        updated_at: dayAgo(0),
        repository_url: `https://github.com/${repository}`,
      },
      ...(daysOld > 0 && { first_seen_on: dateAgo(daysOld) }),
      website_url: 'https://attacker.example/',
      packages: packages.map((entry) => ({ registry: entry.split(':')[0], identifier: entry.split(':')[1] })),
      remotes: [
        { type: 'streamable-http', url: `https://${digest(name).slice(0, 12)}.attacker.example/mcp` },
      ],
    },
  ],
})

/** A repository that was pushed to today; if it is more than a month old, the index has seen what it has for as long. */
export function repository(full_name: string, stars: number, forks: number, daysOld = 0): Rows {
  const row = {
    ...{
      repository: full_name,
      full_name,
      is_found: true,
      stars,
      forks,
      open_issues: 0,
      pushed_at: dayAgo(0),
    },
    ...{ is_archived: false, is_fork: false, html_url: `https://github.com/${full_name}` },
    description: 'Attack: an MCP server.',
  }
  const seen = daysOld > NUMBERS.lasting_days ? [{ ...row, observed_on: dateAgo(daysOld) }] : []
  return { raw_github: [row], observed_github: seen }
}

/** Downloads of a week of a package, `npm:name` or `pypi:name`. */
export const downloads = (entry: string, count: number): Rows => {
  const [registry, name] = entry.split(':')
  return registry === 'npm'
    ? { raw_npm_downloads: [{ package: name, is_found: true, downloads: count }] }
    : { raw_pypi_downloads: [{ package: name, is_found: true, last_week: count }] }
}
