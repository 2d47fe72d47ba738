import { pick } from '../source/pick.ts'
import type { DroppedField } from '../source/source.ts'
import { findValue, toEntries, toEntryList, toFlag, toIdText, toPlainText } from './file_values.ts'
import { toList, toText, toTexts } from './text.ts'

const MAX_SERVICES = 50
const MAX_REGISTRATIONS = 50
const MAX_WALLETS = 20
const MAX_TAGS = 100
const MAX_ENDPOINT = 2_000
const WALLET_FIELDS = [
  ...['agentWallet', 'agent_wallet', 'wallet', 'walletAddress', 'wallet_address', 'paymentAddress', 'payTo'],
  ...['pay_to', 'wallets'],
]
const TAG_FIELDS = [
  ...['tags', 'skills', 'domains', 'capabilities', 'oasf_skills', 'oasf_domains', 'keywords'],
  ...['a2aSkills', 'a2a_skills', 'mcpTools', 'mcp_tools', 'mcpPrompts', 'mcp_prompts', 'tools', 'prompts'],
]
/** Field names of each column, those of the standard first. */
const FIELDS = {
  name: ['name'],
  description: ['description'],
  image: ['image'],
  active: ['active', 'isActive', 'is_active'],
  x402_support: ['x402Support', 'x402support', 'x402_support', 'x402'],
  services: ['services', 'endpoints'],
  registrations: ['registrations', 'registration'],
  supported_trust: ['supportedTrust', 'supportedTrusts', 'supported_trust', 'supported_trusts'],
  wallets: WALLET_FIELDS,
  tags: TAG_FIELDS,
} as const
const ENDPOINT_FIELDS = [
  'endpoint',
  'url',
  'uri',
  'serviceEndpoint',
  'service_endpoint',
  'endpointUrl',
  'endpoint_url',
]

/** A service that a file declares, as it was written. */
interface DeclaredService {
  name: string | null
  endpoint: string | null
  version: string | null
}

/** An ERC-8004 registration that a file claims for itself, as it was written. */
export interface ClaimedRegistration {
  agent_id: string | null
  registry: string | null
}

/** Reads a registration file of any known shape; missing fields are null or empty. */
export function readRegistration(file: unknown) {
  const entries = FIELDS.services.flatMap((name) => toEntries(pick(file, name), MAX_SERVICES, isService))
  const services = entries.slice(0, MAX_SERVICES)
  const trusts = FIELDS.supported_trust.flatMap((name) => toEntryList(pick(file, name), MAX_TAGS))
  return {
    name: toPlainText(findValue(file, FIELDS.name), 300),
    description: toPlainText(findValue(file, FIELDS.description), 5_000),
    image: toText(findAddress(findValue(file, FIELDS.image)), MAX_ENDPOINT),
    active: toFlag(findValue(file, FIELDS.active)),
    x402_support: toFlag(findValue(file, FIELDS.x402_support)),
    services: services.flatMap(readService),
    registrations: readClaims(file),
    supported_trust: toTexts(trusts, 20, 100),
    wallets: readWallets(file, services),
    tags: toTexts([file, ...services].flatMap(readTags), MAX_TAGS, 100),
  }
}

/** Returns the fields of a file that have a value but could not be read. */
export function findUnreadFields(file: unknown, read: Record<string, unknown>): DroppedField[] {
  return Object.entries(FIELDS).flatMap(([column, names]) => {
    const value = read[column]
    const isEmpty = value === null || (Array.isArray(value) && value.length === 0)
    const hasValue = names.some((name) => !isEmptyValue(pick(file, name)))
    return isEmpty && hasValue ? [{ field: column, reason: 'of a form that is not read' }] : []
  })
}

/** The registrations that a file claims: `agentId` and `agentRegistry` in the standard, with variants in the wild. */
export const readClaims = (file: unknown): ClaimedRegistration[] =>
  toEntryList(findValue(file, FIELDS.registrations), MAX_REGISTRATIONS).flatMap((entry) => {
    const agent_id = toIdText(findValue(entry, ['agentId', 'agent_id', 'agentID']), 100)
    const registry = toText(findValue(entry, ['agentRegistry', 'agent_registry', 'registry']), 200)
    return agent_id === null && registry === null ? [] : [{ agent_id, registry }]
  })

const isEmptyValue = (value: unknown): boolean =>
  value === null || value === '' || (typeof value === 'object' && Object.keys(value).length === 0)

/** True for a single service, which has an address and a name; false for a map of services by name. */
const isService = (value: unknown): boolean =>
  typeof findValue(value, ENDPOINT_FIELDS) === 'string' &&
  typeof findValue(value, ['name', 'type']) === 'string'

/** The address in an entry that is one, or has one, or a list of them. */
function findAddress(entry: unknown): unknown {
  const [first] = toEntryList(entry, 1)
  const inside = findValue(first, ENDPOINT_FIELDS)
  return inside === null ? first : toEntryList(inside, 1)[0]
}

function readService(entry: unknown): DeclaredService[] {
  const name = toPlainText(findValue(entry, ['name', 'type']), 100)
  const endpoint = toText(findAddress(findAddress(entry)), MAX_ENDPOINT)
  const version = toPlainText(pick(entry, 'version'), 50)
  return name === null && endpoint === null ? [] : [{ name, endpoint, version }]
}

/** Reads payment addresses in any form: fields of the file, and services named for a wallet. */
function readWallets(file: unknown, services: unknown[]): string[] {
  const named = services.filter((entry) => /wallet/i.test(String(toText(pick(entry, 'name'), 100))))
  const values = [
    ...WALLET_FIELDS.map((field) => pick(file, field)),
    ...named.map((entry) => pick(entry, 'endpoint') ?? pick(entry, 'address')),
  ]
  return toTexts(values.flatMap(findAccounts), MAX_WALLETS, 200)
}

/** The texts inside a value that look like an account, down to two levels: `{ x402: { base: '0x…' } }` occurs. */
function findAccounts(value: unknown): string[] {
  const inside = (item: unknown) => (typeof item === 'object' && item !== null ? Object.values(item) : [item])
  return inside(value)
    .slice(0, MAX_WALLETS)
    .flatMap(inside)
    .filter((item) => typeof item === 'string' && /^\S{20,200}$/.test(item)) as string[]
}

/** Reads capabilities of a file or a service: lists of texts or of named objects, lists by name, or words. */
function readTags(of: unknown): unknown[] {
  return TAG_FIELDS.flatMap((field) => {
    const value = pick(of, field)
    if (typeof value === 'string') return value.slice(0, MAX_ENDPOINT).split(',')
    return Array.isArray(value) ? toList(value, MAX_TAGS) : toList(pick(value, 'skills'), MAX_TAGS)
  })
}
