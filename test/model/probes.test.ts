import { expect, test } from 'vitest'
import { daysAgo } from './given.ts'
import { readRows, toGivenTables } from './given_tables.ts'

const PROBE = `url host kind declared_method outcome status:bigint observed_on:date observed_at source_url response_sha256`
const URL = 'https://shop.sample.example/a'

/** The number of observed days without an answer of an address, for the probes of the days up to today. */
async function deadDays(
  declared_method: string | null,
  statuses: (number | null)[],
  { url, kind } = { url: URL, kind: 'x402' },
): Promise<number> {
  const probes = statuses.map((status, nth) => ({
    ...{ url, kind, declared_method, status, outcome: status === 200 ? 'ok' : 'error' },
    ...{ observed_on: daysAgo(statuses.length - 1 - nth), observed_at: '2026-03-01T00:00:00Z' },
  }))
  const given = toGivenTables(
    { raw_endpoint_probes: PROBE, observed_endpoint_probes: PROBE },
    { raw_endpoint_probes: probes.slice(-1), observed_endpoint_probes: probes },
  )
  const [row] = await readRows<{ dead_days: number }>(given, 'stg_endpoint_probes__probes', 'dead_days')
  return Number(row?.dead_days)
}

test.each([
  ['GET', 4],
  ['HEAD', 4],
  [null, 4],
  ['POST', 2],
  ['post', 2],
])(
  'where %s is declared, 404, no answer, 404 and 410 after an answer are %i dead days',
  async (method, days) => {
    expect(await deadDays(method, [200, 404, null, 404, 410])).toBe(days)
  },
)

test.each([
  ['mcp', URL, 2],
  ['a2a', `${URL}/rpc`, 2],
  ['a2a', `${URL}/agent-card.json`, 5],
  ['web', URL, 5],
])(
  'at an address of kind %s (%s) 404, 426 and 501 are no verdict on a GET where it takes POST',
  async (kind, url, days) => {
    expect(await deadDays(null, [200, 404, 426, 501, null, 410], { kind, url })).toBe(days)
  },
)

test('the quote of a host is valid until it answers otherwise, even if probes get no answer', async () => {
  const quote = (pay_to: string) => [{ network: 'base', asset: null, pay_to, amount: '1' }]
  const probe = (
    name: string,
    ago: number,
    outcome: string,
    quotes: object[],
    final_url: string | null = null,
  ) => ({
    ...{ url: `https://shop.example/${name}`, host: 'shop.example', outcome, quotes, final_url },
    ...{ observed_on: daysAgo(ago), observed_at: `${daysAgo(ago)}T00:00:00Z` },
  })
  const probes = [
    ...[
      probe('silent', 9, 'ok', quote('0xA')),
      probe('silent', 2, 'timeout', []),
      probe('silent', 1, 'not_found', []),
    ],
    ...[probe('moved', 9, 'ok', quote('0xA')), probe('moved', 2, 'ok', quote('0xB'))],
    ...[probe('free', 9, 'ok', quote('0xA')), probe('free', 2, 'ok', [])],
    ...[probe('away', 9, 'ok', quote('0xA'), 'https://other.example/')],
  ]
  const given = toGivenTables(
    {
      observed_endpoint_probes:
        'url host outcome quotes:json final_url observed_on:date observed_at source_url response_sha256',
      int_x402__network_names: 'network chain',
    },
    {
      observed_endpoint_probes: probes,
      int_x402__network_names: [{ network: 'base', chain: 'eip155:8453' }],
    },
  )
  expect(await readRows(given, 'stg_endpoint_probes__quotes', 'url, pay_to, chain')).toEqual([
    { url: 'https://shop.example/moved', pay_to: '0xb', chain: 'eip155:8453' },
    { url: 'https://shop.example/silent', pay_to: '0xa', chain: 'eip155:8453' },
  ])
})
