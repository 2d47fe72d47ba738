import { z } from 'zod'
import { BudgetSpent, UpstreamChanged, UpstreamDown } from '../../core/domain/errors.ts'
import { thousands } from '../../core/pages/numbers.ts'
import { listPackages, orderPackages } from '../agents/packages.ts'
import type { Http } from '../http/http.ts'
import { defineSource } from '../source/define_source.ts'
import { describeLeft } from '../source/left_out.ts'
import { pick } from '../source/pick.ts'
import { deferChanged, isDue, requestEach } from '../source/schedule.ts'
import type { FetchContext, Observation } from '../source/source.ts'

const COUNTS = 'https://api.npmjs.org/downloads/point/last-week'
const MAX_IN_BULK = 128
/** Names with a scope, each a request: of a run, which takes 50 minutes of npm's pace (`host_limits.ts`), and of three. */
const MAX_SCOPED_A_RUN = 600
const MAX_SCOPED_A_DAY = 3 * MAX_SCOPED_A_RUN
const MAX_BULKS_A_DAY = 40
/** Number of requests of a first run, by data set; some 2,900 are a whole registry. */
const FIRST = { live: MAX_SCOPED_A_RUN + 25, replay: 150, sample: 61 }
const MINUTES = 60
/** Maximum number of new ones of one namespace of the registry while others wait. */
const MAX_FRESH_PER_NAMESPACE = { scoped: 10, plain: 200 }
/** Two that fail together mean a block, and end the requests. */
const MAX_CONCURRENT = 2
/** Statuses of npm for an invalid name, or too many of them. */
const DISLIKED = [400, 405, 414, 422]
const REFUSED = [...DISLIKED, 403]

/** A name without statistics has an error, with status 200. */
const One = z
  .looseObject({ error: z.string().optional() })
  .refine((body) => Object.hasOwn(body, 'downloads') || body.error !== undefined, 'it has no downloads')
const Bulk = z.looseObject({})

const date = z.iso.date().nullable()

/**
 * Downloads of the npm packages that MCP servers list or that are catalogued, each on its own day of the week: 128 names
 * without a scope fit in one request, one with a scope takes a request of its own, of which npm allows some 700 an hour.
 * The most used come first, of new ones by the stars of the repository named with them: a first pass over a registry
 * takes the runs of two days. Those that npm knows have most turns (`turns.ts`). Refused and unread ones are deferred.
 */
export default defineSource({
  name: 'npm_downloads',
  title: 'Weekly downloads of npm packages of MCP servers and developers',
  docs: 'https://github.com/npm/registry/blob/main/docs/download-counts.md',
  license: 'Public API; npm open-source terms',
  republished: 'figures',
  attribution: 'npm (https://www.npmjs.com)',
  key: ['package'],
  counts: { columns: ['downloads'] },
  reads: ['mcp_registry', 'github'],
  // A refused bulk is requested again in halves.
  budget: MAX_SCOPED_A_DAY + MAX_BULKS_A_DAY + 100,
  firstDay: ({ world }) => ({ 'api.npmjs.org': FIRST[world] }),
  minutes: MINUTES,
  split: {
    stops: true,
    items: { perJob: 20, count: async (context) => (await selectDue(context)).batches.length },
  },
  probe: { answers: 2, filled: ['downloads', 'period_end'] },
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
    const requests = { 'api.npmjs.org': (await selectDue(context)).batches.length }
    return { requests, isEstimate: false }
  },
  async *fetch({ http, day, known, catalog, share }) {
    const all = await selectDue({ day, known, catalog })
    const requested = share.items(all.batches)
    const count = share.isWhole ? all.count : requested.flat().length
    let left = count
    const inTurn = http.limited({ requests: MAX_SCOPED_A_DAY, minutes: MINUTES, sent: MAX_SCOPED_A_RUN })
    const npm: Npm = { http, inTurn, asked: new Set() }
    for await (const observation of requestAll(npm, requested)) {
      yield observation
      left -= 1
    }
    return left === 0 ? 'changes' : { left_out: describeWaiting(left, count, count - npm.asked.size) }
  },
})

/** Says how many packages have no count; `waiting`: those of them that were not asked for. */
function describeWaiting(left: number, count: number, waiting: number): string {
  const share = describeLeft(left, count, 'packages')
  if (waiting === 0) return share
  const runs = Math.ceil(waiting / MAX_SCOPED_A_RUN)
  return `${share}; ${thousands(waiting)} wait for their turn, about ${runs} more ${runs === 1 ? 'run' : 'runs'}`
}

/** The packages that are due. */
interface Due {
  count: number
  /** The names of each request, in order. */
  batches: string[][]
}

/**
 * Names with and without a scope cost differently, so each kind has turns of its own. Known names have other requests
 * than new ones, which may include invalid names.
 */
async function selectDue({
  day,
  known,
  catalog,
}: Pick<FetchContext, 'day' | 'known' | 'catalog'>): Promise<Due> {
  const observed = await known('npm_downloads')
  const repositories = await known('github', ['repository', 'stars'])
  const stars = new Map(repositories.map((row) => [String(row.repository), Number(row.stars ?? 0)]))
  const last = new Map(observed.map((row) => [row.package, row]))
  const named = listPackages('npm', await known('mcp_registry'), catalog).filter(({ name }) =>
    isDue(name, last.get(name)?.observed_on ?? null, day),
  )
  const isScoped = (name: string) => name.startsWith('@')
  const turns = (kind: keyof typeof MAX_FRESH_PER_NAMESPACE) =>
    orderPackages(
      named.filter(({ name }) => isScoped(name) === (kind === 'scoped')),
      observed,
      day,
      MAX_FRESH_PER_NAMESPACE[kind],
      stars,
    )
  const [scoped, plain] = [turns('scoped'), turns('plain')]
  const isKnown = (name: string) => last.get(name)?.is_found === true
  const requested = plain.slice(0, MAX_BULKS_A_DAY * MAX_IN_BULK)
  return {
    count: scoped.length + plain.length,
    batches: [
      ...bulks(requested.filter(isKnown)),
      ...bulks(requested.filter((name) => !isKnown(name))),
      ...scoped.slice(0, MAX_SCOPED_A_DAY).map((name) => [name]),
    ],
  }
}

const bulks = (names: string[]): string[][] =>
  Array.from({ length: Math.ceil(names.length / MAX_IN_BULK) }, (_, i) =>
    names.slice(i * MAX_IN_BULK, (i + 1) * MAX_IN_BULK).sort(),
  )

/** The client, and a part of it for the names that a run asks one by one. */
interface Npm {
  http: Http
  inTurn: Http
  /** The names that were asked for, with an answer or without. */
  asked: Set<string>
}

function noteAsked({ asked }: Npm, batch: string[]): void {
  for (const name of batch) asked.add(name)
}

/**
 * Requests all, and then the halves of refused bulks: one invalid name spoils all others of its bulk. Halves come last,
 * since parties that name invalid ones would otherwise use up everyone's requests.
 */
async function* requestAll(npm: Npm, batches: string[][]): AsyncGenerator<Observation, void> {
  for (let queue = batches, isFirst = true; queue.length > 0; isFirst = false) {
    const answered = new Set<string[]>()
    const disliked = new Set<string[]>()
    const ask = async (batch: string[]) => {
      const request = batch.length === 1 ? requestOne(npm, batch.join()) : requestBulk(npm, batch)
      const rows = await request.catch((error: unknown) => {
        if (!(error instanceof BudgetSpent)) noteAsked(npm, batch)
        return deferChanged(error)
      })
      noteAsked(npm, batch)
      answered.add(batch)
      if (rows === null) disliked.add(batch)
      return rows ?? []
    }
    try {
      yield* requestEach(queue, ask, MAX_CONCURRENT)
    } catch (error) {
      if (isFirst || !(error instanceof UpstreamDown)) throw error
    }
    // It stopped half-way: npm refuses everything.
    if (answered.size < queue.length - MAX_CONCURRENT) return
    queue = queue.filter((batch) => disliked.has(batch)).flatMap(halves)
  }
}

function halves(names: string[]): string[][] {
  const middle = Math.ceil(names.length / 2)
  return [names.slice(0, middle), names.slice(middle)]
}

async function requestOne({ http, inTurn }: Npm, name: string): Promise<Observation[]> {
  const client = name.startsWith('@') ? inTurn : http
  const from = await client.json(`${COUNTS}/${name}`, One, { accept: [404, ...REFUSED] })
  const isSilent =
    REFUSED.includes(from.status) || (from.data !== null && !Object.hasOwn(from.data, 'downloads'))
  return isSilent ? [] : [{ from, row: toRow(name, from.data) }]
}

/** Returns the rows of a bulk; null where npm refuses it. */
async function requestBulk({ http }: Npm, names: string[]): Promise<Observation[] | null> {
  const url = `${COUNTS}/${names.join(',')}`
  const from = await http.json(url, Bulk, { accept: REFUSED })
  if (DISLIKED.includes(from.status)) return null
  if (from.data === null) throw new UpstreamDown(url, `status ${from.status}`)
  // A name without an entry is skipped: whoever finds such a name must not spoil all others.
  const withCounts = names.filter((name) => Object.hasOwn(from.data ?? {}, name))
  if (withCounts.length === 0) throw new UpstreamChanged(url, 'it says nothing about any of them')
  return withCounts.map((name) => ({ from, row: toRow(name, pick(from.data, name)) }))
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
