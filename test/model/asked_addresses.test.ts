import { expect, test } from 'vitest'
import { daysAgo } from './given.ts'
import { readRows, toGivenTables } from './given_tables.ts'

const PROBE = `url host kind declared_method outcome reason status:bigint final_url protocol_version server_name server_version
  first_byte_ms:bigint total_ms:bigint vantage is_sample:boolean host_addresses:bigint tools_count:bigint tools_hash details:json
  observed_on:date observed_at source_url response_sha256`

type Outcomes = (string | null)[]

/** Returns what counts of addresses with these outcomes on the days up to today; `null`: no row on the day. */
async function readAsked(addresses: Record<string, Outcomes>): Promise<Record<string, unknown[]>> {
  const probes = Object.entries(addresses).flatMap(([name, outcomes]) =>
    outcomes.flatMap((text, nth) => {
      if (text === null) return []
      const [outcome = '', reason = null] = text.split(' ')
      const observed_on = daysAgo(outcomes.length - 1 - nth)
      return [
        {
          ...{ url: `https://${name}.example/mcp`, host: `${name}.example`, kind: 'mcp', outcome, reason },
          ...{ is_sample: false, observed_on, observed_at: `${observed_on}T20:00:00Z` },
        },
      ]
    }),
  )
  const newest = [...new Map(probes.map((probe) => [probe.url, probe])).values()]
  const rows = await readRows<Record<string, unknown>>(
    toGivenTables(
      { raw_endpoint_probes: PROBE, observed_endpoint_probes: PROBE },
      { raw_endpoint_probes: newest, observed_endpoint_probes: probes },
    ),
    'int_liveness__addresses',
    'address, is_asked, is_answering, answered_on::varchar as answered_on, judged_on::varchar as judged_on, read_on::varchar as read_on',
  )
  return Object.fromEntries(
    rows.map(({ address, is_asked, is_answering, answered_on, judged_on, read_on }) => [
      String(address).replace(/^https:\/\/(.+)\.example.*$/, '$1'),
      [is_asked, is_answering, answered_on, judged_on, read_on],
    ]),
  )
}

test('outcomes that count towards no death move no state, and those of servers only once they last', async () => {
  const today = daysAgo(0)
  const errors = (days: number): Outcomes => Array.from({ length: days }, () => 'server_error')
  expect(
    await readAsked({
      answers: ['not_found', 'answers'],
      gated: ['answers', 'gated'],
      silent: ['answers', 'not_found'],
      limited: ['answers', 'rate_limited', 'blocked'],
      failing: ['answers', ...errors(3)],
      failed: ['answers', ...errors(14)],
      strange: ['rate_limited'],
      never: ['not_probed robots'],
    }),
  ).toEqual({
    answers: [true, true, today, today, today],
    gated: [true, true, today, today, today],
    silent: [true, false, daysAgo(1), today, today],
    limited: [true, true, daysAgo(2), daysAgo(2), today],
    failing: [true, true, daysAgo(3), daysAgo(3), today],
    failed: [true, false, daysAgo(14), today, today],
    strange: [true, false, null, null, today],
    never: [false, false, null, null, today],
  })
})

test('an address is read up to its last turn: what was due and not asked is not', async () => {
  const today = daysAgo(0)
  const found = await readAsked({
    asked: [null, null, 'answers'],
    waiting: ['not_found', null, 'not_probed not_due'],
    late: ['answers', null, 'not_probed time'],
    refused: ['answers', 'not_probed host_refused', 'not_probed host_refused'],
  })
  expect(Object.entries(found).map(([name, row]) => [name, row.at(-1)])).toEqual([
    ['asked', today],
    ['late', daysAgo(2)],
    ['refused', daysAgo(2)],
    ['waiting', today],
  ])
})
