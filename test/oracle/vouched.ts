import type { Catalog } from '../../pipeline/catalog/catalog.ts'
import { textAt } from '../kit/json.ts'
import { type Claims, creditedRepository, parseGithub, provenDomain } from './claims.ts'
import { accountOn } from './credit.ts'
import { independentPayers, type Payer } from './demand.ts'
import type { InputRow } from './published.ts'
import type { Readings } from './readings.ts'
import { DAY, formatDate } from './wash.ts'
import type { World } from './world.ts'

/** The numbers of docs/scores/trust.md. */
const MIN_STARS = 2_000
const MIN_SPENT = 100
const MIN_PAYERS = 1_000
const WINDOW_DAYS = 30

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
  day: string,
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
  return new Set([
    ...known,
    ...starred.map(({ handle }) => handle),
    ...withKnownCustomers(readings, world, known, day),
  ])
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

/** Whose customers spent enough with others that the catalogue vouches for; each counts for a dollar at most. */
function withKnownCustomers(readings: Readings, world: World, known: Set<string>, day: string): string[] {
  const since = formatDate(Date.parse(day) - (WINDOW_DAYS - 1) * DAY)
  const payers = independentPayers(readings, world, day)
  const recent = readings.moved.payments.filter(({ time }) => formatDate(time) >= since)
  const paidBy = Map.groupBy(recent, ({ chain, from }) => accountOn(chain, from))
  const spentWith = ({ chain, payer }: Payer, seller: string): number =>
    (paidBy.get(accountOn(chain, payer)) ?? [])
      .filter(({ to }) => world.credited.get(accountOn(chain, to))?.includes(seller))
      .reduce((total, { amount }) => total + Number(amount) / 1e6, 0)
  const sellers = [...payers].filter(([handle]) => known.has(handle))
  const isOwn = ownWallets(readings, world)
  return [...payers].flatMap(([handle, customers]) => {
    const others = sellers.filter(([seller]) => seller !== handle)
    const own = customers.filter(({ latest }) => isOwn(handle, latest.to))
    const spent = [...new Set(own.map(({ payer }) => payer))].map((payer) =>
      others
        .flatMap(([seller, theirs]) =>
          theirs.filter((transfer) => transfer.payer === payer).map((payer) => spentWith(payer, seller)),
        )
        .reduce((total, number) => total + number, 0),
    )
    return spent.reduce((total, number) => total + Math.min(1, number), 0) >= MIN_SPENT ? [handle] : []
  })
}

/** True if a wallet is an agent's own: its own host requests payment to it, or the wallet signed for the agent. */
function ownWallets({ probes }: Readings, { handleByRecord, signed }: World) {
  const quoted = new Set(
    probes.flatMap(({ host, quotes }) =>
      ['x402_bazaar:', 'a2a_cards:'].flatMap((source) =>
        quotes.map(({ payTo }) => `${handleByRecord.get(`${source}${host}`) ?? ''} ${payTo}`),
      ),
    ),
  )
  return (handle: string, wallet: string): boolean =>
    quoted.has(`${handle} ${wallet}`) || (signed.get(wallet)?.has(handle) ?? false)
}

/** The agents that at least a thousand independent wallets paid. */
export function paidAgents(readings: Readings, world: World, day: string): Set<string> {
  const paid = [...independentPayers(readings, world, day)].filter(
    ([, payers]) => payers.filter(({ isCounted }) => isCounted).length >= MIN_PAYERS,
  )
  return new Set(paid.map(([handle]) => handle))
}
