import { expect, test } from 'vitest'
import { daysAgo, type GivenAgent, given, together, type World, worldWithAgents } from './given.ts'
import { rowsFrom, table } from './given_tables.ts'

const score = (category: string, observed_weight: number, source_count: number, handle = 'a') => ({
  ...{ handle, category, observed_weight, source_count },
})

const OBSERVED: World = {
  past_liveness: Array.from({ length: 26 }, (_, n) => ({ day: daysAgo(n + 1), handle: 'a', is_alive: true })),
}

test.each<[string, object[], string]>([
  ['one source alone', [score('service', 70, 1)], 'medium'],
  [
    'two sources, of two categories with as much',
    [score('developer', 70, 1), score('service', 70, 2)],
    'high',
  ],
  ['more sources, of the category with less', [score('developer', 39, 3), score('service', 70, 1)], 'medium'],
  ['just enough for medium', [score('service', 40, 1)], 'medium'],
  ['a unit less', [score('service', 39, 1)], 'low'],
])('confidence is that of the category with the most: %s', async (_, scores, confidence) => {
  const world = together(worldWithAgents([{ handle: 'a' }]), OBSERVED, { scores })
  const rows = await rowsFrom(given(world), ['int_trust__inputs'], 'select confidence from int_trust__inputs')
  expect(rows).toEqual([{ confidence }])
})

const FLAGS = 'position:integer handle flag severity reason related:varchar[]'

/** Raised flags, as `handle flag severity`. */
const raised = (...flags: string[]) =>
  table(
    FLAGS,
    flags.map((text, n) => {
      const [handle, flag, severity] = text.split(' ')
      return { position: n + 1, handle, flag, severity, reason: `Reason ${n + 1}.`, related: [] }
    }),
  )

const AGENTS: GivenAgent[] = [
  { handle: 'many', id: 1 },
  { handle: 'none', id: 2 },
  { handle: 'gone', id: 3, departedOn: '2026-03-01' },
]

const RAISED = raised(
  'many hostile_name minor',
  'many hostile_name critical',
  'many hostile_name major',
  'many wash_trade major',
  'many impersonation minor',
  'many sudden_death minor',
)

test('a flag counts once, by its gravest, and an agent without one has none', async () => {
  const rows = await rowsFrom(
    { ...given(worldWithAgents(AGENTS)), int_trust__flags: RAISED },
    ['int_trust__inputs'],
    `select handle, critical_flags, major_flags, minor_flags, is_erc8004_verified from int_trust__inputs
     order by handle`,
  )
  const none = { critical_flags: 0, major_flags: 0, minor_flags: 0, is_erc8004_verified: false }
  expect(rows).toEqual([
    { handle: 'gone', ...none },
    { handle: 'many', ...none, critical_flags: 1, major_flags: 1, minor_flags: 2 },
    { handle: 'none', ...none },
  ])
})

test('the points of a score are those of what counts, and add up to it', async () => {
  const rows = await rowsFrom<{ points: { input: string; value: string; points: number }[]; score: number }>(
    { ...given(worldWithAgents(AGENTS)), int_trust__flags: RAISED },
    ['trust'],
    'select score, points from trust order by handle',
  )
  const shown = rows.map(({ score, points }) => [
    score,
    points.map((point) => `${point.value} ${point.points}`),
  ])
  expect(shown).toEqual([
    [45, ['low 5', 'evidence_ranked 40', 'unproven 0']],
    [0, ['low 5', 'evidence_ranked 40', 'unproven 0', 'minor 0', 'major -25', 'critical -100']],
    [45, ['low 5', 'evidence_ranked 40', 'unproven 0']],
  ])
})

test('every row about an agent has its grave flags, each once by its gravest, in the order of the rules', async () => {
  const rows = await rowsFrom(
    { int_trust__flags: raised('a wash_trade major', 'a hostile_name major', 'b sudden_death minor') },
    ['grave_flags'],
    'select handle, list_transform(flags, lambda one: one.flag) as flags from grave_flags',
  )
  expect(rows).toEqual([{ handle: 'a', flags: ['wash_trade', 'hostile_name'] }])
  const same = { ...RAISED, rows: RAISED.rows.map((row) => ({ ...row, position: 2 })) }
  const gravest = await rowsFrom(
    { int_trust__flags: same },
    ['grave_flags'],
    "select list_filter(flags, lambda one: one.flag = 'hostile_name') as flags from grave_flags",
  )
  expect(gravest).toEqual([{ flags: [{ flag: 'hostile_name', severity: 'critical' }] }])
})

test('every flag of the wash rule is a reason to wait', async () => {
  const flags = { circle: 'closed_loop', own: 'self_payment', few: 'few_payers_many_payments', clean: null }
  const agents = Object.keys(flags).map((handle, id) => ({ handle, id }))
  const washes = Object.entries(flags).flatMap(([handle, flag]) =>
    flag ? [{ handle, flag, severity: 'minor' }] : [],
  )
  const rows = await rowsFrom<{ handle: string; wash: string }>(
    {
      ...given(worldWithAgents(agents)),
      int_trust__wash_flags: table('handle flag severity payments:bigint unique_payers:bigint', washes),
    },
    ['int_trust__inputs'],
    'select handle, wash from int_trust__inputs',
  )
  expect(Object.fromEntries(rows.map(({ handle, wash }) => [handle, wash]))).toEqual({
    ...{ circle: 'flagged', own: 'flagged', few: 'flagged', clean: 'none' },
  })
})
