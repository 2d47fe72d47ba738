import { expect, test } from 'vitest'
import { NUMBERS } from '../../core/domain/numbers.ts'
import { DAY, daysAgo } from './given.ts'
import { toGivenTables } from './given_tables.ts'
import { buildFrom } from './sql_harness.ts'

const TRAITS = 'day:date handle kind last_on:date uptime_class host_class is_unread:boolean'

/** An agent over the days: whether it shows a sign of life so many days before the last one. */
interface Life {
  handle: string
  kind?: string
  isSeen: (ago: number) => boolean
  isUnread?: boolean
}

/** The traits of these agents on each of the last days, the newest day apart. */
function givenDays(lives: Life[], days: number) {
  const rows = lives.flatMap(({ handle, kind = 'asked', isSeen, isUnread = false }) =>
    Array.from({ length: days }, (_, ago) => {
      const last = Array.from({ length: days - ago }, (__, more) => ago + more).find(isSeen)
      return {
        ...{ day: daysAgo(ago), handle, kind, last_on: last === undefined ? null : daysAgo(last) },
        ...{ uptime_class: 'all', host_class: 'own', is_unread: isUnread },
      }
    }),
  )
  const traits = { past_liveness_traits: TRAITS, int_liveness__traits: TRAITS, run: 'day:date' }
  return toGivenTables(traits, {
    past_liveness_traits: rows.filter(({ day }) => day !== DAY),
    int_liveness__traits: rows.filter(({ day }) => day === DAY),
    run: [{ day: DAY }],
  })
}

const many = (count: number, name: string, isSeen: Life['isSeen'], rest: Partial<Life> = {}): Life[] =>
  Array.from({ length: count }, (_, nth) => ({ handle: `${name}-${nth}`, isSeen, ...rest }))

/** 90 that answer daily, 30 that never did, and 40 that stopped 20 days ago. */
const LIVES = [
  ...many(90, 'steady', () => true),
  ...many(30, 'silent', () => false),
  ...many(40, 'stopped', (ago) => ago >= 20),
]

async function readChances(lives: Life[], days: number) {
  const db = await buildFrom(givenDays(lives, days), ['alive_chances', 'alive_chances_tested'])
  const rows = await db.rows<{
    handle: string
    alive_probability: number | null
    alive_cases: number | null
  }>('select * from alive_chances')
  const tested = await db.rows<Record<string, number | null>>('select * from alive_chances_tested')
  db.close()
  const find = (handle: string) => rows.find((row) => row.handle === handle)
  return { find, tested, rows }
}

test('an agent has the share of comparable ones that showed a sign, drawn towards the coarser group', async () => {
  const { find } = await readChances(LIVES, 40)
  expect(find('steady-0')?.alive_probability).toBeGreaterThan(0.95)
  expect(find('steady-0')?.alive_cases).toBe(130)
  expect(find('silent-0')?.alive_probability).toBeLessThan(0.02)
  expect(find('stopped-0')?.alive_probability).toBeLessThan(0.02)
  expect(find('steady-0')?.alive_probability).toBeLessThan(1)
})

test('one day of silence is not compared with two', async () => {
  const { find } = await readChances(
    [
      ...many(40, 'every-second-day', (ago) => ago % 2 === 1),
      ...many(40, 'ended', (ago) => ago >= 15),
      ...many(1, 'silent-for-two', (ago) => ago >= 2),
    ],
    40,
  )
  expect(find('every-second-day-0')?.alive_probability).toBeGreaterThan(0.8)
  expect(find('silent-for-two-0')?.alive_probability).toBeLessThan(0.3)
})

test('before 28 days of history no probability is given', async () => {
  const { find } = await readChances(LIVES, NUMBERS.probability_days - 1)
  expect(find('steady-0')).toMatchObject({ alive_probability: null, alive_cases: null })
  const later = await readChances(LIVES, NUMBERS.probability_days)
  expect(later.find('steady-0')?.alive_probability).not.toBeNull()
})

test('who was not read is no case of a death', async () => {
  const unread = many(50, 'unread', (ago) => ago >= 10, { isUnread: true })
  const { find } = await readChances([...many(50, 'steady', () => true), ...unread], 40)
  expect(find('steady-0')?.alive_probability).toBeGreaterThan(0.99)
})

test('the probabilities of two weeks ago are judged by what came, against one share for all', async () => {
  const { tested } = await readChances(LIVES, 45)
  const [all, ...tenths] = tested
  expect(all).toMatchObject({ tenth: null, agents: 160, shown_share: 0.5625, brier_base: 0.246094 })
  expect(Number(all?.brier)).toBeLessThan(0.01)
  expect(tenths.map(({ tenth, agents, shown_share }) => [tenth, agents, shown_share])).toEqual([
    [0, 70, 0],
    [9, 90, 1],
  ])
  expect((await readChances(LIVES, 15)).tested).toEqual([])
})
