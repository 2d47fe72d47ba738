import { pick } from '../pick.ts'
import { listOf, textOf, textsOf } from './text.ts'

const MAX_SERVICES = 50
const MAX_REGISTRATIONS = 50
const MAX_WALLETS = 20
const MAX_TAGS = 100
const ENDPOINT_LENGTH = 2_000
const WALLET_FIELDS = [
  ...['agentWallet', 'agent_wallet', 'wallet', 'walletAddress', 'paymentAddress', 'payTo', 'wallets'],
]
const TAG_FIELDS = [
  ...['tags', 'skills', 'domains', 'capabilities', 'oasf_skills', 'oasf_domains', 'keywords'],
  ...['a2aSkills', 'mcpTools', 'mcpPrompts', 'tools', 'prompts'],
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

/** What a registration file says, in whichever of its shapes; null, or nothing, where it has no such thing. */
export function readRegistration(file: unknown) {
  const entries = [...listOf(pick(file, 'services'), MAX_SERVICES), ...endpointsOf(file)]
  const services = entries.slice(0, MAX_SERVICES)
  return {
    name: textOf(pick(file, 'name'), 300),
    description: textOf(pick(file, 'description'), 5_000),
    image: textOf(pick(file, 'image'), ENDPOINT_LENGTH),
    active: flag(pick(file, 'active')),
    x402_support: flag(pick(file, 'x402Support') ?? pick(file, 'x402support')),
    services: services.flatMap(readService),
    registrations: registrationsOf(file),
    supported_trust: textsOf(
      [...listOf(pick(file, 'supportedTrust'), MAX_TAGS), ...listOf(pick(file, 'supportedTrusts'), MAX_TAGS)],
      20,
      100,
    ),
    wallets: walletsOf(file, services),
    tags: textsOf([file, ...services].flatMap(tagsOf), MAX_TAGS, 100),
  }
}

/** The registrations that a file claims: `agentId` and `agentRegistry` in the standard, with variants in the wild. */
export const registrationsOf = (file: unknown): ClaimedRegistration[] =>
  listOf(pick(file, 'registrations'), MAX_REGISTRATIONS).flatMap((entry) => {
    const id = pick(entry, 'agentId')
    const agent_id = Number.isSafeInteger(id) ? String(id) : textOf(id, 100)
    const registry = textOf(pick(entry, 'agentRegistry') ?? pick(entry, 'registry'), 200)
    return agent_id === null && registry === null ? [] : [{ agent_id, registry }]
  })

const flag = (value: unknown): boolean | null => (typeof value === 'boolean' ? value : null)

/** The older name of `services`: a list, or addresses by name. */
function endpointsOf(file: unknown): unknown[] {
  const endpoints = pick(file, 'endpoints')
  if (Array.isArray(endpoints)) return listOf(endpoints, MAX_SERVICES)
  return typeof endpoints === 'object' && endpoints !== null
    ? Object.entries(endpoints)
        .slice(0, MAX_SERVICES)
        .map(([name, endpoint]) => ({ name, endpoint }))
    : []
}

function readService(entry: unknown): DeclaredService[] {
  const address = pick(entry, 'endpoint') ?? pick(entry, 'url') ?? pick(entry, 'serviceEndpoint') ?? entry
  const name = textOf(pick(entry, 'name') ?? pick(entry, 'type'), 100)
  const endpoint = textOf(address, ENDPOINT_LENGTH)
  const version = textOf(pick(entry, 'version'), 50)
  return name === null && endpoint === null ? [] : [{ name, endpoint, version }]
}

/** Addresses to be paid at, in whatever form: fields of the file, and services that are named for a wallet. */
function walletsOf(file: unknown, services: unknown[]): string[] {
  const named = services.filter((entry) => /wallet/i.test(String(textOf(pick(entry, 'name'), 100))))
  const values = [
    ...WALLET_FIELDS.map((field) => pick(file, field)),
    ...named.map((entry) => pick(entry, 'endpoint') ?? pick(entry, 'address')),
  ]
  return textsOf(values.flatMap(textsIn), MAX_WALLETS, 200)
}

/** The texts inside a value that look like an account, down to two levels: `{ x402: { base: '0x…' } }` occurs. */
function textsIn(value: unknown): string[] {
  const inside = (one: unknown) => (typeof one === 'object' && one !== null ? Object.values(one) : [one])
  return inside(value)
    .slice(0, MAX_WALLETS)
    .flatMap(inside)
    .filter((one) => typeof one === 'string' && /^\S{20,200}$/.test(one)) as string[]
}

/** What a file or one of its services says it can do: lists of texts or of things with a name, or lists by name. */
function tagsOf(of: unknown): unknown[] {
  return TAG_FIELDS.flatMap((field) => {
    const value = pick(of, field)
    return Array.isArray(value) ? listOf(value, MAX_TAGS) : listOf(pick(value, 'skills'), MAX_TAGS)
  })
}
