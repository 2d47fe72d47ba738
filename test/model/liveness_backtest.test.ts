import { expect, test } from 'vitest'
import { NUMBERS } from '../../core/domain/numbers.ts'
import { daysLater, type GivenAges, ghostWorld } from '../artifacts/ghost_given.ts'
import { DAY, runCheck } from './given.ts'
import { buildFrom } from './sql_harness.ts'

const BACKTEST_DAY = daysLater(DAY, -14)
const called = (handle: string, is_alive: boolean | null, category = 'service') => ({
  ...{ day: BACKTEST_DAY, handle, category, is_alive, liveness_rule: NUMBERS.liveness_rule },
})
const agent = (handle: string, actedDaysAgo: number | null, rest: Partial<GivenAges> = {}): GivenAges => ({
  ...{ handle, category: 'service', actedDaysAgo, answeredDaysAgo: null },
  ...rest,
})

async function backtest(agents: GivenAges[], rows: object[]): Promise<Record<string, unknown>[]> {
  const db = await buildFrom(ghostWorld({ day: DAY, agents, called: rows }), ['liveness_backtest'])
  expect(await runCheck(db, 'liveness_backtest_reconciles')).toEqual([])
  const found = await db.rows<Record<string, unknown>>('select * from liveness_backtest')
  db.close()
  return found
}

test('of those called alive some act, and of those that act some were called alive', async () => {
  const agents = [
    agent('acts', 0),
    agent('acts_on_the_day_after', 13),
    agent('acted_on_the_day_itself', 14),
    agent('answers', null, { answeredDaysAgo: 2 }),
    agent('stops', 40),
    agent('comes_back', 3),
    agent('was_unknown', 5),
    agent('is_new', 1),
  ]
  const rows = [
    ...['acts', 'acts_on_the_day_after', 'acted_on_the_day_itself', 'answers', 'stops'].map((handle) =>
      called(handle, true),
    ),
    called('comes_back', false),
    called('was_unknown', null),
    called('departed', true),
  ]
  const [all, service] = await backtest(agents, rows)
  const expected = {
    ...{ called_on: BACKTEST_DAY, called_alive: 5, acted: 4, called_alive_acted: 2 },
    ...{ acted_or_answered: 5, called_alive_acted_or_answered: 3 },
    ...{ precision_percent: 40, recall_percent: 50 },
    ...{ precision_with_answers_percent: 60, recall_with_answers_percent: 60 },
  }
  expect(all).toMatchObject({ category: 'all', ...expected })
  expect(service).toMatchObject({ category: 'service', ...expected })
})

test('an agent in two categories counts once in all', async () => {
  const rows = [called('a', true), called('a', true, 'developer')]
  const found = await backtest([agent('a', 2)], rows)
  expect(found.map((row) => [row.category, row.called_alive, row.precision_percent])).toEqual([
    ['all', 1, 100],
    ['developer', 1, 100],
    ['service', 1, 100],
  ])
})

test('an agent that was not read of late is judged by an act of it alone', async () => {
  const agents = [
    agent('unread', 20, { readDaysAgo: 7 }),
    agent('acted', 8, { readDaysAgo: 7 }),
    agent('read', 20, { readDaysAgo: 0 }),
  ]
  const db = ghostWorld({ day: DAY, agents, called: agents.map(({ handle }) => called(handle, true)) })
  // The sources of their acts are read for each agent separately.
  const sources = db.int_liveness__source_reads
  const built = await buildFrom(
    { ...db, int_liveness__source_reads: { columns: sources?.columns ?? {}, rows: [] } },
    ['liveness_backtest'],
  )
  const [all] = await built.rows<Record<string, unknown>>('select * from liveness_backtest')
  built.close()
  expect(all).toMatchObject({ called_alive: 2, called_alive_acted: 1, precision_percent: 50 })
})

test('without a day of then, or with one by another rule, there is no backtest', async () => {
  expect(await backtest([agent('a', 2)], [])).toEqual([])
  expect(await backtest([agent('a', 2)], [{ ...called('a', true), liveness_rule: null }])).toEqual([])
  expect(await backtest([agent('a', 2)], [{ ...called('a', true), day: daysLater(DAY, -13) }])).toEqual([])
})
