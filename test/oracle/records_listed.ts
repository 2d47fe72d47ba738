import type { Catalog } from '../../pipeline/catalog/catalog.ts'
import { textAt } from '../kit/json.ts'
import { creditedRepository, isPresent, parseGithub } from './claims.ts'
import { OFFICIAL } from './readers/mcp_registry.ts'
import type { Reading } from './readers/reading.ts'
import type { Readings } from './readings.ts'
import type { RecordData, RecordReader } from './records.ts'
import { isTemplate } from './templates.ts'
import { listedAgain } from './tokens_again.ts'

/** Returns the registry's data on a server, by its name. */
export const serverRecord =
  (readings: Readings): RecordReader =>
  (name) => {
    const server = readings.servers.get(name)
    if (server === undefined) return null
    const { item } = server
    const repository = parseGithub(usable(textAt(item, 'server', 'repository', 'url'), 2_000))
    return {
      category: 'mcp_server',
      source: 'mcp_registry',
      key: name,
      name: usable(textAt(item, 'server', 'title'), 1_000) ?? name,
      description: usable(textAt(item, 'server', 'description'), 5_000),
      website: addressOrNull(usable(textAt(item, 'server', 'websiteUrl'), 2_000)),
      repository: repository && `https://github.com/${repository.name}`,
      url: `https://registry.modelcontextprotocol.io/v0.1/servers/${encodeURIComponent(name)}/versions/latest`,
      server,
      isSignedIn:
        name.toLowerCase().startsWith('io.github.') && creditedRepository(name, server, readings) !== null,
      departed: isPresent(server) ? null : departure(server),
    }
  }

/** A text as its field takes it: one that is too long, or has half a character, is dropped whole. */
const usable = (text: string | null, most: number): string | null =>
  text !== null && text.length <= most && text.isWellFormed() ? text : null

const addressOrNull = (address: string | null): string | null =>
  address !== null && isTemplate(address) ? null : address

/** The publisher's own act counts, on the date that the registry gives for it; else the listing without the server. */
function departure({ item, goneOn, response }: Reading): { on: string; reason: string } {
  const status = textAt(item, ...OFFICIAL, 'status')
  if (status === 'active') return { on: goneOn ?? '', reason: 'no longer listed in the MCP registry' }
  const time = textAt(item, ...OFFICIAL, 'statusChangedAt') ?? textAt(item, ...OFFICIAL, 'updatedAt')
  const on = time === null ? response.date : new Date(time).toISOString().slice(0, 10)
  return { on, reason: `${status} by its publisher in the MCP registry` }
}

/** Returns CoinGecko's data on a token, by its id. */
export const tokenRecord = ({ tokens }: Readings): RecordReader => {
  const again = listedAgain(tokens.listed)
  return (id) => {
    const token = tokens.listed.get(id)
    if (token === undefined) return null
    const reason = 'no longer listed among AI agent tokens on CoinGecko'
    const other = again.get(id)
    const repeated =
      other === undefined ? null : { on: token.firstOn, reason: `the same coin as ${other}, listed again` }
    return {
      category: 'tokenized',
      source: 'coingecko_ai_agents',
      key: id,
      name: textAt(token.item, 'name') ?? id,
      url: `https://www.coingecko.com/en/coins/${encodeURIComponent(id)}`,
      departed: token.goneOn === null ? repeated : { on: token.goneOn, reason },
    }
  }
}

/** Returns the catalogue's data on `family/ID` or `developer/ID`. */
export function catalogRecord(key: string, { families, developers }: Catalog): RecordData | null {
  const isFamily = key.startsWith('family/')
  const id = key.slice(key.indexOf('/') + 1)
  const family = isFamily ? families.find((family) => family.id === id) : undefined
  const developer = isFamily ? undefined : developers.find((developer) => developer.id === id)
  const entry = family ?? developer
  if (entry === undefined) return null
  return {
    category: isFamily ? 'model_family' : 'developer',
    source: 'catalog',
    key: id,
    name: entry.name,
    description: family ? `Model family by ${family.provider}.` : null,
    website: developer?.website ?? null,
    url: entry.source_urls[0] ?? '',
  }
}
