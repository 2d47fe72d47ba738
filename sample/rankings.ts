import { type HostRequest, jsonResponse } from './answers.ts'
import { getDayEnd, SAMPLE_DAYS } from './days.ts'
import { LABS } from './labs.ts'
import { holds, type ModelLife } from './models.ts'
import { hash32 } from './prng.ts'
import { sampleWorld } from './world.ts'

/** Apps without an owner in the catalogue; two have one name. */
const UNKNOWN_APPS = ['Sample Chat', 'Sample Chat', 'Sample Story Teller']

/** Returns the tokens of the models of the market, day by day; refused without a key. */
export function rankings(question: HostRequest): Response {
  const { seed, day } = question
  return answer(question, (dates) => dates.flatMap((date) => toRows(seed, date)), getDayEnd(day))
}

/** Returns the tokens that apps have sent through the market on the requested days together. */
export function appRankings(question: HostRequest): Response {
  const query = question.url.searchParams
  const [limit, offset] = [Number(query.get('limit') ?? 50), Number(query.get('offset') ?? 0)]
  const page = (dates: string[]) => rankApps(dates).slice(offset, offset + limit)
  return answer(question, page, getDayEnd(question.day))
}

function answer(
  { day, url: { searchParams: query }, request }: HostRequest,
  read: (dates: string[]) => object[],
  as_of: string,
): Response {
  if (!/^Bearer \S+$/.test(request.headers.get('authorization') ?? ''))
    return jsonResponse({ error: { message: 'No auth credentials found', code: 401 } }, 401)
  const [start, end] = [query.get('start_date') ?? '', query.get('end_date') ?? '9999-12-31']
  const dates = SAMPLE_DAYS.slice(0, day + 1).filter((date) => start <= date && date <= end)
  return jsonResponse({ data: read(dates), meta: { as_of } })
}

/** They were used before the first day of the sample too, so that no answer is empty. */
function rankApps(dates: string[]): object[] {
  const names = [...LABS.flatMap(({ apps }) => apps), ...UNKNOWN_APPS]
  const used = names.map((app_name, index) => {
    const tokens = dates.map((date) => BigInt(hash32(`app ${index} ${date}`)) * BigInt(100 + index))
    return {
      app_id: 1000 + index,
      app_name,
      tokens: tokens.reduce((a, b) => a + b, 10n ** 12n + BigInt(index)),
    }
  })
  return used
    .sort((a, b) => (a.tokens > b.tokens ? -1 : 1))
    .map(({ tokens, ...app }, index) => ({
      ...{ ...app, rank: index + 1 },
      ...{ total_requests: Number(tokens / 5000n), total_tokens: String(tokens) },
    }))
}

function toRows(seed: number, date: string): object[] {
  const day = SAMPLE_DAYS.indexOf(date)
  return sampleWorld(seed)
    .models.filter(({ offered }) => holds(offered, day))
    .map(({ slug, vendor, strength }: ModelLife) => ({
      date,
      model_permaslug: `${vendor.id}/${slug}`,
      // More digits than a number of JavaScript can hold.
      total_tokens: `${200 + strength}${String(hash32(`${seed} ${slug} ${date}`)).padStart(15, '0')}`,
    }))
}
