import { z } from 'zod'
import { daysBefore } from '../../core/domain/dates.ts'
import { UpstreamChanged } from '../../core/domain/errors.ts'
import { NUMBERS } from '../../core/domain/numbers.ts'
import type { UpstreamAnswer } from '../http/http.ts'
import { defineSource } from '../source/define_source.ts'
import { pick } from '../source/pick.ts'
import { nullIfUpstreamFails } from '../source/schedule.ts'
import type { Observation } from '../source/source.ts'

const RANKINGS = 'https://openrouter.ai/api/v1/datasets/app-rankings'
const PER_PAGE = 100
const MAX_PAGES = 5

const Dataset = z.looseObject({ data: z.array(z.unknown()) })

/**
 * The apps that sent most tokens through OpenRouter in the `token_days` before a day, summed over these days: 100 to a
 * request. An app's name is its developer's own, without an address: the catalogue assigns names to owners.
 */
export default defineSource({
  name: 'openrouter_apps',
  title: 'Tokens of the apps that use most, from the OpenRouter app rankings',
  docs: 'https://openrouter.ai/docs/cookbook/administration/data-api',
  license: 'CC BY 4.0; Source: OpenRouter (openrouter.ai/apps)',
  republished: 'all',
  attribution: 'Source: OpenRouter (openrouter.ai/apps), CC BY 4.0, as of the time in the table sources',
  key: ['app_id'],
  counts: { columns: ['total_tokens'] },
  needs: ['OPENROUTER_API_KEY'],
  budget: MAX_PAGES,
  firstDay: { 'openrouter.ai': MAX_PAGES },
  probe: { filled: ['name', 'rank', 'as_of'] },
  row: z.object({
    app_id: z
      .string()
      .max(100)
      .regex(/^[!-~]+$/),
    name: z.string().max(300).nullable(),
    rank: z.int().min(1).nullable(),
    total_tokens: z.string().max(30).regex(/^\d+$/),
    /** The last day that is counted. */
    until: z.iso.date(),
    /** OpenRouter's time of the count, which its licence requires to be cited. */
    as_of: z.string().max(40).nullable(),
  }),
  async *fetch({ http, day, env }) {
    const headers = { authorization: `Bearer ${env.OPENROUTER_API_KEY}` }
    const apps = new Map<unknown, Observation>()
    for (let offset = 0; offset < MAX_PAGES * PER_PAGE; offset += PER_PAGE) {
      const request = http.json(pageUrl(day, offset), Dataset, { headers })
      const page = await (offset === 0 ? request : nullIfUpstreamFails(request))
      if (page === null) {
        yield* apps.values()
        return { left_out: `the apps after the first ${offset}` }
      }
      for (const [id, app] of readApps(page, day)) apps.set(id, app)
      if ((page.data?.data.length ?? 0) < PER_PAGE) break
    }
    // A market without apps is a failure of the upstream.
    if (apps.size === 0) throw new UpstreamChanged(pageUrl(day, 0), 'it ranks no apps')
    yield* apps.values()
    return 'all'
  },
})

/** The day itself is not over at the time of the request, and its figures would be too low. */
const getLastDay = (day: string) => daysBefore(day, 1)

function pageUrl(day: string, offset: number): string {
  const dates = { start_date: daysBefore(day, NUMBERS.token_days), end_date: getLastDay(day) }
  const page = { limit: String(PER_PAGE), offset: String(offset) }
  return `${RANKINGS}?${new URLSearchParams({ ...dates, ...page })}`
}

/** Returns the apps of a page by id. One that moves between two pages is listed twice: the later reading counts. */
function readApps(from: UpstreamAnswer<z.infer<typeof Dataset>>, day: string): [unknown, Observation][] {
  const as_of = pick(from.data, 'meta', 'as_of')
  return (from.data?.data ?? []).map((item) => {
    const row = { ...toRow(item), until: getLastDay(day), as_of }
    return [typeof row.app_id === 'string' ? row.app_id : Symbol(), { from, row }]
  })
}

function toRow(item: unknown) {
  const id = pick(item, 'app_id')
  return {
    app_id: Number.isSafeInteger(id) ? String(id) : id,
    name: pick(item, 'app_name'),
    rank: pick(item, 'rank'),
    total_tokens: pick(item, 'total_tokens'),
  }
}
