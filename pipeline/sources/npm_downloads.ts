import { z } from 'zod'
import { daysBefore } from '../../core/domain/dates.ts'
import { UpstreamChanged, UpstreamDown } from '../../core/domain/errors.ts'
import { defineSource } from '../define_source.ts'
import type { Http } from '../http/http.ts'
import { packagesOf } from '../packages.ts'
import { pick } from '../pick.ts'
import { askEach, inTurn } from '../schedule.ts'
import type { FetchContext, Observation } from '../source.ts'

const COUNTS = 'https://api.npmjs.org/downloads/point'
const MOST_IN_BULK = 128
/** Cloudflare, which stands before npm, refuses everything for a minute after some forty requests in one. */
const SCOPED_A_DAY = 60
/** Two that fail together are a block, and it is not asked on. */
const AT_ONCE = 2
/** What npm says where it does not like a name, or how many there are. */
const DISLIKED = [400, 405, 414, 422]
const REFUSED = [...DISLIKED, 403]

/** Of a name that it has no statistics of it says so in an error, with status 200. */
const One = z
  .looseObject({ error: z.string().optional() })
  .refine((body) => Object.hasOwn(body, 'downloads') || body.error !== undefined, 'it has no downloads')
const Bulk = z.looseObject({})

const date = z.iso.date().nullable()

/**
 * Downloads of the npm packages that MCP servers list or that are catalogued, each on its own day of the week as far
 * as npm allows: of names without a scope 128 go into one request, one with a scope takes a request of its own, and
 * those that were asked for longest ago come first. What npm refuses or has no time for is left for another day.
 */
export default defineSource({
  name: 'npm_downloads',
  title: 'Weekly downloads of npm packages of MCP servers and developers',
  docs: 'https://github.com/npm/registry/blob/main/docs/download-counts.md',
  license: 'Public API; npm open-source terms',
  key: ['package'],
  counts: { columns: ['downloads'] },
  reads: ['mcp_registry'],
  // At one request in three seconds (`host_limits.ts`); a bulk that is refused is asked for again in halves.
  budget: 110,
  firstDay: { 'api.npmjs.org': 61 },
  pastDay: { 'api.npmjs.org': 9 },
  minutes: 6,
  split: { stops: true, items: { perJob: 20, count: async (context) => batches(await due(context)).length } },
  row: z
    .object({
      package: z
        .string()
        .max(214)
        .regex(/^[@\w./~-]+$/),
      is_found: z.boolean(),
      downloads: z.int().min(0).nullable(),
      period_start: date,
      period_end: date,
    })
    .refine((row) => !row.is_found || row.downloads !== null, 'a package that is found has downloads'),
  async plan(context) {
    const requests = { 'api.npmjs.org': batches(await due(context)).length }
    return { requests, isEstimate: false }
  },
  async *fetch({ http, day, until, known, catalog, share }) {
    const all = await due({ day, known, catalog })
    const asked = share.items(batches(all))
    const names = share.isWhole ? all : asked.flat()
    const week = until === null ? 'last-week' : `${daysBefore(day, 7)}:${daysBefore(day, 1)}`
    const npm = { http, url: `${COUNTS}/${week}` }
    let left = names.length
    for await (const observation of askEach(asked, (batch) => ask(npm, batch), AT_ONCE)) {
      yield observation
      left -= 1
    }
    return left === 0 ? 'changes' : { left_out: `${left} of ${names.length} packages` }
  },
})

/** The packages whose turn it is. */
async function due({ day, known, catalog }: Pick<FetchContext, 'day' | 'known' | 'catalog'>) {
  const observed = await known('npm_downloads')
  const last = new Map(observed.map((row) => [String(row.package), row.observed_on]))
  return inTurn(packagesOf('npm', await known('mcp_registry'), catalog), last, day)
}

/** What is asked for today. The API takes no scoped names in bulk. */
function batches(names: string[]): string[][] {
  const isScoped = (name: string) => name.startsWith('@')
  const plain = names.filter((name) => !isScoped(name))
  const bulks = Array.from({ length: Math.ceil(plain.length / MOST_IN_BULK) }, (_, i) =>
    plain.slice(i * MOST_IN_BULK, (i + 1) * MOST_IN_BULK),
  )
  const scoped = names.filter(isScoped).slice(0, SCOPED_A_DAY)
  return [...bulks, ...scoped.map((name) => [name])]
}

/** The counts of one week. */
interface Npm {
  http: Http
  url: string
}

const ask = (npm: Npm, names: string[]): Promise<Observation[]> =>
  names.length === 1 ? askOne(npm, names.join()) : askBulk(npm, names)

async function askOne(npm: Npm, name: string): Promise<Observation[]> {
  const from = await npm.http.json(`${npm.url}/${name}`, One, { accept: [404, ...REFUSED] })
  const isSilent =
    REFUSED.includes(from.status) || (from.data !== null && !Object.hasOwn(from.data, 'downloads'))
  return isSilent ? [] : [{ from, row: toRow(name, from.data) }]
}

/** One name that npm does not like keeps it from all others of its bulk: halves find it. */
async function askBulk(npm: Npm, names: string[]): Promise<Observation[]> {
  const url = `${npm.url}/${names.join(',')}`
  const from = await npm.http.json(url, Bulk, { accept: REFUSED })
  const middle = Math.ceil(names.length / 2)
  const halves = [names.slice(0, middle), names.slice(middle)]
  if (DISLIKED.includes(from.status)) return Array.fromAsync(askEach(halves, (half) => ask(npm, half)))
  if (from.data === null) throw new UpstreamDown(url, `status ${from.status}`)
  return names.map((name) => {
    if (!Object.hasOwn(from.data ?? {}, name)) throw new UpstreamChanged(url, `it says nothing about ${name}`)
    return { from, row: toRow(name, pick(from.data, name)) }
  })
}

function toRow(name: string, counted: unknown): Record<string, unknown> {
  return {
    package: name,
    is_found: counted !== null,
    downloads: pick(counted, 'downloads'),
    period_start: pick(counted, 'start'),
    period_end: pick(counted, 'end'),
  }
}
