import { expect, test } from 'vitest'
import { agentEntry } from '../../core/views/log_entry.ts'
import { createAgentRecord } from './given_agent_record.ts'
import { standingWith } from './given_full_record.ts'

const createEntry = (given: Parameters<typeof standingWith>[0]) =>
  agentEntry(createAgentRecord('alder', { standings: [standingWith(given)] }))

test('what time or others move adds nothing to the log', () => {
  const moved = {
    rank: 9,
    rank_low: 8,
    rank_high: 20,
    score_low: 1,
    score_high: 99,
    score_floor: 0,
    score_ceiling: 97.8,
  }
  expect(createEntry(moved)).toEqual(createEntry({}))
})

test.each([{ score: 12.5 }, { tier: 'indexed' as const }, { methodology_version: 'v2' }])(
  '%j is logged',
  (given) => {
    expect(createEntry(given)).not.toEqual(createEntry({}))
  },
)
