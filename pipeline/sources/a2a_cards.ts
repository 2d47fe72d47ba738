import { z } from 'zod'
import { daysBetween } from '../../core/domain/dates.ts'
import { UpstreamDown } from '../../core/domain/errors.ts'
import { BAZAAR_SOURCES, readListings } from '../agents/bazaar_listing.ts'
import { isSharedHost, parseHttpsHost, readServices, selectResources, toSiteName } from '../agents/hosts.ts'
import { toList, toText, toTexts } from '../agents/text.ts'
import { sendsRequest, type VisitedRow, visitAll } from '../agents/visit_all.ts'
import { type GuardedVisits, OUTCOMES, type Visit } from '../http/guarded.ts'
import { defineSource } from '../source/define_source.ts'
import { pick } from '../source/pick.ts'
import { countNewPerDay, isDue } from '../source/schedule.ts'
import { type FetchContext, type KnownRow, type PlanContext, VISITS } from '../source/source.ts'
import { takeTurns } from '../source/turns.ts'

const PATH = '/.well-known/agent-card.json'
/** The path of cards before version 0.3. */
const OLD_PATH = '/.well-known/agent.json'
/** Days between two visits of a host that served a card last time, and of one that did not. */
const EVERY = { ok: 2, failed: 5 }
const MAX_SKILLS = 50
/**
 * Maximum number of hosts a day, each of which may take a visit of either path: none may seem empty for lack of the
 * second.
 */
const MAX_HOSTS = 1_000
/** Maximum number of new ones of one site while others wait. */
const MAX_FRESH_PER_SITE = 10

const text = (max: number) => z.string().max(max).nullable()

/**
 * A2A agent cards of the hosts that registration files and the Bazaar name, with the older path two requests each at
 * most. Of more than a thousand hosts most turns are for those that served a card last time.
 */
export default defineSource({
  name: 'a2a_cards',
  title: 'A2A agent cards published on the hosts of declared services',
  docs: 'https://a2a-protocol.org/latest/specification/',
  license: 'Published by the agents themselves',
  republished: 'figures',
  attribution: 'Published by the agents themselves, at the address that each row names',
  key: ['host'],
  reads: ['erc8004_files', ...BAZAAR_SOURCES],
  budget: 2 * MAX_HOSTS,
  row: z.object({
    host: z
      .string()
      .max(253)
      .regex(/^[a-z0-9.:_[\]-]+$/),
    outcome: z.enum(OUTCOMES),
    status: z.int().nullable(),
    path: z.enum([PATH, OLD_PATH]).nullable(),
    name: text(300),
    description: text(5_000),
    version: text(100),
    protocol_version: text(50),
    url: text(2_000),
    provider: text(300),
    skills: z
      .array(
        z.object({
          id: text(200),
          name: text(300),
          description: text(2_000),
          tags: z.array(z.string().max(100)).max(20),
        }),
      )
      .max(MAX_SKILLS),
  }),
  firstDay: { [VISITS]: 2 * MAX_HOSTS },
  split: { visits: true },
  async plan(context) {
    const { ordered, before } = await selectDue(context)
    const fresh =
      countNewPerDay([...before.values()], context.lastDay) * daysBetween(context.lastDay, context.day)
    const rows = [...ordered.map((host) => before.get(host)), ...Array(Math.round(fresh)).fill(undefined)]
    const visits = rows.slice(0, MAX_HOSTS).map((row) => estimateVisits(row, context))
    return { requests: { [VISITS]: visits.reduce((sum, each) => sum + each, 0) }, isEstimate: true }
  },
  async *fetch({ guarded, known, day, share }) {
    const { ordered } = await selectDue({ known, day })
    const visited = share.visits(ordered.slice(0, MAX_HOSTS), (host) => `https://${host}`)
    const unvisited = yield* visitAll(visited, (host) => readCard(guarded, host))
    const all = share.isWhole ? ordered : visited
    const deferred = unvisited + all.length - visited.length
    return deferred === 0 ? 'changes' : { left_out: `${deferred} of ${all.length} hosts` }
  },
})

/** Returns the hosts that are due, in their order, and the earlier row of each. */
async function selectDue({ known, day }: Pick<FetchContext, 'known' | 'day'>) {
  const before = new Map((await known('a2a_cards')).map((row) => [String(row.host), row]))
  const hosts = listHosts(await known('erc8004_files'), await readListings({ known }))
  const candidates = hosts
    .filter((host) => isTurn(before.get(host), host, day))
    .map((host) => {
      const last = before.get(host)
      const lastRequestedOn = last?.observed_on ?? null
      return {
        item: host,
        name: host,
        owner: toSiteName(host),
        lastRequestedOn,
        existed: last?.outcome === 'ok',
      }
    })
  return { before, ordered: takeTurns(candidates, day, MAX_FRESH_PER_SITE) }
}

/** The number of requests of the last visit; for a new host, the mean of all hosts. */
function estimateVisits(row: KnownRow | undefined, { last }: PlanContext): number {
  if (!sendsRequest(row)) return 0
  if (row !== undefined) return row.outcome === 'not_found' || row.path === OLD_PATH ? 2 : 1
  const hosts = new Set(last.map(({ url }) => new URL(url).host)).size
  return hosts === 0 ? 1 : last.length / hosts
}

function listHosts(files: KnownRow[], listings: KnownRow[]): string[] {
  const services = files.flatMap(readServices).filter(({ kind }) => kind === 'a2a')
  const addresses = [
    ...services.map(({ endpoint }) => endpoint),
    ...selectResources(listings).map(({ url }) => url),
  ]
  const hosts = addresses.flatMap((address) => parseHttpsHost(address) ?? [])
  return [...new Set(hosts)].filter((host) => !isSharedHost(host))
}

const isTurn = (last: KnownRow | undefined, host: string, day: string): boolean =>
  last === undefined || isDue(host, last.observed_on, day, last.outcome === 'ok' ? EVERY.ok : EVERY.failed)

/** Requests the older path too, when there is nothing at the current one. */
async function readCard(guarded: GuardedVisits, host: string): Promise<VisitedRow> {
  const first = await guarded.visit(`https://${host}${PATH}`, { expect: 'json' })
  if (first.outcome !== 'not_found') return { visit: first, row: toRow(host, PATH, first) }
  const second = await guarded.visit(`https://${host}${OLD_PATH}`, { expect: 'json' }).catch(nullIfDown)
  return second?.outcome === 'ok'
    ? { visit: second, row: toRow(host, OLD_PATH, second) }
    : { visit: first, row: toRow(host, PATH, first) }
}

/** Without budget for it the older path counts as empty. */
function nullIfDown(error: unknown): null {
  if (error instanceof UpstreamDown) return null
  throw error
}

/** A card of version 0.3 names its protocol and address itself, one of 1.0 in its first interface. */
function toRow(host: string, path: string, { outcome, status, json }: Visit): Record<string, unknown> {
  const name = toText(pick(json, 'name'), 300)
  const isCard = outcome === 'ok' && name !== null && name.trim() !== ''
  const card = isCard ? json : null
  const first = (field: string) => pick(card, field) ?? pick(card, 'supportedInterfaces', '0', field)
  return {
    host,
    outcome: outcome === 'ok' && !isCard ? 'error' : outcome,
    status,
    path: isCard ? path : null,
    name: isCard ? name : null,
    description: toText(pick(card, 'description'), 5_000),
    version: toText(pick(card, 'version'), 100),
    protocol_version: toText(first('protocolVersion'), 50),
    url: toText(first('url'), 2_000),
    provider: toText(pick(card, 'provider', 'organization'), 300),
    skills: toList(pick(card, 'skills'), MAX_SKILLS).map(toSkill),
  }
}

const toSkill = (skill: unknown) => ({
  id: toText(pick(skill, 'id'), 200),
  name: toText(pick(skill, 'name'), 300),
  description: toText(pick(skill, 'description'), 2_000),
  tags: toTexts(toList(pick(skill, 'tags'), 100), 20, 100),
})
