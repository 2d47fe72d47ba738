import { dateColumn, decimalColumn, integerColumn, listColumn, textColumn } from '../column.ts'
import { countColumn, handleColumn, uptimeColumns } from '../common_columns.ts'
import { defineTable } from '../table.ts'

const hostShare = (meaning: string) =>
  decimalColumn(5, 2, meaning, { unit: 'percent', minimum: 0, maximum: 100 })

export default defineTable({
  name: 'endpoints',
  about:
    'One row per agent, kind and address at which its records say that it can be reached, with how its probes went; at most 10 an agent.',
  key: ['handle', 'kind', 'url'],
  kept: 'newest',
  parquet: 'v1',
  sql: `select endpoints.handle, endpoints.kind, endpoints.url, probes.* exclude (handle, kind, url, host_estimate),
      probes.host_estimate.addresses as host_addresses, probes.host_estimate.observed as host_observed,
      probes.host_estimate.alive_share as host_alive_share, probes.host_estimate.alive_share_low as host_alive_share_low,
      probes.host_estimate.alive_share_high as host_alive_share_high
    from endpoints left join endpoint_probes as probes using (handle, kind, url)`,
  columns: {
    handle: handleColumn,
    kind: textColumn('Protocol', { required: true, values: ['mcp', 'a2a', 'x402', 'web'] }),
    url: textColumn('Address, supplied by the agent', { required: true, thirdParty: 'address' }),
    outcome: textColumn('Outcome of the last observation; not_probed without any, null for no probe'),
    reason: textColumn('Why it is not asked at present'),
    status: integerColumn('HTTP status of the answer', { minimum: 100, maximum: 999 }),
    observed_on: dateColumn('Day of the last observation'),
    ...uptimeColumns,
    latency_p50_ms: countColumn('Median time to the first byte of its answers, 30 days', 'milliseconds'),
    listing_differences: listColumn(
      "What of a paid resource's own quote (network, wallet, price) its listings do not name; null if not compared",
    ),
    host_addresses: countColumn('Addresses of its host, if only a sample of them is asked', 'addresses'),
    host_observed: countColumn('Addresses of that sample', 'addresses'),
    host_alive_share: hostShare('Estimated share of them that is alive'),
    host_alive_share_low: hostShare('Lower end of its 95 % interval'),
    host_alive_share_high: hostShare('Upper end of its 95 % interval'),
  },
})
