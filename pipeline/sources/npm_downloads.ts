import { z } from 'zod'
import { UpstreamChanged } from '../../core/domain/errors.ts'
import type { Http } from '../http/http.ts'
import { packagesOf } from '../packages.ts'
import { pick } from '../pick.ts'
import { askEach, inTurn } from '../schedule.ts'
import { defineSource, type Observation } from '../source.ts'

const LAST_WEEK = 'https://api.npmjs.org/downloads/point/last-week'
const MOST_IN_BULK = 128

const One = z.looseObject({}).refine((body) => Object.hasOwn(body, 'downloads'), 'it has no downloads')
const Bulk = z.looseObject({})

const date = z.iso.date().nullable()

/**
 * Downloads of the npm packages that MCP servers list or that are catalogued: all on the first day, then each on
 * its own day of the week. A name with a scope takes a request of its own, of the others 128 go into one.
 */
export default defineSource({
  name: 'npm_downloads',
  title: 'Weekly downloads of npm packages of MCP servers and developers',
  docs: 'https://github.com/npm/registry/blob/main/docs/download-counts.md',
  license: 'Public API; npm open-source terms',
  key: ['package'],
  reads: ['mcp_registry'],
  // What the time of a run allows at ten requests a second; what is left over comes first on the next day.
  budget: 1500,
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
  async *fetch({ http, day, known, catalog }) {
    const observed = await known('npm_downloads')
    const last = new Map(observed.map((row) => [String(row.package), row.observed_on]))
    const names = inTurn(packagesOf('npm', await known('mcp_registry'), catalog), last, day)
    yield* askEach(batches(names), (batch) => ask(http, batch))
    return 'changes'
  },
})

/** The API takes no scoped names in bulk. */
function batches(names: string[]): string[][] {
  const isScoped = (name: string) => name.startsWith('@')
  const plain = names.filter((name) => !isScoped(name))
  const bulks = Array.from({ length: Math.ceil(plain.length / MOST_IN_BULK) }, (_, i) =>
    plain.slice(i * MOST_IN_BULK, (i + 1) * MOST_IN_BULK),
  )
  return [...bulks, ...names.filter(isScoped).map((name) => [name])]
}

async function ask(http: Http, names: string[]): Promise<Observation[]> {
  const url = `${LAST_WEEK}/${names.join(',')}`
  const [only] = names
  if (only !== undefined && names.length === 1) {
    const from = await http.json(url, One, { accept: [404] })
    return [{ from, row: toRow(only, from.data) }]
  }
  const from = await http.json(url, Bulk)
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
