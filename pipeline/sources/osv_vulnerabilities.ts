import { z } from 'zod'
import type { Http } from '../http/http.ts'
import { affectedRanges, EVENTS } from '../osv/advisory.ts'
import { rateAdvisory, SEVERITIES } from '../osv/severity.ts'
import { defineSource } from '../source/define_source.ts'
import { describeLeft } from '../source/left_out.ts'
import { listAt, pick } from '../source/pick.ts'
import { deferChanged, requestEach } from '../source/schedule.ts'
import type { FetchContext, Observation } from '../source/source.ts'
import { type Candidate, takeTurns } from '../source/turns.ts'

const HOST = 'api.osv.dev'
const VULNERABILITIES = `https://${HOST}/v1/vulns`
const MAX_A_DAY = 500
/** Maximum number of new ones of one package while others wait. */
const MAX_FRESH_PER_PACKAGE = 50
const MAX_CONCURRENT = 4
/** Number of vulnerabilities of a whole registry's packages, by data set. */
const FIRST = { live: 300, replay: 0, sample: 12 }

const Advisory = z
  .looseObject({ id: z.string() })
  .refine(
    (body) => Object.hasOwn(body, 'affected') || Object.hasOwn(body, 'withdrawn'),
    'it says not what is affected',
  )

const time = z.iso.datetime({ offset: true }).nullable()
const name = z.string().max(214)
const version = z.string().max(200)

/**
 * The vulnerabilities that `osv_packages` names, each when OSV dates a change of it: severity, affected versions, and the
 * version that mends it. At most 500 a day, the packages in turn.
 */
export default defineSource({
  name: 'osv_vulnerabilities',
  title: 'Severity and affected versions of vulnerabilities, as OSV has them',
  docs: 'https://google.github.io/osv.dev/get-v1-vulns/',
  license: 'By database: CC BY 4.0 (GitHub, PyPI), Apache-2.0 (malicious packages of OpenSSF)',
  republished: 'figures',
  attribution:
    'OSV (https://osv.dev): GitHub Advisory Database and PyPI Advisory Database, CC BY 4.0; OpenSSF malicious packages, Apache-2.0',
  key: ['id'],
  reads: ['osv_packages'],
  budget: MAX_A_DAY,
  firstDay: ({ world }) => ({ [HOST]: FIRST[world] }),
  row: z.object({
    id: z.string().regex(/^[\w.:-]{1,100}$/),
    /** The change that the list of its packages dated when it was requested. */
    listed_modified: z.string().max(40),
    is_found: z.boolean(),
    published_at: time,
    modified_at: time,
    withdrawn_at: time,
    severity: z.enum(SEVERITIES).nullable(),
    cvss_score: z.number().min(0).max(10).nullable(),
    cvss_vector: z.string().max(300).nullable(),
    aliases: z.array(z.string().regex(/^[\w.:-]{1,100}$/)).max(50),
    affected: z
      .array(
        z.object({
          registry: z.enum(['npm', 'pypi']),
          package: name,
          events: z.array(z.object({ event: z.enum(EVENTS), version })).max(200),
        }),
      )
      .max(500),
  }),
  async plan(context) {
    return { requests: { [HOST]: (await selectDue(context)).slice(0, MAX_A_DAY).length }, isEstimate: true }
  },
  async *fetch({ http, day, known }) {
    const due = await selectDue({ day, known })
    let left = due.length
    const requested = due.slice(0, MAX_A_DAY)
    for await (const row of requestEach(
      requested,
      (item) => requestOne(http, item).catch(deferChanged),
      MAX_CONCURRENT,
    )) {
      left -= 1
      yield row
    }
    return left === 0 ? 'changes' : { left_out: describeLeft(left, due.length, 'changed vulnerabilities') }
  },
})

/** A vulnerability, and the date of its last change in the list of its packages. */
interface Named {
  id: string
  modified: string
}

/** Returns those that changed since they were read, in the order of their turns. */
async function selectDue({ day, known }: Pick<FetchContext, 'day' | 'known'>): Promise<Named[]> {
  const read = new Map((await known('osv_vulnerabilities')).map((row) => [row.id, row]))
  const candidates = (await known('osv_packages'))
    .filter((row) => !row.gone_since)
    .flatMap((row) => listAt(row, 'vulnerabilities').map((entry) => ({ entry, owner: String(row.package) })))
    .flatMap(({ entry, owner }): Candidate<Named>[] => {
      const item = { id: String(pick(entry, 'id')), modified: String(pick(entry, 'modified')) }
      const before = read.get(item.id)
      if (before?.listed_modified === item.modified) return []
      return [{ item, name: item.id, owner, lastRequestedOn: before?.observed_on ?? null, existed: true }]
    })
  return takeTurns(candidates, day, MAX_FRESH_PER_PACKAGE)
}

async function requestOne(http: Http, { id, modified }: Named): Promise<Observation[]> {
  const from = await http.json(`${VULNERABILITIES}/${id}`, Advisory, { accept: [404] })
  return [{ from, row: toRow(id, modified, from.data) }]
}

const toRow = (id: string, modified: string, body: unknown): Record<string, unknown> => ({
  id,
  listed_modified: modified,
  is_found: body !== null,
  published_at: pick(body, 'published'),
  modified_at: pick(body, 'modified'),
  withdrawn_at: pick(body, 'withdrawn'),
  ...rateAdvisory(body),
  aliases: [...new Set(listAt(body, 'aliases'))],
  affected: affectedRanges(body),
})
