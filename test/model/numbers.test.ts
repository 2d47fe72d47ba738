import { expect, onTestFinished, test } from 'vitest'
import { NUMBERS } from '../../core/domain/numbers.ts'
import { computeFigures, storedIndex } from '../../core/resources/ghost_index.ts'
import { confidenceReasons } from '../../core/views/confidence.ts'
import { SQL_FOLDER } from '../../pipeline/model/build.ts'
import { readSeeds } from '../../pipeline/model/seeds.ts'
import { createAgentRecord, INFO } from '../views/given_agent_record.ts'
import { DAY, daysAgo, given, together, type World, worldWithAgents } from './given.ts'
import { givenLives } from './life_given.ts'
import { buildFrom } from './sql_harness.ts'

type Name = keyof typeof NUMBERS

/** Changes a number for the rest of a test. */
function change(name: Name, value: number): void {
  const numbers = NUMBERS as Record<Name, number>
  const before = numbers[name]
  numbers[name] = value
  onTestFinished(() => {
    numbers[name] = before
  })
}

/** An agent with so much of its weight observed, from so many sources, and alive on every one of the last days. */
const observed = (weight: number, sources: number, days: number): World =>
  together(worldWithAgents([{ handle: 'alder' }]), {
    scores: [{ handle: 'alder', category: 'service', observed_weight: weight, source_count: sources }],
    past_liveness: Array.from({ length: days - 1 }, (_, n) => ({
      ...{ day: daysAgo(n + 1), handle: 'alder', is_alive: true },
    })),
  })

async function readValue<T>(world: World, sql: string, models: string[]): Promise<T | undefined> {
  const db = await buildFrom(given(world), models)
  try {
    return (await db.rows<T>(sql))[0]
  } finally {
    db.close()
  }
}

const readConfidence = async (world: World): Promise<string | undefined> => {
  const sql = 'select confidence from int_trust__inputs'
  return (await readValue<{ confidence: string }>(world, sql, ['int_trust__inputs']))?.confidence
}

const readMeaning = async (value: string): Promise<string | undefined> => {
  const sql = `select meaning from seed_trust__points where input = 'confidence' and value = '${value}'`
  return (await readValue<{ meaning: string }>({}, sql, ['seed_trust__points']))?.meaning
}

test.each([
  ['high_weight', 71, 'high', 'high_from', 'observed_weight', 'at least 71 percent'],
  ['high_sources', 3, 'high', 'high_from', 'sources', 'from at least 3 sources'],
  ['full_coverage_days', 28, 'high', 'high_from', 'observed_days_30', null],
  ['medium_weight', 71, 'medium', 'medium_from', 'observed_weight', 'at least 71 percent'],
] as const)(
  '%s of %i moves the SQL, the view and the text',
  async (name, value, level, from, input, text) => {
    const days = level === 'high' ? NUMBERS.full_coverage_days : 1
    const world = observed(NUMBERS.high_weight, NUMBERS.high_sources, days)
    expect(await readConfidence(world)).toBe(level)
    change(name, value)
    expect(await readConfidence(world)).toBe(level === 'high' ? 'medium' : 'low')
    expect(
      confidenceReasons(createAgentRecord('alder')).find((reason) => reason.input === input)?.[from],
    ).toBe(value)
    if (text !== null) expect(await readMeaning(level)).toContain(text)
  },
)

test('the days that an agent stays alive are the same in the SQL, in the rule that is published', async () => {
  const world = givenLives({
    day: DAY,
    agents: [{ handle: 'alder' }],
    signs: [],
    addresses: [{ handle: 'alder', answeredDaysAgo: 9 }],
  })
  const build = () => buildFrom(world, ['liveness'])
  const before = await build()
  expect(await before.rows('select liveness from liveness')).toEqual([{ liveness: 'alive' }])
  before.close()
  change('alive_days', 9)
  const after = await build()
  expect(await after.rows('select liveness from liveness')).toEqual([{ liveness: 'unknown' }])
  after.close()
  expect(storedIndex([], [], null, INFO).rule).toContain('at most 9 days')
})

test('the days that an answer keeps an agent alive are the same in the SQL and in the rule that is published', async () => {
  const signs = [{ handle: 'alder', key: 'probed_at' as const, at: `${daysAgo(3)} 00:00:00` }]
  const world = givenLives({ day: DAY, agents: [{ handle: 'alder' }], signs })
  const liveness = async () => {
    const db = await buildFrom(world, ['liveness'])
    const rows = await db.rows('select liveness from liveness')
    db.close()
    return rows
  }
  expect(await liveness()).toEqual([{ liveness: 'alive' }])
  change('answer_days', 3)
  expect(await liveness()).toEqual([{ liveness: 'not_alive' }])
  expect(storedIndex([], [], null, INFO).rule).toContain('in 3 days')
})

test('the Wilson interval is as wide in the SQL as in the code', async () => {
  const world = worldWithAgents([
    ...['alder', 'birch', 'cedar'].map((handle, id) => ({ handle, id })),
    { handle: 'dogwood', id: 3, liveness: 'not_alive' },
  ])
  const sql = `select alive_share_low as low, alive_share_high as high from ghost_index where dimension = 'all'`
  const wide = await readValue(world, sql, ['ghost_index'])
  change('wilson_z', 1)
  const narrow = await readValue(world, sql, ['ghost_index'])
  expect(narrow).not.toEqual(wide)
  const { liveness_score_low: low, liveness_score_high: high } = computeFigures(4, 4, 3)
  expect(narrow).toEqual({ low, high })
})

test('every name in braces in a seed is one of the numbers', async () => {
  const seeds = readSeeds(SQL_FOLDER)
  const db = await buildFrom(
    {},
    seeds.map(({ name }) => name),
  )
  for (const { name } of seeds)
    expect(JSON.stringify(await db.rows(`select * from ${name}`)), name).not.toMatch(/\{\w+\}/)
  db.close()
})
