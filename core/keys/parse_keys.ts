import { readAddress } from './address.ts'
import { readErc8004, readWallet } from './chain_keys.ts'
import { type AgentKey, decodePercent, type KeyReadings, MAX_KEY } from './key.ts'
import { readPackage } from './packages.ts'
import { readRepository } from './repositories.ts'

/** Kinds of identity keys and of records, as answers and tables write them, and how the rest after the colon is read. */
const PREFIXES: Readonly<Record<string, (rest: string) => AgentKey[]>> = {
  ...byKind(['mcp', 'mcp_registry'], (rest) => readRegistryName(rest)),
  ...byKind(['erc8004', 'erc8004_identity'], (rest) => readErc8004(rest)),
  ...byKind(['endpoint', 'origin', 'domain', 'x402_bazaar', 'a2a_cards'], (rest) => readAddress(rest)),
  ...byKind(['wallet'], (rest) => readWallet(rest.replace(/\/(?=[^/]*$)/, ':'))),
  ...byKind(['repository', 'github'], (rest) => readRepository(rest)),
  ...byKind(['account'], (rest) => [{ kind: 'account', value: rest.toLowerCase() }]),
  ...byKind(['token', 'coingecko_ai_agents'], (rest) => readToken(rest.replace(/^coingecko\//, ''))),
  ...byKind(['coingecko'], (rest) => readToken(rest)),
  ...byKind(['family', 'developer', 'organization', 'owned'], (rest, name) => [
    { kind: 'record', value: `${name}:${rest.toLowerCase()}` },
  ]),
  ...byKind(['catalog'], (rest) => [{ kind: 'record', value: rest.toLowerCase().replace('/', ':') }]),
}

function byKind(
  names: readonly string[],
  read: (rest: string, name: string) => AgentKey[],
): Record<string, (rest: string) => AgentKey[]> {
  return Object.fromEntries(names.map((name) => [name, (rest: string) => read(rest, name)]))
}

const REGISTRY_PAGE = /^(?:https?:\/\/)?registry\.modelcontextprotocol\.io\/v[\w.]+\/servers\/([^/?#]+)/i
const TOKEN_PAGE = /^(?:https?:\/\/)?(?:www\.)?coingecko\.com\/(?:[a-z-]{2,5}\/)?coins\/([\w.-]+)/i
/** A name of the MCP registry: a domain in reverse, and a name. */
const REGISTRY_NAME = /^[a-z0-9-]+(?:\.[a-z0-9-]+)+\/[\w.-]+$/i
const WRAPPED = /^<(.*)>$/s
const AROUND = /^[\s"'`(]+|[\s"'`),;]+$/g

/** Returns the keys that a text may be; none for plain words, and for a handle alone. */
export function parseKeys(given: string): KeyReadings {
  const text = given.replace(AROUND, '').replace(WRAPPED, '$1')
  if (text === '' || text.length > MAX_KEY) return { keys: [], isClear: false }
  const sure = readSure(text)
  if (sure.length > 0) return { keys: sure, isClear: true }
  const isUrl = /^[a-z][a-z0-9+.-]*:\/\//i.test(text)
  const repositories = readRepository(text)
  // An account of a host of repositories has the form of a registry's name.
  const names = repositories[0]?.kind === 'account' ? [] : readRegistryName(text)
  const keys = [...names, ...repositories, ...(/\s/.test(text) ? [] : readAddress(text))]
  return { keys, isClear: isUrl && keys.length > 0 }
}

/** Returns the keys of a text that says itself of which kind it is. */
function readSure(text: string): AgentKey[] {
  const prefixed = /^([a-z]\w*):(?!\/\/)(\S+)$/i.exec(text)
  const read = PREFIXES[prefixed?.[1]?.toLowerCase() ?? '']
  const keys = read?.(prefixed?.[2] ?? '') ?? []
  if (keys.length > 0) return keys
  const page = REGISTRY_PAGE.exec(text)?.[1]
  if (page !== undefined) return readRegistryName(decodePercent(page))
  const token = TOKEN_PAGE.exec(text)?.[1]
  if (token !== undefined) return readToken(token)
  return (
    [readErc8004, readWallet, readPackage].map((reader) => reader(text)).find((found) => found.length > 0) ??
    []
  )
}

const readRegistryName = (text: string): AgentKey[] =>
  REGISTRY_NAME.test(text) ? [{ kind: 'registry_name', value: text.toLowerCase() }] : []

const readToken = (id: string): AgentKey[] => [
  { kind: 'record', value: `token:coingecko/${id.toLowerCase()}` },
]
