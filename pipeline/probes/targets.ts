import { isRouteTemplate } from '../../core/domain/route_template.ts'
import { isSharedHost, parseHttpsHost, readServices } from '../agents/hosts.ts'
import { toEntries } from '../agents/text.ts'
import { pick } from '../source/pick.ts'
import { type KnownRow, PROVENANCE_COLUMNS, type Provenance, toProvenance } from '../source/source.ts'
import type { NotProbedReason } from './outcome.ts'
import { findPlatform } from './platform.ts'
import type { ProbeTarget, ProtocolKind } from './protocol.ts'
import { sortByText } from './sort_by_text.ts'

/** The kind of an address that is declared as several: the first of these. */
const PRECEDENCE: readonly ProtocolKind[] = ['mcp', 'x402', 'a2a', 'oasf', 'web', 'other', 'proof']
const REMOTE_TYPES = new Set(['streamable-http', 'streamable', 'http', 'sse'])
const CARD_PATH = '/.well-known/agent-card.json'
const PROOF_PATH = '/.well-known/agent-registration.json'
const MAX_URL = 2_000
// Schemes that a browser or a fetch would open. The guard refuses all but https, and that is the result.
const OPENED = /^(https?|file|ftp|javascript|data):/i
const SERVICE_KINDS = [
  ['mcp', /mcp/],
  ['a2a', /a2a/],
  ['oasf', /oasf/],
  ['web', /^(web|website|https?|homepage)$/],
] as const

/** Known rows of the sources whose records declare addresses. */
export interface DeclaringRows {
  mcp_registry: KnownRow[]
  erc8004_files: KnownRow[]
  /** Of all feeds. */
  bazaar: KnownRow[]
}

/** The columns of registration files that are read here. */
export const FILE_COLUMNS = [
  ...['chain', 'agent_id', 'services', 'first_seen_on', 'observed_on', 'gone_since'],
  ...PROVENANCE_COLUMNS,
]

/** An address that some record declares. */
export interface DeclaredAddress extends ProbeTarget {
  /** Host name, without a port. */
  host: string
  platform: string
  /** The date on which it was first seen declared. */
  since: string
  /**
   * The records that declare it, the earliest first: `server:NAME` of the registry, `agent:CHAIN/ID` of ERC-8004,
   * `wallet:ADDRESS` that a listing names to be paid, `host:NAME` of a card or a proof.
   */
  declarers: string[]
  /** The response in which the earliest of these declares it. */
  from: Provenance
}

/** An address that is never requested, and the reason. */
interface UnprobedAddress extends DeclaredAddress {
  reason: Extract<NotProbedReason, 'template' | 'platform'>
}

/** All declared addresses. */
export interface DeclaredAddresses {
  targets: DeclaredAddress[]
  unprobed: UnprobedAddress[]
}

/** One record's word for an address. */
interface Declaration {
  url: string
  isTemplate: boolean
  kind: ProtocolKind
  method: string | null
  since: string
  declarers: string[]
  from: Provenance
}

/**
 * Returns every address that a record declares, each once, sorted: remotes of the MCP registry, services of ERC-8004
 * files, resources of the Bazaar, the A2A card that each host of a resource or of an A2A service
 * may have, and the proof of registration on each host that a file names. Route templates, and hosts on which anybody
 * has a page, are apart. What no client could open is omitted.
 */
export function listAddresses(rows: DeclaringRows): DeclaredAddresses {
  const byUrl = Map.groupBy(listDeclarations(rows), ({ url }) => url)
  const targets: DeclaredAddress[] = []
  const unprobed: UnprobedAddress[] = []
  for (const declarations of byUrl.values()) {
    const address = toAddress(declarations)
    const isTemplate = declarations.some((declaration) => declaration.isTemplate)
    const reason = isTemplate ? 'template' : isSharedHost(address.host) ? 'platform' : null
    if (reason === null) targets.push(address)
    else unprobed.push({ ...address, reason })
  }
  return { targets: sortByText(targets, getUrl), unprobed: sortByText(unprobed, getUrl) }
}

const getUrl = ({ url }: DeclaredAddress): string => url

function toAddress(declarations: Declaration[]): DeclaredAddress {
  const ordered = declarations.toSorted((a, b) => (a.since < b.since ? -1 : a.since > b.since ? 1 : 0))
  const [first] = ordered
  if (first === undefined) throw new Error('no record declares the address')
  const { url, since, from } = first
  const methods = ordered.flatMap(({ method }) => method ?? []).sort()
  // Many a template has no host that can be parsed.
  const hostname = URL.parse(url)?.hostname ?? ''
  return {
    url,
    kind: PRECEDENCE.find((kind) => ordered.some((declaration) => declaration.kind === kind)) ?? 'other',
    // GET where any record says so: it sends the least.
    method: methods.includes('GET') ? 'GET' : (methods[0] ?? null),
    host: hostname,
    platform: findPlatform(hostname),
    since,
    from,
    declarers: [...new Set(ordered.flatMap(({ declarers }) => declarers))],
  }
}

function* listDeclarations(rows: DeclaringRows): Generator<Declaration> {
  for (const server of rows.mcp_registry) if (isListed(server)) yield* listRemotes(server)
  for (const listing of rows.bazaar) if (isListed(listing)) yield* toResource(listing)
  for (const file of rows.erc8004_files) if (isListed(file)) yield* listServices(file)
}

const isListed = ({ gone_since, status }: KnownRow): boolean => !gone_since && status !== 'deleted'

/**
 * Returns the declaration of an address in the form of the URL parser, of a route template as it is written; none where
 * no client could open it.
 */
function declare(
  address: unknown,
  kind: ProtocolKind,
  row: KnownRow,
  declarers: string[],
  method: string | null = null,
): Declaration[] {
  const text = typeof address === 'string' ? address.trim() : ''
  if (!OPENED.test(text)) return []
  const isTemplate = isRouteTemplate(text)
  const url = isTemplate ? text : parseAddress(text)
  if (url === null || url.length > MAX_URL) return []
  const since = String(row.first_seen_on ?? row.observed_on)
  return [{ url, isTemplate, kind, method, since, declarers, from: toProvenance(row) }]
}

function parseAddress(text: string): string | null {
  const url = URL.parse(text)
  // A fragment is never sent.
  if (url !== null) url.hash = ''
  return url?.href ?? null
}

const listRemotes = (server: KnownRow): Declaration[] =>
  toEntries(server.remotes)
    .filter((remote) => REMOTE_TYPES.has(String(pick(remote, 'type'))))
    .flatMap((remote) => declare(pick(remote, 'url'), 'mcp', server, [`server:${server.name}`]))

function toResource(listing: KnownRow): Declaration[] {
  const payees = toEntries(listing.accepts).map((offer) => pick(offer, 'pay_to'))
  const wallets = payees.filter((payee) => typeof payee === 'string').map(toWallet)
  const method = typeof listing.method === 'string' ? listing.method.toUpperCase() : null
  const kind = listing.type === 'mcp' ? 'mcp' : 'x402'
  return [
    ...declare(listing.resource, kind, listing, [...new Set(wallets)].sort(), method),
    ...declareOnHosts([listing.resource], CARD_PATH, 'a2a', listing),
  ]
}

/** Returns the address that each of these hosts may have at a usual path. */
function declareOnHosts(
  addresses: unknown[],
  path: string,
  kind: ProtocolKind,
  row: KnownRow,
): Declaration[] {
  const hosts = new Set(addresses.flatMap((address) => parseHttpsHost(address) ?? []))
  return [...hosts]
    .filter((host) => !isSharedHost(host))
    .flatMap((host) => declare(`https://${host}${path}`, kind, row, [`host:${host}`]))
}

/** Addresses of EVM chains differ in case alone where they have a checksum. */
const toWallet = (wallet: string): string =>
  `wallet:${/^0x[0-9a-f]{40}$/i.test(wallet) ? wallet.toLowerCase() : wallet}`

function listServices(file: KnownRow): Declaration[] {
  const services = readServices(file)
  const declarers = [`agent:${file.chain}/${file.agent_id}`]
  const all = services.map(({ endpoint }) => endpoint)
  const ofA2a = services.flatMap(({ kind, endpoint }) => (toServiceKind(kind) === 'a2a' ? [endpoint] : []))
  return [
    ...services.flatMap(({ kind, endpoint }) => declare(endpoint, toServiceKind(kind), file, declarers)),
    ...declareOnHosts(ofA2a, CARD_PATH, 'a2a', file),
    ...declareOnHosts(all, PROOF_PATH, 'proof', file),
  ]
}

const toServiceKind = (name: string): ProtocolKind =>
  SERVICE_KINDS.find(([, pattern]) => pattern.test(name))?.[0] ?? 'other'
