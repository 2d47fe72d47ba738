import { expect, test } from 'vitest'
import type { AgentProbe } from '../../core/views/agent_record.ts'
import {
  describeAgentUptime,
  describeProbe,
  OUTCOME_WORDS,
  REASON_WORDS,
} from '../../core/views/probe_words.ts'
import { NOT_PROBED_REASONS, PROBE_OUTCOMES } from '../../pipeline/probes/outcome.ts'
import { createAgentRecord } from './given_agent_record.ts'

const PROBE: AgentProbe = {
  ...{ kind: 'x402', url: 'https://shop.example/pay', outcome: 'answers', reason: null, status: 402 },
  ...{ observed_on: '2026-03-31', uptime_7d: 100, observations_7: 7, uptime_30d: 90, observations_30: 30 },
  ...{ latency_p50_ms: 80, host_estimate: null, listing_differences: null },
}

const UNSEEN: AgentProbe = {
  ...{ ...PROBE, outcome: 'not_probed', status: null, observed_on: null, latency_p50_ms: null },
  ...{ uptime_7d: null, observations_7: 0, uptime_30d: null, observations_30: 0 },
}

test('every outcome and reason has words', () => {
  expect(Object.keys(OUTCOME_WORDS).sort()).toEqual([...PROBE_OUTCOMES].sort())
  expect(Object.keys(REASON_WORDS).sort()).toEqual([...NOT_PROBED_REASONS].sort())
})

test('an address that was never observed is unknown, and its host is an estimate', () => {
  const host_estimate = {
    addresses: 36_413,
    observed: 200,
    alive_share: 50,
    alive_share_low: 43.1,
    alive_share_high: 56.9,
  }
  expect(describeProbe({ ...UNSEEN, reason: 'sampled_out', host_estimate })).toEqual([
    'Never asked: whether it answers is unknown.',
    "Not asked at present: left out of the day's sample of a host with more than 200 addresses.",
    'Estimate for its host, which says nothing of this address: 50 % of 36,413 addresses are alive (43.1 to 56.9, 95 % interval, from 200).',
  ])
})

test('a quote that differs from its listing says in what; one that does not says no more', () => {
  const differences = (...listing_differences: string[]) => describeProbe({ ...PROBE, listing_differences })
  expect(differences().at(-1)).toBe(
    'Its own quote differs from its listing in nothing that both name: network, wallet, price.',
  )
  expect(differences('wallet', 'price').at(-1)).toBe(
    'Its own quote names another wallet and another price than its listing.',
  )
})

test('an owner is told what he cannot see himself, and what to do', () => {
  expect(describeProbe({ ...PROBE, outcome: 'answers_before_payment', status: 405 }).at(-1)).toBe(
    'For its owner: the address answers 405 before it quotes; validate after the quote.',
  )
  expect(describeProbe({ ...UNSEEN, reason: 'post_only' }).at(-1)).toBe(
    'Its wallet is unconfirmed: its host takes POST alone. To have it confirmed, list the resource in https://shop.example/.well-known/x402.',
  )
  expect(describeProbe(PROBE)).toEqual([
    'On 2026-03-31 it answers in its protocol.',
    'Answered 90 % of 30 observations in 30 days, 100 % of 7 in 7 days; median time to the first byte 80 ms.',
  ])
})

test('one vantage is said to be one, and an uptime without observations is unknown', () => {
  const { reliability } = createAgentRecord('alder')
  if (reliability === null) throw new Error('the agent has departed')
  expect(describeAgentUptime(reliability)).toContain('observed from one place')
  expect(describeAgentUptime({ ...reliability, vantages: 2, probed_addresses: 3 })).toContain(
    'Its 3 addresses, observed from 2 places: answered',
  )
  expect(describeAgentUptime({ ...reliability, uptime_30d: null })).toContain('unknown')
})
