import { expect, it } from 'vitest'
import type { KnownRow } from '../../pipeline/source/source.ts'
import openrouterEndpoints from '../../pipeline/sources/openrouter_endpoints.ts'
import { fetchAll, selectRows } from './context.ts'
import { fakeHttp, type Reply } from './recorded_http.ts'

const family = (id: string, pattern: string) => ({
  ...{ id, name: id, provider: 'Lab', organization: null, arena: [], source_urls: [] },
  openrouter: [pattern],
})
const families = [family('sample', '^lab/sample'), family('mini', '^lab/sample-mini')]

const model = (id: string, year: number, fields: object = {}): KnownRow => ({
  ...{ id, created_at: `${year}-01-01T00:00:00.000Z`, gone_since: null, observed_on: '2026-01-08' },
  ...fields,
})

const endpoints = (...uptimes: (number | null)[]): Reply => ({
  body: { data: { endpoints: uptimes.map((uptime_last_1d) => ({ uptime_last_1d })) } },
})
const NOT_FOUND: Reply = { status: 404, body: { error: { message: 'Model not found', code: 404 } } }

/** Fetches the endpoints of these models, by the reply to each. */
async function fetchModels(models: KnownRow[], replies: Record<string, Reply>) {
  const http = fakeHttp((url) => replies[url.split('/').slice(6, -1).join('/')])
  const known = { openrouter_models: models }
  const catalog = { families, developers: [], facilitators: [], chains: [] }
  const fetched = await fetchAll(openrouterEndpoints, http, { known, catalog })
  return {
    rows: selectRows(fetched).map(({ model, endpoints, uptime_1d }) => [model, endpoints, uptime_1d]),
    coverage: fetched.coverage,
  }
}

it('asks for the three newest models of a family, and stops at one that is served', async () => {
  const models = [2022, 2023, 2024, 2025].map((year) => model(`lab/sample-${year}`, year))
  const served = await fetchModels(models, {
    'lab/sample-2025': endpoints(89.9, null),
    'lab/sample-2024': endpoints(3, 90),
  })
  expect(served.rows).toEqual([
    ['lab/sample-2025', 2, 89.9],
    ['lab/sample-2024', 2, 90],
  ])
  const unserved = await fetchModels(models, {
    'lab/sample-2025': endpoints(null),
    'lab/sample-2024': endpoints(),
    'lab/sample-2023': NOT_FOUND,
  })
  expect(unserved.rows).toEqual([
    ['lab/sample-2025', 1, null],
    ['lab/sample-2024', 0, null],
    ['lab/sample-2023', 0, null],
  ])
})

it('asks for a model once, for the family whose pattern is longest, and for no alias, variant or departed one', async () => {
  const models = [
    model('lab/sample-mini-1', 2025),
    model('lab/sample-1', 2020),
    model('lab/sample-1:free', 2025),
    model('~lab/sample-latest', 2025),
    model('lab/sample-9', 2025, { gone_since: '2026-01-01' }),
    model('other/sample-1', 2025),
  ]
  const { rows } = await fetchModels(models, {
    'lab/sample-mini-1': endpoints(99),
    'lab/sample-1': endpoints(99),
  })
  expect(rows.map(([id]) => id)).toEqual(['lab/sample-1', 'lab/sample-mini-1'])
})

it('defers a family whose models it could not read, and keeps the others', async () => {
  const models = [model('lab/sample-1', 2025), model('lab/sample-mini-1', 2025)]
  const { rows, coverage } = await fetchModels(models, { 'lab/sample-1': endpoints(99) })
  expect(rows).toEqual([['lab/sample-1', 1, 99]])
  expect(coverage).toEqual({ left_out: '1 of 2 families' })
})

it('takes a market on which nothing is served for a failure, and not for the end of every family', async () => {
  const models = [model('lab/sample-1', 2025), model('lab/sample-mini-1', 2025)]
  const replies = { 'lab/sample-1': NOT_FOUND, 'lab/sample-mini-1': endpoints() }
  await expect(fetchModels(models, replies)).rejects.toThrow('no model that it lists has an endpoint')
})
