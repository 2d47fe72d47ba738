import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { measureLoss, rankedIn } from '../../lab/e2e/lost_sources/loss.ts'
import { singleAttacks } from '../../lab/gaming/attacks.ts'
import { build, readModelSql } from '../../lab/gaming/build.ts'
import { attackLine, findCheapAdvice, priceTable, rulesTable } from '../../lab/gaming/report.ts'
import { RULES } from '../../lab/gaming/rules.ts'
import { type Result, study } from '../../lab/gaming/study.ts'
import { findVictims } from '../../lab/gaming/victims.ts'
import { openWorld } from '../../lab/gaming/world.ts'
import type { Database } from '../../pipeline/model/database.ts'

const PAGE = readFileSync(join(import.meta.dirname, '../../docs/reference/gaming.md'), 'utf8').split('\n')
/** A short form of the study: attacks of every category, against the payment rules alone. */
const SHORT = [
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

let folder = ''
let db: Database
let results: Result[] = []

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'assay-gaming-'))
  db = await openWorld(folder)
  const attacks = singleAttacks(await findVictims(db))
  results = await study(
    db,
    await build(db, []),
    attacks.filter(({ name }) => SHORT.includes(name)),
  )
})

afterAll(() => {
  db?.close()
  rmSync(folder, { recursive: true, force: true })
})

test('the page shows what the models make of each attack (npm run e2e -- gaming writes it)', () => {
  expect(new Set(results.map(({ attack }) => attack.category)).size).toBe(5)
  for (const result of results) expect(PAGE).toContain(attackLine(result))
})

test('payments from oneself and from wallets that one funded buy nothing, and without the rule they would', () => {
  const own = results.filter(({ attack }) => ['self', 'funded'].includes(attack.name))
  expect(own.length).toBeGreaterThan(4)
  for (const { before, after } of own) expect(before.score).toBeGreaterThan(after.score * 3)
  expect(new Set(own.map(({ after }) => after.score)).size).toBe(1)
  // The wash rule flags no wallet that fewer than ten payments reached: one or three wallets that paid twice.
  for (const { variant, after } of own)
    expect(after.verdict, variant.label).toBe(/^k = [13]$/.test(variant.label) ? 'caution' : 'reject')
})

test('a wallet that a feed alone names is credited to nobody, and without the rule it would be', () => {
  const listed = results.filter(({ attack }) => attack.name === 'named by a feed alone')
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
  const fresh = results.filter(
    ({ attack, variant }) =>
      ['service', 'tokenized'].includes(attack.category) &&
      !aged.includes(attack.name) &&
      !/3[01] days ago/.test(variant.label),
  )
  expect(fresh.length).toBeGreaterThan(8)
  for (const { after } of fresh) expect(after.verdict).not.toBe('proceed')
})

test('no limit is above its share of what it cost to get it, and what is bought is advised', () => {
  const paid = results.filter(({ after }) => after.daily > 0).map(({ after }) => after.recommendation)
  expect(new Set(paid)).toEqual(new Set(['pay_in_full', 'pay_little', 'pay_with_limits']))
  expect(findCheapAdvice(results).map(({ attack, variant }) => `${attack.name}, ${variant.label}`)).toEqual(
    [],
  )
})

test('proceed takes customers of 20 USD, a month and a host that quotes the wallet', () => {
  const verdicts = (name: string) =>
    results.filter(({ attack }) => attack.name === name).map(({ after }) => after.verdict)
  expect(verdicts('known customers')).toEqual(['caution', 'proceed', 'proceed'])
  expect(verdicts('observed for a month')).toEqual(['proceed'])
  expect(verdicts('camouflaged circle')).toEqual(['proceed', 'caution'])
})

test('money never lowers a score', () => {
  for (const name of ['stars', 'downloads', 'adoption', 'volume']) {
    const bought = results.filter(({ attack }) => attack.name === name)
    for (const category of new Set(bought.map(({ attack }) => attack.category))) {
      const own = bought.filter(({ attack }) => attack.category === category)
      const scores = own.sort((a, b) => a.variant.spent - b.variant.spent).map(({ after }) => after.score)
      expect(scores, `${category} ${name}`).toEqual(scores.toSorted((a, b) => a - b))
    }
  }
})

test('every rule that is switched off is in its model, and the page names it with every price', () => {
  for (const { model, without } of RULES) {
    const sql = readModelSql(model)
    expect(without(sql), model).not.toBe(sql)
  }
  for (const line of `${rulesTable()}\n${priceTable()}`.split('\n')) expect(PAGE).toContain(line)
})

test('a source that is lost costs those the rank of whom nothing else is known, and is back afterwards', async () => {
  const ranked = await rankedIn(db)
  const [loss, ...others] = await measureLoss(db, 'npm_downloads', ranked)
  expect(loss).toMatchObject({ category: 'mcp_server', gone: 0, unjust: 0 })
  expect(loss?.unknown).toBeGreaterThan(0)
  expect(others).toEqual([])
  expect(await rankedIn(db)).toEqual(ranked)
})
