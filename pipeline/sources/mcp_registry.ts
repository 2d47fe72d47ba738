import { z } from 'zod'
import { daysBefore, daysBetween } from '../../core/domain/dates.ts'
import { UpstreamChanged, UpstreamDown } from '../../core/domain/errors.ts'
import { thousands } from '../../core/pages/numbers.ts'
import { isNewest, toServer } from '../agents/mcp_server.ts'
import { MCP_SETTINGS } from '../agents/mcp_settings.ts'
import type { Http } from '../http/http.ts'
import { defineSource } from '../source/define_source.ts'
import { isDue } from '../source/schedule.ts'
import type {
  DeferredPart,
  FetchContext,
  KnownRow,
  Observation,
  PlanContext,
  Provenance,
} from '../source/source.ts'

const HOST = 'registry.modelcontextprotocol.io'
const SERVERS = `https://${HOST}/v0.1/servers`
const PER_PAGE = 100
/** Number of pages of a complete list, by data set. */
const PAGES = { live: 350, replay: 9, sample: 2 }
const MAX_PAGES = 2000
/** Timeout of a page: more than twice the 20 s of the registry's slowest ones. */
const PAGE_MS = 45_000
/** Statuses with which the registry rejects a cursor. */
const REFUSED = [400, 404, 422]
/** Maximum number of servers that are looked up one by one in a run; above it the complete list is read. */
const MAX_LOOKUPS = 100

const Page = z.looseObject({
  servers: z.array(z.unknown()),
  metadata: z.looseObject({ nextCursor: z.string().nullish() }).nullish(),
})

const time = z.iso.datetime({ offset: true })
const address = z.string().max(2000)

/** A listing, read from the page with this cursor on ('': from the start). */
interface Listing {
  /** Only changes since the start of this date; null: the complete list. */
  since: string | null
  cursor: string
  /** Only servers with this in their name. */
  search?: string
}

/** A listing whose rest is unread. Changes since the date `begun` to the part that was read are unread too. */
const Unfinished = z.object({
  since: z.iso.date().nullable(),
  cursor: z.string(),
  begun: z.iso.date(),
})
type Unfinished = z.infer<typeof Unfinished>

/** The page at which reading stopped, and the reason. */
interface Stop {
  cursor: string
  failure: UpstreamDown
}

/** The servers read so far. */
interface Servers {
  /** The newest version of each, by name; servers without a name are kept for quarantine. */
  newest: Map<unknown, Observation>
  /** Changed versions that are not the newest, by name of the server. */
  older: Map<string, Observation[]>
}

/**
 * The MCP registry: changes since the last fetch, and the complete list once in four weeks. The next run continues an
 * unfinished one. Some 350 pages, of which one in twenty takes up to 20 s: about seven minutes.
 */
export default defineSource({
  name: 'mcp_registry',
  title: 'MCP servers in the official MCP registry, as listed by their publishers',
  docs: 'https://registry.modelcontextprotocol.io/docs',
  license: 'MIT (registry); descriptions belong to their publishers',
  republished: 'figures',
  attribution: 'MCP registry (https://registry.modelcontextprotocol.io); texts belong to their publishers',
  key: ['name'],
  budget: 1000,
  minutes: 15,
  probe: { filled: ['description', 'version', 'status', 'published_at', 'updated_at', 'repository_url'] },
  row: z.object({
    name: z
      .string()
      .max(200)
      .regex(/^[\w.-]+\/[\w.-]+$/),
    title: z.string().max(1000).nullable(),
    description: z.string().max(5000).nullable(),
    version: z.string().max(255).nullable(),
    /** Null where it is unknown: the server is listed, and nothing says that it departed. */
    status: z.enum(['active', 'deprecated', 'deleted']).nullable(),
    status_message: z.string().max(5000).nullable(),
    status_changed_at: time.nullable(),
    published_at: time.nullable(),
    updated_at: time.nullable(),
    repository_url: address.nullable(),
    repository_source: z.string().max(100).nullable(),
    repository_subfolder: z.string().max(1000).nullable(),
    website_url: address.nullable(),
    packages: z
      .array(
        z.object({
          registry: z.string().max(100),
          identifier: address,
          registry_url: address.nullable(),
          version: z.string().max(255).nullable(),
        }),
      )
      .max(200),
    remotes: z.array(z.object({ type: z.string().max(100), url: address })).max(200),
    /** The same packages and remotes with all that a client needs; apart, so that an odd setting loses none of them. */
    settings: MCP_SETTINGS.nullable(),
  }),
  firstDay: ({ world }) => ({ [HOST]: PAGES[world] }),
  async plan(context) {
    const servers = await context.known('mcp_registry')
    const { listings } = planReading(context)
    const pages = listings.map((listing) => estimatePages(listing, servers, context))
    return { requests: { [HOST]: pages.reduce((sum, count) => sum + count) }, isEstimate: true }
  },
  async *fetch({ http, day, lastDay, resume, known }) {
    const { isWhole, unfinished, listings } = planReading({ day, lastDay, resume })
    const servers: Servers = { newest: new Map(), older: new Map() }
    const { newest } = servers
    for (const listing of listings) {
      const stop = await readPages(http, listing, servers)
      if (stop === null) continue
      if (newest.size === 0 && listing !== unfinished) throw stop.failure
      const isLookedUp = await readPromoted(http, servers, await known('mcp_registry'))
      yield* newest.values()
      return toPart(newest.size, toUnfinished(stop, listing, unfinished, { day, isLookedUp }))
    }
    if (isWhole && newest.size === 0) throw new UpstreamChanged(SERVERS, 'the complete list has no servers')
    const isRead = isWhole || (await readPromoted(http, servers, await known('mcp_registry')))
    yield* newest.values()
    if (isRead) return isWhole ? 'all' : 'changes'
    const [since = day] = listings.flatMap((listing) => listing.since ?? []).sort()
    return toPart(newest.size, { since, cursor: '', begun: day })
  },
})

/** Returns the listings to read today, and whether it is the complete list from its start. */
function planReading({ day, lastDay, resume }: Pick<FetchContext, 'day' | 'lastDay' | 'resume'>) {
  // Changes alone never show a server that was removed without trace; a date that is run again reads all.
  const isWhole = lastDay === null || lastDay >= day || isDue('mcp_registry', lastDay, day, 28)
  const unfinished = isWhole || resume === null ? null : Unfinished.parse(JSON.parse(resume))
  return { isWhole, unfinished, listings: planListings(isWhole ? null : lastDay, unfinished) }
}

/**
 * Estimates the pages of a listing. The complete one has all known servers; one of changes as many as changed in the
 * period of equal length before it. The size of a rest is unknown: it is taken to be as long as the part that was read.
 */
function estimatePages(
  { since, cursor }: Listing,
  servers: KnownRow[],
  { day, last }: Pick<PlanContext, 'day' | 'last'>,
): number {
  if (cursor !== '') return last.length
  const days = since === null ? 0 : daysBetween(since, day)
  const from = since === null ? '' : daysBefore(since, days)
  const listed = servers.filter(({ gone_since, updated_at }) => !gone_since && String(updated_at) >= from)
  return Math.max(1, Math.ceil(listed.length / PER_PAGE))
}

/**
 * Returns the listings to read today. For an unfinished listing: first the changes since `begun`, so that changes never
 * wait for it, then its rest.
 */
function planListings(since: string | null, unfinished: Unfinished | null): Listing[] {
  if (unfinished === null) return [{ since, cursor: '' }]
  return [{ since: unfinished.begun, cursor: '' }, unfinished]
}

/**
 * Returns the state for the next run. If the changes before a rest stopped, they are read again from their start; so are
 * changes whose promoted servers could not be looked up.
 */
function toUnfinished(
  { cursor }: Stop,
  listing: Listing,
  unfinished: Unfinished | null,
  { day, isLookedUp }: { day: string; isLookedUp: boolean },
): Unfinished {
  if (unfinished === null) return { since: listing.since, cursor: isLookedUp ? cursor : '', begun: day }
  if (listing !== unfinished) return unfinished
  return { since: listing.since, cursor, begun: isLookedUp ? day : unfinished.begun }
}

const toPart = (servers: number, left: Unfinished): DeferredPart => ({
  left_out: `servers after the ${thousands(servers)} that were read`,
  resume: JSON.stringify(left),
})

/** Reads a listing page by page to its end (null), or to a page that does not answer before the run's time is up. */
async function readPages(http: Http, listing: Listing, servers: Servers): Promise<Stop | null> {
  const { cursor } = listing
  const visited = new Set<string>()
  for (let at = cursor; ; ) {
    const url = buildUrl(listing, at)
    if (visited.has(url) || visited.size >= MAX_PAGES) throw new UpstreamChanged(url, 'its pages never end')
    visited.add(url)
    // A cursor of another day may have expired: then another run starts the listing again.
    const accept = at !== '' && at === cursor ? REFUSED : []
    const from = await http.json(url, Page, { timeoutMs: PAGE_MS, accept }).catch(requireDown)
    if (from instanceof UpstreamDown) return { cursor: at, failure: from }
    if (from.data === null) return { cursor: '', failure: new UpstreamDown(url, 'refuses the cursor') }
    addServers(from, from.data.servers, servers)
    at = from.data.metadata?.nextCursor ?? ''
    if (at === '') return null
  }
}

function requireDown(error: unknown): UpstreamDown {
  if (error instanceof UpstreamDown) return error
  throw error
}

/**
 * Looks up servers of which only an older version is in the changes, and whose newest one may be another now: when the
 * newest version is deleted, the registry dates the deletion, but not the promotion of the version that becomes newest.
 * Returns false as soon as one cannot be read.
 */
async function readPromoted(http: Http, { newest, older }: Servers, known: KnownRow[]): Promise<boolean> {
  const knownVersion = new Map(known.map((row) => [row.name, row.version]))
  const isLost = (name: string, versions: Observation[]) =>
    !newest.has(name) &&
    (!knownVersion.has(name) || versions.some(({ row }) => row.version === knownVersion.get(name)))
  const lost = [...older].filter(([name, versions]) => isLost(name, versions)).map(([name]) => name)
  const listings: Listing[] =
    lost.length > MAX_LOOKUPS
      ? [{ since: null, cursor: '' }]
      : lost.sort().map((search) => ({ since: null, cursor: '', search }))
  for (const listing of listings)
    if (await readPages(http, listing, { newest, older: new Map() })) return false
  // A server without any version left has its deleted one.
  for (const name of lost) if (!newest.has(name)) newest.set(name, older.get(name)?.at(-1) as Observation)
  return true
}

function buildUrl({ since, search }: Listing, cursor: string): string {
  const query = new URLSearchParams({ limit: String(PER_PAGE) })
  if (since === null) query.set('version', 'latest')
  if (since === null) query.set('include_deleted', 'true')
  else query.set('updated_since', `${since}T00:00:00Z`)
  if (search !== undefined) query.set('search', search)
  if (cursor !== '') query.set('cursor', cursor)
  return `${SERVERS}?${query}`
}

function addServers(from: Provenance, items: unknown[], { newest, older }: Servers): void {
  for (const item of items) {
    const row = toServer(item)
    const { name } = row
    // A server is on two pages if it published a version while they were read: the later reading counts.
    if (isNewest(item)) newest.set(typeof name === 'string' ? name : Symbol(), { from, row })
    else if (typeof name === 'string') older.set(name, [...(older.get(name) ?? []), { from, row }])
  }
}
