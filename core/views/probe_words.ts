import { formatAmount, thousands } from '../pages/numbers.ts'
import type { AgentProbe, ReliabilityRow } from './agent_record.ts'

/** Words for each outcome of a probe, after the address. */
export const OUTCOME_WORDS: Readonly<Record<string, string>> = {
  answers: 'answers in its protocol',
  gated: 'asks for credentials or payment',
  answers_before_payment: 'answers before it asks for payment',
  card_only: 'has a card, but the interface that this names does not speak',
  wrong_protocol: 'answers, but not in its protocol',
  parked: 'has a parked or default page',
  not_found: 'has nothing there',
  malformed: 'sends an answer that cannot be read',
  redirects: 'redirects without end',
  unsafe: 'is not requested, for safety',
  dns: 'has a host name that is not found',
  refused: 'refuses connections',
  tls: 'has no valid encryption',
  rate_limited: 'limits our requests: not measured',
  blocked: 'blocks our requests: not measured',
  server_error: 'answers with a server error',
  timeout: 'does not answer in time',
  not_probed: 'was never asked',
}

/** Words for each reason not to ask an address. */
export const REASON_WORDS: Readonly<Record<string, string>> = {
  opted_out: 'excluded by the group AssayProbe of robots.txt',
  robots: 'excluded by robots.txt, as web pages can be',
  platform: 'on a platform where anybody has a page',
  template: 'a pattern to fill in, no address',
  sampled_out: "left out of the day's sample of a host with more than 200 addresses",
  not_due: 'not due yet, after no answer',
  post_only: 'POST alone is taken there, which the host has not allowed',
  post_limit: 'beyond the POSTs that a host gets a day',
  post_stopped: 'POSTs to the host are stopped, since its addresses did not expect them',
  host_refused: 'the host refused, and was left for the day',
  time: "beyond the day's time for probes",
  not_declared: 'no longer declared by any record',
}

/** Returns how the probes of an address went, in sentences of our own words. */
export function describeProbe(probe: AgentProbe): string[] {
  const { outcome, reason, observed_on } = probe
  const result = OUTCOME_WORDS[outcome] ?? outcome
  const why = reason === null ? null : `Not asked at present: ${REASON_WORDS[reason] ?? reason}.`
  return [
    observed_on === null ? 'Never asked: whether it answers is unknown.' : `On ${observed_on} it ${result}.`,
    ...(why === null ? [] : [why]),
    ...(observed_on === null ? [] : [describeUptime(probe)]),
    ...describeDifferences(probe),
    ...describeEstimate(probe),
    ...advise(probe),
  ]
}

type Uptime = Pick<
  ReliabilityRow,
  'uptime_7d' | 'observations_7' | 'uptime_30d' | 'observations_30' | 'latency_p50_ms'
>

/** Returns the uptime of 30 and 7 days, and the latency, in a sentence. */
function describeUptime({ latency_p50_ms, ...row }: Uptime): string {
  if (row.uptime_30d === null) return 'Uptime: unknown, since nothing was measured in 30 days.'
  const week =
    row.uptime_7d === null
      ? 'unknown in 7 days'
      : `${formatAmount(row.uptime_7d)} % of ${thousands(row.observations_7)} in 7 days`
  const latency = latency_p50_ms === null ? '' : `; median time to the first byte ${latency_p50_ms} ms`
  return `Answered ${formatAmount(row.uptime_30d)} % of ${thousands(row.observations_30)} observations in 30 days, ${week}${latency}.`
}

/** Returns the same for all addresses of an agent, with the number of places that observed them. */
export function describeAgentUptime(row: ReliabilityRow): string {
  if (row.uptime_30d === null) return 'Uptime of its addresses: unknown, since none was measured in 30 days.'
  const addresses = row.probed_addresses === 1 ? 'Its address' : `Its ${row.probed_addresses} addresses`
  const places = row.vantages === 1 ? 'one place' : `${row.vantages} places`
  return `${addresses}, observed from ${places}: ${describeUptime(row).replace(/^A/, 'a')}`
}

const describeDifferences = ({ listing_differences: parts }: AgentProbe): string[] => {
  if (parts === null) return []
  return parts.length === 0
    ? ['Its own quote differs from its listing in nothing that both name: network, wallet, price.']
    : [`Its own quote names another ${parts.join(' and another ')} than its listing.`]
}

const describeEstimate = ({ host_estimate }: AgentProbe): string[] =>
  host_estimate === null
    ? []
    : [
        `Estimate for its host, which says nothing of this address: ${formatAmount(host_estimate.alive_share)} % of ${thousands(host_estimate.addresses)} addresses are alive (${formatAmount(host_estimate.alive_share_low)} to ${formatAmount(host_estimate.alive_share_high)}, 95 % interval, from ${host_estimate.observed}).`,
      ]

/** Returns what the owner of an address can do, who does not see it himself. */
function advise({ outcome, reason, status, url }: AgentProbe): string[] {
  if (reason === 'post_only')
    return [
      `Its wallet is unconfirmed: its host takes POST alone. To have it confirmed, list the resource in https://${URL.parse(url)?.hostname ?? ''}/.well-known/x402.`,
    ]
  return outcome === 'answers_before_payment'
    ? [
        `For its owner: the address answers ${status ?? 'an error'} before it quotes; validate after the quote.`,
      ]
    : []
}
