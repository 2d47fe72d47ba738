import { jsonAnswer, type Question } from './answers.ts'
import { endOf, SAMPLE_DAYS } from './days.ts'
import { holds, type ModelLife } from './models.ts'
import { hash32 } from './prng.ts'
import { sampleWorld } from './world.ts'

/** How many tokens the models of the market have handled, day by day; nobody without a key is told. */
export function rankings({ seed, day, url: { searchParams: query }, request }: Question): Response {
  if (!/^Bearer \S+$/.test(request.headers.get('authorization') ?? ''))
    return jsonAnswer({ error: { message: 'No auth credentials found', code: 401 } }, 401)
  const [start, end] = [query.get('start_date') ?? '', query.get('end_date') ?? '9999-12-31']
  const data = SAMPLE_DAYS.slice(0, day + 1)
    .filter((date) => start <= date && date <= end)
    .flatMap((date) => rowsOf(seed, date))
  return jsonAnswer({ data, meta: { as_of: endOf(day) } })
}

function rowsOf(seed: number, date: string): object[] {
  const day = SAMPLE_DAYS.indexOf(date)
  return sampleWorld(seed)
    .models.filter(({ offered }) => holds(offered, day))
    .map(({ slug, vendor, strength }: ModelLife) => ({
      date,
      model_permaslug: `${vendor.id}/${slug}`,
      // More than a number of JavaScript can hold to the last digit.
      total_tokens: `${200 + strength}${String(hash32(`${seed} ${slug} ${date}`)).padStart(15, '0')}`,
    }))
}
