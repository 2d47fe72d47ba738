import { z } from 'zod'
import type { Http } from '../http/http.ts'
import { packagesOf } from '../packages.ts'
import { pick } from '../pick.ts'
import { askEach, inTurn } from '../schedule.ts'
import { defineSource, type Observation } from '../source.ts'

const Recent = z.looseObject({}).refine((body) => Object.hasOwn(body, 'data'), 'it has no data')

const count = z.int().min(0).nullable()

/**
 * Downloads of the PyPI packages that MCP servers list or that are catalogued: all on the first day, then each on
 * its own day of the week. PyPI Stats allows 30 requests a minute: what a run has no time for comes first next day.
 */
export default defineSource({
  name: 'pypi_downloads',
  title: 'Recent downloads of PyPI packages of MCP servers and developers',
  docs: 'https://pypistats.org/api/',
  license: 'Public API of PyPI Stats; counts by the Python Software Foundation',
  key: ['package'],
  reads: ['mcp_registry'],
  // One request for a package, and about 500 are listed or catalogued.
  budget: 1000,
  row: z
    .object({
      package: z
        .string()
        .max(214)
        .regex(/^[a-z\d-]+$/),
      is_found: z.boolean(),
      last_day: count,
      last_week: count,
      last_month: count,
    })
    .refine((row) => !row.is_found || row.last_week !== null, 'a package that is found has downloads'),
  async *fetch({ http, day, known, catalog }) {
    const observed = await known('pypi_downloads')
    const last = new Map(observed.map((row) => [String(row.package), row.observed_on]))
    const names = inTurn(packagesOf('pypi', await known('mcp_registry'), catalog), last, day)
    yield* askEach(names, (name) => ask(http, name))
    return 'changes'
  },
})

async function ask(http: Http, name: string): Promise<Observation[]> {
  const url = `https://pypistats.org/api/packages/${name}/recent`
  const from = await http.json(url, Recent, { accept: [404] })
  const row = {
    package: name,
    is_found: from.data !== null,
    last_day: pick(from.data, 'data', 'last_day'),
    last_week: pick(from.data, 'data', 'last_week'),
    last_month: pick(from.data, 'data', 'last_month'),
  }
  return [{ from, row }]
}
