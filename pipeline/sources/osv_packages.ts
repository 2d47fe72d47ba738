import { z } from 'zod'
import { UpstreamChanged } from '../../core/domain/errors.ts'
import type { Answer, Http } from '../http/http.ts'
import { ECOSYSTEMS } from '../osv/ecosystems.ts'
import { listPackageVersions, type PackageVersion } from '../osv/package_versions.ts'
import { defineSource } from '../source/define_source.ts'
import { describeLeft } from '../source/left_out.ts'
import { nullIfUpstreamFails, requestEach } from '../source/schedule.ts'
import type { FetchContext, Observation, Provenance } from '../source/source.ts'

const HOST = 'api.osv.dev'
const BATCH = `https://${HOST}/v1/querybatch`
/** Maximum number of queries that OSV takes in a request. */
const MAX_QUERIES = 1_000
const MAX_BATCHES = 60
/** Maximum number of pages about one package. */
const MAX_PAGES = 20
const MAX_CONCURRENT = 2
/** Number of batches of a whole registry, by data set. */
const FIRST = { live: 20, replay: 1, sample: 1 }

const Batch = z.looseObject({ results: z.array(z.unknown()) })
const Found = z.looseObject({ id: z.string().regex(/^[\w.:-]{1,100}$/), modified: z.iso.datetime() })
/** A package without a known vulnerability has `{}`. */
const Result = z.looseObject({
  vulns: z.array(Found).nullish(),
  next_page_token: z.string().max(10_000).nullish(),
})

/**
 * The known vulnerabilities, by their ids, of the npm and PyPI packages that MCP servers list, in the version that they
 * name: 1,000 packages in a request, pages apart. All of them every day; of more than 60,000 those whose turn it is.
 */
export default defineSource({
  name: 'osv_packages',
  title: 'Ids of known vulnerabilities of packages of MCP servers, as OSV has them',
  docs: 'https://google.github.io/osv.dev/post-v1-querybatch/',
  license: 'By database: CC BY 4.0 (GitHub, PyPI), Apache-2.0 (malicious packages of OpenSSF)',
  republished: 'figures',
  attribution:
    'OSV (https://osv.dev): GitHub Advisory Database and PyPI Advisory Database, CC BY 4.0; OpenSSF malicious packages, Apache-2.0',
  key: ['registry', 'package', 'version'],
  reads: ['mcp_registry'],
  budget: MAX_BATCHES * 3,
  firstDay: ({ world }) => ({ [HOST]: FIRST[world] }),
  row: z.object({
    registry: z.enum(['npm', 'pypi']),
    package: z.string().min(1).max(214),
    version: z.string().min(1).max(100),
    vulnerabilities: z.array(z.object({ id: z.string().max(100), modified: z.iso.datetime() })),
  }),
  async plan(context) {
    const requests = { [HOST]: batches(await selectAsked(context)).length }
    return { requests, isEstimate: true }
  },
  async *fetch({ http, day, known }) {
    const asked = await selectAsked({ day, known })
    const requested = batches(asked).slice(0, MAX_BATCHES)
    let answered = 0
    for await (const row of requestEach(requested, (batch) => requestBatch(http, batch), MAX_CONCURRENT)) {
      answered += 1
      yield row
    }
    const left = asked.length - answered
    return left === 0 ? 'all' : { left_out: describeLeft(left, asked.length, 'packages') }
  },
})

const selectAsked = async ({ day, known }: Pick<FetchContext, 'day' | 'known'>) =>
  listPackageVersions(await known('mcp_registry'), await known('osv_packages'), day)

const batches = (items: PackageVersion[]): PackageVersion[][] =>
  Array.from({ length: Math.ceil(items.length / MAX_QUERIES) }, (_, i) =>
    items.slice(i * MAX_QUERIES, (i + 1) * MAX_QUERIES),
  )

/** A package whose pages are not all read. */
interface OpenQuery {
  item: PackageVersion
  token: string | null
  found: z.infer<typeof Found>[]
}

/** Requests a batch and all its pages; a package about which nothing readable is said has no row. */
async function requestBatch(http: Http, batch: PackageVersion[]): Promise<Observation[]> {
  const rows: Observation[] = []
  let open: OpenQuery[] = batch.map((item) => ({ item, token: null, found: [] }))
  for (let page = 0; open.length > 0 && page < MAX_PAGES; page++) {
    const answer = requestPage(http, open)
    // What is complete counts; the others are left for another day.
    const from = page === 0 ? await answer : await nullIfUpstreamFails(answer)
    if (from === null) break
    const { results } = from.data
    const left: OpenQuery[] = []
    for (const [at, query] of open.entries()) {
      const result = Result.safeParse(results[at]).data
      if (result === undefined) continue
      const found = [...query.found, ...(result.vulns ?? [])]
      const token = result.next_page_token ?? ''
      if (token === '') rows.push(toRow(from, query.item, found))
      else left.push({ item: query.item, token, found })
    }
    open = left
  }
  return rows
}

async function requestPage(http: Http, open: OpenQuery[]): Promise<Answer<z.infer<typeof Batch>>> {
  const from = await http.json(BATCH, Batch, { body: { queries: open.map(toQuery) } })
  const results = from.data?.results ?? []
  if (results.length !== open.length)
    throw new UpstreamChanged(BATCH, `${results.length} results for ${open.length} queries`)
  return { ...from, data: { results } }
}

const toQuery = ({ item, token }: OpenQuery) => ({
  package: { ecosystem: ECOSYSTEMS[item.registry], name: item.package },
  version: item.version,
  ...(token !== null && { page_token: token }),
})

function toRow(from: Provenance, item: PackageVersion, found: OpenQuery['found']): Observation {
  const { registry, package: name, version } = item
  const byId = new Map(found.map(({ id, modified }) => [id, { id, modified }]))
  const vulnerabilities = [...byId.values()].sort((a, b) => (a.id < b.id ? -1 : 1))
  return { from, row: { registry, package: name, version, vulnerabilities } }
}
