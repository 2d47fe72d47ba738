import { expect, it } from 'vitest'
import openrouterModels from '../../pipeline/sources/openrouter_models.ts'
import { checkRow, fetchAll, selectRows } from './context.ts'
import { fakeHttp } from './recorded_http.ts'

const model = (id: string, fields: object = {}) => ({ id, name: 'Sample', created: 1_762_000_000, ...fields })
const readModel = async (fields: object) => {
  const [row] = selectRows(
    await fetchAll(
      openrouterModels,
      fakeHttp(() => ({ body: { data: [model('a/b', fields)] } })),
    ),
  )
  return row
}

it.each([
  'https://openrouter.ai.evil.example/api/v1/models?offset=1',
  '//evil.example/api/v1/models?offset=1',
  '/api/v1/keys?offset=1',
  '/api/v1/models?offset=1#@evil.example',
  'http://169.254.169.254/',
])('does not follow a next page to %s', async (next) => {
  const http = fakeHttp(() => ({ body: { data: [model('a/b')], links: { next } } }))
  await expect(fetchAll(openrouterModels, http)).rejects.toThrow(
    'https://openrouter.ai/api/v1/models?output_modalities=all: its next page',
  )
  expect(http.asked).toHaveLength(1)
})

it('asks for models of all kinds, not for those alone that write text', async () => {
  const http = fakeHttp(() => ({ body: { data: [model('a/b')] } }))
  await fetchAll(openrouterModels, http)
  expect(http.asked).toEqual(['https://openrouter.ai/api/v1/models?output_modalities=all'])
})

it('refuses pages that go round in a circle', async () => {
  const http = fakeHttp(() => ({
    body: { data: [model('a/b')], links: { next: '/api/v1/models?offset=1' } },
  }))
  await expect(fetchAll(openrouterModels, http)).rejects.toThrow('its pages never end')
  expect(http.asked).toHaveLength(2)
})

it('lists a model once that is on two pages, as it was read last', async () => {
  const pages = [
    { data: [model('a/b'), model('a/c')], links: { next: '/api/v1/models?offset=1' } },
    { data: [model('a/b', { name: 'Renamed' })], links: { next: null } },
  ]
  const http = fakeHttp((url) => ({ body: pages[url.includes('offset') ? 1 : 0] }))
  const rows = selectRows(await fetchAll(openrouterModels, http))
  expect(rows.map((row) => [row.id, row.name])).toEqual([
    ['a/b', 'Renamed'],
    ['a/c', 'Sample'],
  ])
})

it('takes an empty market for a failure, and not for the departure of every model', async () => {
  const fetching = fetchAll(
    openrouterModels,
    fakeHttp(() => ({ body: { data: [] } })),
  )
  await expect(fetching).rejects.toThrow('https://openrouter.ai/api/v1/models')
})

it('keeps prices as the decimals they are written as', async () => {
  const row = await readModel({ pricing: { prompt: '0.000000100000000001', completion: '1e-7' } })
  expect(row).toMatchObject({ prompt_price_usd: '0.000000100000000001', completion_price_usd: '1e-7' })
  expect(openrouterModels.row.safeParse(row).success).toBe(true)
})

it.each([
  ['a price that is no number', 'cleaned', { pricing: { prompt: 'free' } }],
  ['a time no date can hold', 'cleaned', { created: 1e300 }],
  ['a time that is text', 'cleaned', { created: 'yesterday' }],
  ['a context of minus one', 'cleaned', { context_length: -1 }],
  ['an identifier with an invisible character', 'quarantined', { id: 'a/b\u200b' }],
])('of %s: the row is %s', async (_, verdict, fields) => {
  expect(checkRow(openrouterModels, await readModel(fields))).toBe(verdict)
})

it.each([
  ['2026-01-07', '2026-01-06', 'all'],
  ['2026-01-08', '2026-01-07', 'changes'],
  ['2026-01-10', '2026-01-07', 'all'],
] as const)('on %s, last read on %s, it reads %s', async (day, observed_on, coverage) => {
  const http = fakeHttp(() => ({ body: { data: [{ id: 'sample/one' }] } }))
  const known = { openrouter_models: [{ id: 'sample/one', observed_on }] }
  expect((await fetchAll(openrouterModels, http, { day, known })).coverage).toBe(coverage)
})
