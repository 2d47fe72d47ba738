import { expect, test } from 'vitest'
import { daysAgo } from './given.ts'
import { readRows, toGivenTables } from './given_tables.ts'

const PROBE = `url host kind declared_method outcome reason status:bigint final_url protocol_version server_name server_version
  first_byte_ms:bigint total_ms:bigint vantage is_sample:boolean host_addresses:bigint tools_count:bigint tools_hash details:json
  observed_on:date observed_at source_url response_sha256`
const URL = 'https://shop.sample.example/a'

interface ProbeState {
  outcome: string
  reason: string | null
  dead_days: number
  has_answered: boolean
}

/** Returns the row of an address with these outcomes on the days up to today; `null`: it was not due. */
async function readProbe(outcomes: (string | null)[]): Promise<ProbeState | undefined> {
  const probes = outcomes.flatMap((outcome, nth) =>
    outcome === null
      ? []
      : [
          {
            ...{ url: URL, kind: 'mcp', outcome, reason: outcome === 'not_probed' ? 'time' : null },
            ...{ observed_on: daysAgo(outcomes.length - 1 - nth), observed_at: '2026-03-01T00:00:00Z' },
          },
        ],
  )
  const given = toGivenTables(
    { raw_endpoint_probes: PROBE, observed_endpoint_probes: PROBE },
    { raw_endpoint_probes: probes.slice(-1), observed_endpoint_probes: probes },
  )
  const columns = 'outcome, reason, dead_days::int as dead_days, first_ok_on is not null as has_answered'
  return (await readRows<ProbeState>(given, 'stg_endpoint_probes__probes', columns))[0]
}

test.each([
  [['answers'], 0],
  [['answers', 'not_found', 'dns', 'refused'], 3],
  [['gated', 'not_found', 'answers_before_payment', 'parked'], 1],
  // It says something of who asks.
  [['answers', 'rate_limited', 'blocked', 'blocked'], 0],
  [['answers', 'not_found', 'not_probed', null, 'not_found'], 2],
  [['not_found', 'tls'], 2],
])('after %j it has been silent on %i observed days', async (outcomes, days) => {
  expect((await readProbe(outcomes))?.dead_days).toBe(days)
})

test('server errors and time-outs alone count once there are five of them over two weeks', async () => {
  const spread = (count: number, days: number) =>
    Array.from({ length: days }, (_, n) => (n < count - 1 || n === days - 1 ? 'timeout' : null))
  const silence = async (outcomes: (string | null)[]) =>
    (await readProbe(['answers', ...outcomes]))?.dead_days
  expect(await silence(spread(4, 14))).toBe(0)
  expect(await silence(spread(5, 13))).toBe(0)
  expect(await silence(spread(5, 14))).toBe(5)
  expect(await silence([...spread(4, 4), 'dns'])).toBe(5)
})

test('an address that is not probed any more keeps its last result, and says why it is not', async () => {
  expect(await readProbe(['answers', 'not_found', 'not_probed'])).toEqual({
    ...{ outcome: 'not_found', reason: 'time', dead_days: 1, has_answered: true },
  })
  expect(await readProbe(['not_probed'])).toMatchObject({ outcome: 'not_probed', dead_days: 0 })
})

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
      probe('silent', 9, 'answers', quote('0xA')),
      probe('silent', 2, 'timeout', []),
      probe('silent', 1, 'not_found', []),
    ],
    ...[probe('moved', 9, 'answers', quote('0xA')), probe('moved', 2, 'answers', quote('0xB'))],
    ...[probe('free', 9, 'answers', quote('0xA')), probe('free', 2, 'answers', [])],
    ...[probe('away', 9, 'answers', quote('0xA'), 'https://other.example/')],
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
