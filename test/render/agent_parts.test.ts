import { expect, test } from 'vitest'
import { HOW_TO_MEASURE } from '../../core/domain/how_to_measure.ts'
import { SIGNALS } from '../../core/domain/signals.ts'
import { agentAdvice } from '../../core/pages/agent_advice.ts'
import { standingView } from '../../core/pages/agent_standing.ts'
import { agentState, livenessSentences } from '../../core/pages/agent_state.ts'
import { calendar } from '../../core/pages/draw/calendar.ts'
import type { PageSite } from '../../core/pages/page_site.ts'
import developer from '../../pipeline/methodology/developer.ts'
import mcpServer from '../../pipeline/methodology/mcp_server.ts'
import modelFamily from '../../pipeline/methodology/model_family.ts'
import service from '../../pipeline/methodology/service.ts'
import tokenized from '../../pipeline/methodology/tokenized.ts'
import { createAgentRecord, createTrust, departed } from '../views/given_agent_record.ts'
import { signalWith, standingWith } from '../views/given_full_record.ts'

const METHODOLOGIES = [developer, mcpServer, modelFamily, service, tokenized]

const SITE: PageSite = {
  ...{ day: '2026-03-31', world: 'sample', baseUrl: 'https://index.example', limitations: [] },
  methodologies: [],
}

test('every signal of a methodology has a sentence on how to make it measured, and no other has', () => {
  const keys = METHODOLOGIES.flatMap(({ signals }) => signals.map(({ key }) => key))
  for (const key of keys) expect(HOW_TO_MEASURE[key], key).toMatch(/^[A-Z].{20,}\.$/)
  expect(Object.keys(HOW_TO_MEASURE).filter((key) => SIGNALS[key] === undefined)).toEqual([])
  for (const [key, sentence] of Object.entries(HOW_TO_MEASURE))
    expect(sentence.split(' ').length, key).toBeLessThanOrEqual(20)
})

test('the reasons of an advice are said once, and what sums up others is left out', () => {
  const insufficient = { code: 'insufficient', sentence: 'Too little is known of it.' }
  const silent = { code: 'activity_stale', sentence: 'It is silent.' }
  const unproven = { code: 'payee_unproven', sentence: 'No wallet is proven.' }
  const trust = createTrust({
    ...{ verdict: 'caution', per_transaction: 0, daily: 0 },
    reasons: [silent, unproven, insufficient],
    advice: 'No payment is advised. It is silent. A payment would change that.',
  })
  const advice = agentAdvice(createAgentRecord('alder', { trust }))
  expect(advice).toMatchObject({
    title: 'Careful: no safe limit can be named yet',
    says: 'It is silent. A payment would change that.',
    reasons: ['No wallet is proven.'],
  })
  const alone = agentAdvice(createAgentRecord('alder', { trust: { ...trust, reasons: [insufficient] } }))
  expect(alone?.reasons).toEqual(['Too little is known of it.'])
})

test('an advice has its limit in its title, and one that has departed has none', () => {
  const readTitle = (given: Parameters<typeof createTrust>[0]) =>
    agentAdvice(createAgentRecord('alder', { trust: createTrust(given) }))?.title
  expect(readTitle({})).toBe('OK: up to 50 USD at once')
  expect(readTitle({ verdict: 'caution', per_transaction: 1 })).toBe('Careful: up to 1 USD at once')
  expect(readTitle({ verdict: 'reject', per_transaction: 0 })).toBe('Do not pay')
  expect(readTitle({ payable: false, per_transaction: null })).toBe('OK')
  expect(agentAdvice(departed('ash'))).toBeNull()
})

test('a state names the sign that it rests on, and an answer is no contradiction to no act', () => {
  const life = {
    ...{
      says: 'Alive.',
      judged_as: 'service',
      rests_on: 'x402_paid_at',
      rests_on_at: '2026-03-30T10:00:00Z',
    },
    ...{ maintained: null, maintained_at: null, alive_probability: null, alive_probability_cases: null },
  }
  expect(agentState(createAgentRecord('alder', { life }))).toEqual({
    ...{ liveness: 'alive', sign: 'Latest payment: 30 Mar 2026' },
  })
  const answered = createAgentRecord('alder', {
    ...{ activity: null, last_activity_at: null, last_probe_ok_at: '2026-03-30T08:00:00Z' },
    life: { ...life, rests_on: null, rests_on_at: null },
  })
  expect(agentState(answered)?.sign).toBe('Last answer to us: 30 Mar 2026')
  expect(livenessSentences(answered).join(' ')).not.toContain('No public act')
  expect(livenessSentences({ ...answered, last_probe_ok_at: null }).join(' ')).toContain(
    'No public act is known.',
  )
  expect(agentState(departed('ash'))).toBeNull()
})

test('what was measured and what was not are apart, with what each missing signal could add', () => {
  const signals = [
    signalWith({ key: 'x402_customers', weight: 80, points: 72.14, unit: 'customers', value: 812.33 }),
    signalWith({ key: 'a2a_skills', value: null, is_assumed: true, weight: 3, points: 0.68 }),
    signalWith({ key: 'github_forks', value: null, is_assumed: false, weight: 1, points: 0 }),
    signalWith({ key: 'github_pushed_at', value: null, value_at: '2026-03-29T09:30:00Z' }),
  ]
  const noise = {
    key: 'x402_customers',
    points_before: 1,
    points_after: 1,
    delta: 0.001,
    cause: 'its value changed',
  }
  const first = { handle: 'quartz', isFirst: true }
  const change = {
    ...{
      since: '2026-03-30',
      score_before: 1,
      score_delta: 0.2,
      rank_before: 1,
      is_methodology_changed: false,
    },
    causes: [{ ...noise, key: 'github_forks', delta: 0.2 }, noise],
  }
  const view = standingView(standingWith({ signals, change }), first, SITE)
  expect(view.evidence.map(({ name, value, points }) => [name, value, points])).toEqual([
    ['Customers (30 days)', '812.33 customers', '72.1'],
    ['Latest push', '29 Mar 2026 09:30', '10.0'],
  ])
  expect(view.missing.map(({ could_add }) => could_add)).toEqual(['up to +2.3', 'shifts weights'])
  expect(view.missing_weight).toBe(4)
  expect(view.moved).toBe('+0.20 since 2026-03-30: Forks +0.20')
  expect(
    standingView(standingWith({ change: { ...change, score_delta: 0.01 } }), first, SITE).moved,
  ).toBeNull()
  expect(standingView(standingWith({ is_rank_provisional: true }), first, SITE).place).toBe(
    'not settled, 2 to 6',
  )
})

test('a day differs in height too, not in colour alone', () => {
  expect(calendar([true, false, null]).svg).toMatch(
    /class="alive" d="M0 24v-24h3v24z"\/><path class="dead" d="M4 24v-12h3v12z"\/><path class="unknown" d="M8 24v-3h3v3z"/,
  )
})
