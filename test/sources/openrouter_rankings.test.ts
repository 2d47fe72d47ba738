import { expect, it } from 'vitest'
import rankings from '../../pipeline/sources/openrouter_rankings.ts'
import { fetchAll, selectRows } from './context.ts'
import { fakeHttp } from './recorded_http.ts'

const entry = (fields: object = {}) => ({
  ...{ date: '2026-01-07', model_permaslug: 'sample/model', total_tokens: '1' },
  ...fields,
})
const read = async (lastDay: string | null, fields = {}) => {
  const sent: (string | undefined)[] = []
  const http = fakeHttp((_, options) => {
    sent.push(options.headers?.authorization)
    return { body: { data: [entry(fields)] } }
  })
  const env = { OPENROUTER_API_KEY: 'sample-key' }
  const fetched = await fetchAll(rankings, http, { day: '2026-01-08', lastDay, env })
  const query = new URL(http.asked[0] ?? '').searchParams
  return { sent, rows: selectRows(fetched), range: [query.get('start_date'), query.get('end_date')] }
}

it.each([
  ['the 30 days before it, at first', null, '2025-12-09'],
  ['the days since the last fetch and two more', '2026-01-07', '2026-01-05'],
  ['no more than 30 days after a long pause', '2025-06-01', '2025-12-09'],
  ['all 30 days when the date is fetched again', '2026-01-08', '2025-12-09'],
])('asks for %s', async (_, lastDay, start) => {
  expect((await read(lastDay)).range).toEqual([start, '2026-01-07'])
})

it('shows the key to OpenRouter in the header, and never in the address', async () => {
  const { sent } = await read(null)
  expect(sent).toEqual(['Bearer sample-key'])
})

it('keeps tokens as the decimals they are written as', async () => {
  const { rows } = await read(null, { total_tokens: '98765432109876543210' })
  expect(rankings.row.parse(rows[0]).total_tokens).toBe('98765432109876543210')
})

it.each([12, '1e9', '-1', '1.5', ''])('leaves %s tokens to quarantine', async (total_tokens) => {
  const { rows } = await read(null, { total_tokens })
  expect(rankings.row.safeParse(rows[0]).success).toBe(false)
})

it('keeps the time that is to be cited with each figure', async () => {
  const body = { data: [entry()], meta: { as_of: '2026-01-08T02:00:00Z' } }
  const fetched = await fetchAll(
    rankings,
    fakeHttp(() => ({ body })),
    { env: {} },
  )
  expect(selectRows(fetched)).toMatchObject([{ as_of: '2026-01-08T02:00:00Z' }])
})
