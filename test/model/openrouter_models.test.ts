import { expect, test } from 'vitest'
import { readRows, toGivenTables } from './given_tables.ts'

const RAW = `id canonical_slug name created_at context_length:bigint prompt_price_usd completion_price_usd gone_since:date
  observed_on:date observed_at source_url response_sha256`

/** `id = model` of each id that OpenRouter lists, by its permanent name. */
async function readModels(listed: Record<string, string | null>): Promise<string[]> {
  const rows = Object.entries(listed).map(([id, canonical_slug]) => ({ id, canonical_slug }))
  const given = toGivenTables({ raw_openrouter_models: RAW }, { raw_openrouter_models: rows })
  const models = await readRows<{ id: string; model: string }>(
    given,
    'stg_openrouter_models__models',
    'id, model',
  )
  return models.map(({ id, model }) => `${id} = ${model}`)
}

test.each(['free', 'extended', 'beta', 'thinking', 'nitro', 'floor', 'online', 'exacto', 'of-tomorrow'])(
  'an id with :%s is no model of its own, whatever permanent name is given',
  async (variant) => {
    const id = `lab/klode-4:${variant}`
    expect(await readModels({ 'lab/klode-4': null, [id]: null })).toEqual([
      'lab/klode-4 = lab/klode-4',
      `${id} = lab/klode-4`,
    ])
    const permanent = 'lab/klode-4-20260301'
    expect(await readModels({ 'lab/klode-4': permanent, [id]: id })).toEqual([
      `lab/klode-4 = ${permanent}`,
      `${id} = ${permanent}`,
    ])
  },
)

test('an alias is the model that it stands for, and so is a dated name', async () => {
  expect(
    await readModels({
      'lab/klode-4': 'lab/klode-4-20260301',
      '~lab/klode-latest': 'lab/klode-4-20260301',
      '~lab/latest': 'lab/klode-4',
      'lab/klode-4-20260301': null,
      'lab/klode-4-20260301:free': '',
      'LAB/Klode-4': null,
    }),
  ).toEqual([
    'LAB/Klode-4 = lab/klode-4-20260301',
    'lab/klode-4 = lab/klode-4-20260301',
    'lab/klode-4-20260301 = lab/klode-4-20260301',
    'lab/klode-4-20260301:free = lab/klode-4-20260301',
    '~lab/klode-latest = lab/klode-4-20260301',
    '~lab/latest = lab/klode-4-20260301',
  ])
})

test('models with permanent names of their own are two, however much their names have in common', async () => {
  expect(await readModels({ 'lab/klode-4': 'lab/klode-4', 'lab/klode-4-mini': 'lab/klode-4-mini' })).toEqual([
    'lab/klode-4 = lab/klode-4',
    'lab/klode-4-mini = lab/klode-4-mini',
  ])
})
