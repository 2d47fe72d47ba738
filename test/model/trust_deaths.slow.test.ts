import { expect, test } from 'vitest'
import { raisedFlags, raisedReasons } from './flags_of.ts'
import { daysAgo, type GivenAgent, together, type World, worldWithAgents } from './given.ts'

const CHAIN = 'eip155:8453'
const WALLET = `0x${'ab'.repeat(20)}`

/** Payments to the agent by age in days, and to somebody else on every day of the last 30. */
const paid = (counts: Record<number, number>, marketDays = 30, chain = CHAIN): World => ({
  int_operators__agents: [{ chain, operator: WALLET, handle: 'a', is_credited: true }],
  stg_x402_payments__payments: [
    ...Object.entries(counts).flatMap(([age, count]) =>
      Array.from({ length: count }, () => ({
        chain,
        operator: WALLET,
        payer: 'p',
        paid_on: daysAgo(+age),
      })),
    ),
    ...Array.from({ length: marketDays }, (_, age) => ({
      chain: CHAIN,
      operator: 'x',
      payer: 'p',
      paid_on: daysAgo(age),
    })),
  ],
})

const streak = (from: number, count: number): Record<number, number> =>
  Object.fromEntries(Array.from({ length: 7 }, (_, n) => [from + n, count]))

test.each<[string, World, boolean]>([
  ['five silent days after a busy week', paid(streak(5, 2)), true],
  ['four silent days', paid(streak(4, 2)), false],
  ['too few payments before', paid(streak(5, 1)), false],
  ['a gap in the week before', paid({ ...streak(5, 3), 7: 0 }), false],
  ['days on which nobody was seen to be paid', paid(streak(5, 2), 4), false],
  ['five silent days after two busy weeks', paid({ ...streak(5, 2), ...streak(12, 2) }), true],
  ['four silent days with several payments to others on each', together(paid(streak(4, 2)), paid({})), false],
  ['a last payment 29 days ago', paid(streak(29, 2)), true],
  ['a last payment 30 days ago', paid(streak(30, 2)), false],
  ['a chain on which nobody was seen to be paid since', paid(streak(5, 2), 30, 'eip155:137'), false],
  [
    'two chains, of which one was not read since',
    together(paid(streak(5, 2)), paid(streak(5, 1), 30, 'eip155:137')),
    false,
  ],
])('sudden death by payments: %s', async (_, world, isFlagged) => {
  const found = await raisedFlags(worldWithAgents([{ handle: 'a' }]), world)
  expect(found).toEqual(isFlagged ? { a: { sudden_death: 'minor' } } : {})
})

test.each<[string, number, number, number, boolean]>([
  ['after 14 observed days over more than 30', 14, 0, 3, true],
  ['after 13', 13, 0, 3, false],
  ['after 14 days over 30 or fewer, as one act leaves them', 14, 0, 2, false],
  ['after days that were mixed', 14, 1, 3, false],
])('sudden death by liveness: %s', async (_, alive, before, step, isFlagged) => {
  const past_liveness = Array.from({ length: alive + before }, (_, n) => ({
    day: daysAgo(n * step + 2),
    handle: 'a',
    is_alive: n < alive,
  }))
  const found = await raisedFlags(
    worldWithAgents([{ handle: 'a', liveness: 'not_alive', daysSinceActive: 31 }]),
    {
      past_liveness,
    },
  )
  expect(found).toEqual(isFlagged ? { a: { sudden_death: 'minor' } } : {})
})

const NOT_ALIVE: GivenAgent = { handle: 'a', liveness: 'not_alive', daysSinceActive: 31 }

/** The agent's observed liveness by age in days. */
const seen = (alive: number[], dead: number[] = []): World => ({
  past_liveness: [...alive, ...dead].map((ago) => ({
    ...{ day: daysAgo(ago), handle: 'a', is_alive: alive.includes(ago) },
  })),
})

/** So many days, every second one from the first of them. */
const every = (first: number, count: number): number[] =>
  Array.from({ length: count }, (_, n) => first + 2 * n)

test.each<[string, GivenAgent, World, boolean]>([
  ['the first just 30 days before the last', NOT_ALIVE, seen([...every(2, 13), 32]), true],
  ['the first 29 days before the last', NOT_ALIVE, seen([...every(2, 13), 31]), false],
  ['the last 29 days ago', NOT_ALIVE, seen([...every(29, 13), 59]), true],
  ['the last 30 days ago', NOT_ALIVE, seen([...every(30, 13), 60]), false],
  ['not alive 59 days before the last', NOT_ALIVE, seen([...every(2, 13), 32], [61]), false],
  ['not alive 60 days before the last', NOT_ALIVE, seen([...every(2, 13), 32], [62]), true],
  ['alive still', { handle: 'a' }, seen([...every(2, 13), 32]), false],
])('sudden death by liveness, alive on 14 days: %s', async (_, agent, world, isFlagged) => {
  expect(await raisedFlags(worldWithAgents([agent]), world)).toEqual(
    isFlagged ? { a: { sudden_death: 'minor' } } : {},
  )
})

test('the reasons count the days', async () => {
  expect(await raisedReasons(worldWithAgents([{ handle: 'a' }]), paid(streak(6, 2)))).toEqual([
    'a: sudden_death, minor: It received payments every day for at least a week, and none on the last 6 observed days.',
  ])
  expect(await raisedReasons(worldWithAgents([NOT_ALIVE]), seen([...every(2, 14), 32]))).toEqual([
    'a: sudden_death, minor: It was alive on each of 15 observed days and is no longer alive.',
  ])
})
