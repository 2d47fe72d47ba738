import { booleanColumn, dateColumn, integerColumn, textColumn, timeColumn } from '../column.ts'
import { countColumn, sha256Column, uptimeColumns } from '../common_columns.ts'
import { defineTable } from '../table.ts'

const THIRD_PARTY = { thirdParty: { most: 300 } }

export default defineTable({
  name: 'probes',
  about:
    'One row per address of an agent in the list of probes: how the last one went, or why there was none. Addresses that the guard refused to visit are left out.',
  key: ['url', 'probed_url'],
  kept: 'daily',
  parquet: 'v1',
  sql: `select probes.*, sha256(probes.url) as probed_url, uptime.* exclude (address, answered_7, answered_30, measured_days, answered_days, vantages)
    from stg_endpoint_probes__probes as probes
    left join int_probes__uptime as uptime on uptime.address = probe_address(probes.url)
    where probes.outcome <> 'unsafe'`,
  columns: {
    url: textColumn('Address, supplied by the agent', { required: true, thirdParty: 'address' }),
    probed_url: textColumn('SHA-256 of the address as the agent writes it', { required: true }),
    host: textColumn('Its host'),
    kind: textColumn('Protocol in which it was asked', { required: true }),
    outcome: textColumn('How the last observation went; not_probed without any', { required: true }),
    reason: textColumn('Why it is not asked at present'),
    status: integerColumn('HTTP status of the answer', { minimum: 100, maximum: 999 }),
    final_url: textColumn('Address after redirects', { thirdParty: 'address' }),
    protocol_version: textColumn('Version of the protocol that it spoke', { thirdParty: { most: 50 } }),
    server_name: textColumn('Name that the server gives itself', THIRD_PARTY),
    server_version: textColumn('Version that the server gives itself', { thirdParty: { most: 100 } }),
    first_byte_ms: countColumn('Time to the first byte of the answer', 'milliseconds'),
    total_ms: countColumn('Time to the end of the answer', 'milliseconds'),
    vantage: textColumn('Place from which it was asked'),
    is_sample: booleanColumn('Its host has so many addresses that only a sample is asked each day'),
    host_addresses: countColumn('Declared addresses of its host', 'addresses'),
    tools_count: countColumn('Tools of the MCP server, when they were last read', 'tools'),
    tools_hash: textColumn('SHA-256 of its list of tools as a set, when it was last read', {
      pattern: '^[0-9a-f]{64}$',
    }),
    ...uptimeColumns,
    latency_p50_ms: countColumn('Median time to the first byte of its answers, 30 days', 'milliseconds'),
    first_ok_on: dateColumn('Day on which it first answered'),
    last_ok_at: timeColumn('When it last answered'),
    dead_days: countColumn('Observed days in a row on which it has not answered', 'days'),
    observed_on: dateColumn('Day of the last observation; null without any'),
    observed_at: timeColumn('When the answer came that this row rests on', { required: true }),
    response_sha256: sha256Column,
  },
})
