import { expect, test } from 'vitest'
import { agentChanges } from '../../core/resources/agent_changes.schema.ts'
import { agentChangesView } from '../../core/resources/agent_changes.ts'
import type { ChangeRow } from '../../core/views/agent_record.ts'
import { change, daysAgo } from '../artifacts/change_world.ts'
import { createAgentRecord, INFO } from './given_agent_record.ts'

const viewChanges = (changes: ChangeRow[], ...asked: [Parameters<typeof agentChangesView>[2]] | []) =>
  agentChanges.parse(agentChangesView(createAgentRecord('alder', { changes }), INFO, ...asked))

test('a change has what was before and after, and the places that were won', () => {
  const { handle: _, ...row } = change('alder', { reason: 'It was seen to act.' })
  expect(viewChanges([row])).toEqual({
    type: 'agent_changes',
    handle: 'alder',
    name: 'Sample alder',
    url: 'https://index.example/agents/alder',
    since: null,
    kept_from: '2026-01-01',
    count: 1,
    total: 1,
    changes: [{ ...row, rank_delta: 5 }],
    untrusted_fields: ['name'],
    limitations: ['Sample data.'],
    last_updated: '2026-03-31T06:00:00Z',
  })
})

test('a change from no rank or to none has no number of places', () => {
  const { changes } = viewChanges([
    change('alder', { rank_before: null }),
    change('alder', { rank_after: null }),
  ])
  expect(changes.map(({ rank_delta }) => rank_delta)).toEqual([null, null])
})

test('changes are those since the requested day, inclusive, up to the requested number', () => {
  const rows = [0, 1, 2].map((ago) => change('alder', { day: daysAgo(ago) }))
  const since = viewChanges(rows, { since: daysAgo(1), limit: 5 })
  expect(since).toMatchObject({ since: daysAgo(1), count: 2, total: 2 })
  const limited = viewChanges(rows, { since: null, limit: 1 })
  expect(limited).toMatchObject({ count: 1, total: 3, changes: [{ day: daysAgo(0) }] })
})

test('fifty by default, and a full record says that there may have been more', () => {
  const most = Array.from({ length: 100 }, () => change('alder'))
  expect(viewChanges(most)).toMatchObject({
    ...{ count: 50, total: 100 },
    limitations: ['Sample data.', 'Only the newest 100 changes of the last 90 days are kept.'],
  })
  expect(viewChanges(most.slice(1)).limitations).toEqual(['Sample data.'])
})
