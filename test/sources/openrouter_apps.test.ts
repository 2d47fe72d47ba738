import { expect, it } from 'vitest'
import apps from '../../pipeline/sources/openrouter_apps.ts'
import { fetchAll, selectRows } from './context.ts'
import { fakeHttp, type Reply } from './recorded_http.ts'

const app = (id: unknown, fields: object = {}) => ({
  ...{ app_id: id, app_name: 'Sample Agent', rank: 1, total_tokens: '1' },
  ...fields,
})
const parseOffset = (url: string) => Number(new URL(url).searchParams.get('offset'))
const many = (count: number) => Array.from({ length: count }, (_, i) => app(i))
const page = (url: string, all: object[]): Reply => ({
  body: {
    data: all.slice(parseOffset(url), parseOffset(url) + 100),
    meta: { as_of: '2026-01-08T02:00:00Z' },
  },
})
const read = async (reply: (url: string) => Reply) => {
  const sent: (string | undefined)[] = []
  const http = fakeHttp((url, options) => {
    sent.push(options.headers?.authorization)
    return reply(url)
  })
  const fetched = await fetchAll(apps, http, { day: '2026-01-08', env: { OPENROUTER_API_KEY: 'sample-key' } })
  return { rows: selectRows(fetched), coverage: fetched.coverage, asked: http.asked, sent }
}

it('asks for the 30 days before, and shows the key in the header alone', async () => {
  const { asked, sent } = await read((url) => page(url, many(1)))
  const query = new URL(asked[0] ?? '').searchParams
  expect([query.get('start_date'), query.get('end_date')]).toEqual(['2025-12-09', '2026-01-07'])
  expect(sent).toEqual(['Bearer sample-key'])
})

it.each([
  [1, 1],
  [100, 2],
  [250, 3],
  [900, 5],
])('reads %i apps in %i pages at most', async (count, pages) => {
  const { rows, asked, coverage } = await read((url) => page(url, many(count)))
  expect(rows).toHaveLength(Math.min(count, 500))
  expect(asked).toHaveLength(pages)
  expect(asked.length).toBeLessThanOrEqual(apps.budget)
  expect(coverage).toBe('all')
})

it('keeps the rows before a page without an answer, and reports the rest', async () => {
  const { rows, coverage } = await read((url) =>
    parseOffset(url) < 200 ? page(url, many(300)) : { status: 429, body: '' },
  )
  expect(rows).toHaveLength(200)
  expect(coverage).toEqual({ left_out: 'the apps after the first 200' })
})

it('takes an empty ranking for a failure', async () => {
  await expect(read((url) => page(url, []))).rejects.toThrow('offset=0: it ranks no apps')
})

it('lists an app once that is on two pages, as it was read last, with the time that is to be cited', async () => {
  const { rows } = await read((url) => page(url, [...many(100), app(7, { total_tokens: '2' })]))
  expect(rows).toHaveLength(100)
  expect(rows.find((row) => row.app_id === '7')).toMatchObject({
    ...{ total_tokens: '2', until: '2026-01-07', as_of: '2026-01-08T02:00:00Z' },
  })
})

it.each([null, 1.5, {}, '', 'a b'])('leaves an app that is called %j to quarantine', async (id) => {
  const { rows } = await read((url) => page(url, [app(id)]))
  expect(apps.row.safeParse(rows[0]).success).toBe(false)
})
