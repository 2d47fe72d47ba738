import { expect, it } from 'vitest'
import coingecko from '../../pipeline/sources/coingecko_ai_agents.ts'
import { fetchAll, selectRows } from './context.ts'
import { fakeHttp } from './recorded_http.ts'

const token = (id: string, price = 1) => ({ id, symbol: 's', name: 'Sample', current_price: price })
const tokens = (count: number, first = 0) =>
  Array.from({ length: count }, (_, i) => token(`sample-${String(first + i).padStart(4, '0')}`))
const parsePage = (url: string) => Number(new URL(url).searchParams.get('page'))

it.each([
  [249, 1],
  [250, 2],
  [251, 2],
  [500, 3],
])('reads %i tokens in %i pages', async (count, pages) => {
  const all = tokens(count)
  const http = fakeHttp((url) => ({ body: all.slice((parsePage(url) - 1) * 250, parsePage(url) * 250) }))
  expect(selectRows(await fetchAll(coingecko, http)).map((row) => row.id)).toEqual(all.map(({ id }) => id))
  expect(http.asked).toHaveLength(pages)
})

it('lists a token once that is on two pages, as it was read last', async () => {
  const pages = [tokens(250), [token('sample-0249', 2)]]
  const rows = selectRows(
    await fetchAll(
      coingecko,
      fakeHttp((url) => ({ body: pages[parsePage(url) - 1] })),
    ),
  )
  expect(rows).toHaveLength(250)
  expect(rows.at(-1)).toMatchObject({ id: 'sample-0249', current_price: 2 })
})

it('lists a token once if its id is repeated in capitals, in the correct spelling', async () => {
  const pages = [[token('SAMPLE-1', 5), token('sample-1', 1), token('Sample-1', 6)], []]
  const rows = selectRows(
    await fetchAll(
      coingecko,
      fakeHttp((url) => ({ body: pages[parsePage(url) - 1] })),
    ),
  )
  expect(rows).toHaveLength(1)
  expect(rows[0]).toMatchObject({ id: 'sample-1', current_price: 1 })
  const alone = selectRows(
    await fetchAll(
      coingecko,
      fakeHttp(() => ({ body: [token('SAMPLE-1')] })),
    ),
  )
  expect(alone.map(({ id }) => id)).toEqual(['sample-1'])
})

it('refuses pages that have no end', async () => {
  const http = fakeHttp((url) => ({ body: tokens(250, parsePage(url)) }))
  await expect(fetchAll(coingecko, http)).rejects.toThrow('page=21: its pages never end')
  expect(http.asked).toHaveLength(coingecko.budget)
})

it.each([
  ['has no answer', { status: 503, body: 'busy' }],
  ['is no list', { body: {} }],
])('keeps the pages before one that %s, and says that more follows', async (_, broken) => {
  const http = fakeHttp((url) => (parsePage(url) < 3 ? { body: tokens(250, parsePage(url) * 250) } : broken))
  const fetched = await fetchAll(coingecko, http)
  expect(selectRows(fetched)).toHaveLength(500)
  expect(fetched.coverage).toEqual({ left_out: 'what follows 500 tokens' })
})

it.each([
  ['a key', { COINGECKO_API_KEY: 'sample-key' }, { 'x-cg-demo-api-key': 'sample-key' }],
  ['no key', {}, {}],
])('asks at the same address with %s', async (_, env, headers) => {
  const sent: unknown[] = []
  const http = fakeHttp((_, options) => {
    sent.push(options.headers)
    return { body: tokens(1) }
  })
  expect(selectRows(await fetchAll(coingecko, http, { env }))).toHaveLength(1)
  expect(sent).toEqual([headers])
})

it('takes an empty category for a failure, and not for the departure of every token', async () => {
  const http = fakeHttp(() => ({ body: [] }))
  await expect(fetchAll(coingecko, http)).rejects.toThrow('page=1: it lists no tokens')
})
