import type { Catalog } from '../../pipeline/catalog/catalog.ts'
import { textAt } from '../kit/json.ts'
import { type Claims, creditedRepository, parseGithub, provenDomain } from './claims.ts'
import type { InputRow } from './published.ts'
import type { Readings } from './readings.ts'
import type { World } from './world.ts'

/** Of docs/scores/trust.md. */
const MIN_STARS = 2_000

const recordAccount = (record: string): string =>
  /^mcp_registry:io\.github\.([^/]+)\//i.exec(record)?.[1]?.toLowerCase() ?? ''

const bare = (host: string): string => host.replace(/^(?:www|api|mcp|x402)\./, '')

/** The vouched agents, computed from recorded data. */
export function vouchedAgents(
  readings: Readings,
  catalog: Catalog,
  world: World,
  { present }: Claims,
  inputs: InputRow[],
): Set<string> {
  const there = [...world.handleByRecord].filter(([record]) => present.has(record))
  const known = catalogued(there, readings, catalog)
  const isOwn = ({ handle, item }: InputRow): boolean =>
    there.some(
      ([record, agent]) => agent === handle && recordAccount(record) === item.split('/')[0]?.toLowerCase(),
    )
  const starred = inputs
    .filter(({ key, value }) => key === 'github_stars_lasting' && (value ?? 0) >= MIN_STARS)
    .filter(isOwn)
  return new Set([...known, ...starred.map(({ handle }) => handle)])
}

/** Agents in the catalogue, or whose account or domain is that of an organisation in it. */
function catalogued(there: [string, string][], readings: Readings, { developers }: Catalog): Set<string> {
  const { probes, servers } = readings
  const isOfOthers = (name: string): boolean => {
    const server = servers.get(name)
    const named = parseGithub(textAt(server?.item, 'server', 'repository', 'url'))
    return (
      server !== undefined &&
      named !== null &&
      creditedRepository(name, server, readings, developers) === null
    )
  }
  const accounts = new Set(developers.flatMap(({ github }) => github.map((text) => text.toLowerCase())))
  const domains = new Set(developers.map(({ website }) => new URL(website).hostname.replace(/^www\./, '')))
  const asking = new Set(probes.filter(({ quotes }) => quotes.length > 0).map(({ host }) => host))
  const isKnown = (record: string): boolean => {
    const [source, key] = [record.slice(0, record.indexOf(':')), record.slice(record.indexOf(':') + 1)]
    if (source === 'catalog') return true
    if (source === 'mcp_registry')
      return (
        !isOfOthers(key) &&
        (accounts.has(recordAccount(record)) || domains.has(bare(provenDomain(key) ?? '')))
      )
    return (source === 'a2a_cards' || (source === 'x402_bazaar' && asking.has(key))) && domains.has(bare(key))
  }
  return new Set(there.filter(([record]) => isKnown(record)).map(([, handle]) => handle))
}
