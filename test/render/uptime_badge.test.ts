import { expect, test } from 'vitest'
import { BADGE_STYLES } from '../../core/badge/badge.ts'
import { drawBadge } from '../../core/badge/draw_badge.ts'
import { uptimeBadge } from '../../core/badge/uptime_badge.ts'
import type { AgentRecord, ReliabilityRow } from '../../core/views/agent_record.ts'
import { createAgentRecord, createTrust, departed, INFO } from '../views/given_agent_record.ts'
import { assertWellFormed } from './svg.ts'

const AGENT = createAgentRecord('amber')

const buildBadge = (measured_days_30: number, answered_days_30: number, more: Partial<AgentRecord> = {}) =>
  uptimeBadge(
    {
      ...AGENT,
      reliability: { ...(AGENT.reliability as ReliabilityRow), measured_days_30, answered_days_30 },
      ...more,
    },
    INFO,
  )

test.each([
  [30, 29, 'answered 29 of 30 days', '#173'],
  [10, 9, 'answered 9 of 10 days', '#173'],
  [30, 26, 'answered 26 of 30 days', '#860'],
  [30, 14, 'answered 14 of 30 days', '#b21'],
  [4, 0, 'answered 0 of 4 days', '#b21'],
  [1, 1, 'answered 1 of 1 day', '#173'],
  [0, 0, 'not measured', '#666'],
])('of %i measured days %i: %s', (measured, answered, message, color) => {
  expect(buildBadge(measured, answered)).toMatchObject({ message, color, isWarning: false })
})

test('an agent without figures is not measured, one that has departed says so, and a flag outweighs the days', () => {
  expect(uptimeBadge({ ...AGENT, reliability: null }, INFO).message).toBe('not measured')
  expect(uptimeBadge(departed('amber'), INFO)).toMatchObject({ message: 'departed', color: '#666' })
  const flags = [
    { flag: 'hostile_name', severity: 'critical' as const, reason: 'It holds markup.', related: null },
  ]
  expect(buildBadge(30, 30, { trust: createTrust({ flags }) })).toMatchObject({
    ...{ message: 'flagged · answered 30 of 30 days', color: '#b21', isWarning: true },
    sentence: expect.stringContaining('flagged: hostile name (critical)'),
  })
})

test('its sentence says what the days are, and every style is well-formed with a hostile name', () => {
  const badge = buildBadge(30, 29, { name: '"><script>' })
  expect(badge.sentence).toContain(
    'answered 29 of 30 days (any of its addresses, of the days in 30 on which one was measured)',
  )
  for (const style of BADGE_STYLES) {
    const svg = drawBadge(badge, style)
    assertWellFormed(svg)
    expect(svg).not.toContain('<script>')
  }
})
