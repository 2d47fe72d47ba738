import { afterAll, beforeAll, expect, test } from 'vitest'
import { measureLoss, rankedIn } from '../../lab/e2e/lost_sources/loss.ts'
import { attackLine, findCheapAdvice } from '../../lab/gaming/report.ts'
import { PAGE, type PartOfStudy, studyAttacks } from './gaming/study_attacks.ts'

/** A short form of the study: attacks of every category, against the payment rules alone. */
const NAMES = [
  'self',
  'funded',
  'named by a feed alone',
  'downloads',
  'stars',
  'adoption',
  'volume',
  'new agent',
  'known customers',
  'observed for a month',
  'one set for many',
  'set of last month',
  'camouflaged circle',
  'unlisted operator',
  'new server',
]

let part: PartOfStudy
beforeAll(async () => {
  part = await studyAttacks(NAMES)
})
afterAll(() => part?.close())

test('the page shows what the models make of each attack (npm run e2e -- gaming writes it)', () => {
  expect(new Set(part.results.map(({ attack }) => attack.category)).size).toBe(5)
  for (const result of part.results) expect(PAGE).toContain(attackLine(result))
})

test('payments from oneself and from wallets that one funded buy nothing, and without the rule they would', () => {
  const own = part.results.filter(({ attack }) => ['self', 'funded'].includes(attack.name))
  expect(own.length).toBeGreaterThan(4)
  for (const { before, after } of own) expect(before.score).toBeGreaterThan(after.score * 3)
  expect(new Set(own.map(({ after }) => after.score)).size).toBe(1)
  // The wash rule flags no wallet that fewer than ten payments reached: one or three wallets that paid twice.
  for (const { variant, after } of own)
    expect(after.verdict, variant.label).toBe(/^k = [13]$/.test(variant.label) ? 'caution' : 'reject')
})

test('a wallet that a feed alone names is credited to nobody, and without the rule it would be', () => {
  const listed = part.results.filter(({ attack }) => attack.name === 'named by a feed alone')
  expect(listed.length).toBeGreaterThan(2)
  for (const { before, after } of listed) {
    expect(before.score).toBeGreaterThan(after.score * 3)
    expect(after).toMatchObject({ rank: null, verdict: 'caution' })
    // What a listing has whose customers are unknown.
    expect(after.score).toBeLessThan(1)
  }
  expect(new Set(listed.map(({ after }) => after.score)).size).toBe(1)
})

test('whoever is new is met with caution, whatever was spent', () => {
  const aged = ['known customers', 'observed for a month', 'one set for many', 'camouflaged circle']
  const fresh = part.results.filter(
    ({ attack, variant }) =>
      ['service', 'tokenized'].includes(attack.category) &&
      !aged.includes(attack.name) &&
      !/3[01] days ago/.test(variant.label),
  )
  expect(fresh.length).toBeGreaterThan(8)
  for (const { after } of fresh) expect(after.verdict).not.toBe('proceed')
})

test('no limit is above its share of what it cost to get it, and what is bought is advised', () => {
  const paid = part.results.filter(({ after }) => after.daily > 0).map(({ after }) => after.recommendation)
  expect(new Set(paid)).toEqual(new Set(['pay_in_full', 'pay_little', 'pay_with_limits']))
  expect(
    findCheapAdvice(part.results).map(({ attack, variant }) => `${attack.name}, ${variant.label}`),
  ).toEqual([])
})

test('money never lowers a score', () => {
  for (const name of ['stars', 'downloads', 'adoption', 'volume']) {
    const bought = part.results.filter(({ attack }) => attack.name === name)
    for (const category of new Set(bought.map(({ attack }) => attack.category))) {
      const own = bought.filter(({ attack }) => attack.category === category)
      const scores = own.sort((a, b) => a.variant.spent - b.variant.spent).map(({ after }) => after.score)
      expect(scores, `${category} ${name}`).toEqual(scores.toSorted((a, b) => a - b))
    }
  }
})

test('a source that is lost costs those the rank of whom nothing else is known, and is back afterwards', async () => {
  const ranked = await rankedIn(part.db)
  const [loss, ...others] = await measureLoss(part.db, 'npm_downloads', ranked)
  expect(loss).toMatchObject({ category: 'mcp_server', gone: 0, unjust: 0 })
  expect(loss?.unknown).toBeGreaterThan(0)
  expect(others).toEqual([])
  expect(await rankedIn(part.db)).toEqual(ranked)
})
