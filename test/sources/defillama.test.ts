import { expect, it } from 'vitest'
import defillama from '../../pipeline/sources/defillama.ts'
import { checkRow, fetchAll, selectRows } from './context.ts'
import { fakeHttp } from './recorded_http.ts'

const coin = (id: string, gone_since: string | null = null) => ({ id, gone_since, observed_on: '2026-01-08' })
const read = async (protocols: object[], tokens = [coin('sample-coin')]) =>
  selectRows(
    await fetchAll(
      defillama,
      fakeHttp(() => ({ body: protocols })),
      { known: { coingecko_ai_agents: tokens } },
    ),
  )

it('keeps protocols of a listed token or of the category of AI agents, and no others', async () => {
  const rows = await read([
    { slug: 'of-token', gecko_id: 'sample-coin', category: 'Dexs' },
    { slug: 'of-category', gecko_id: null, category: 'AI Agents' },
    { slug: 'of-departed-token', gecko_id: 'sample-gone', category: 'Dexs' },
    { slug: 'of-neither', category: 'Lending' },
  ])
  expect(rows.map((row) => row.slug)).toEqual(['of-token', 'of-category'])
  const tokens = [coin('sample-gone', '2026-01-02')]
  expect(await read([{ slug: 'x', gecko_id: 'sample-gone', category: 'Dexs' }], tokens)).toEqual([])
})

it('takes an empty list for a failure, and not for the departure of every protocol', async () => {
  await expect(read([])).rejects.toThrow('https://api.llama.fi/protocols')
})

it.each([
  ['a value that is text', { tvl: '12' }],
  ['a time no date can hold', { listedAt: 1e300 }],
  ['chains that are no list', { chains: 'Base' }],
])('keeps the row without %s', async (_, fields) => {
  const [row] = await read([{ slug: 'sample', category: 'AI Agents', ...fields }])
  expect(checkRow(defillama, row)).toBe('cleaned')
})
