import { afterAll, beforeAll, expect, test } from 'vitest'
import { readModelSql } from '../../lab/gaming/build.ts'
import { attackLine, priceTable, rulesTable } from '../../lab/gaming/report.ts'
import { RULES } from '../../lab/gaming/rules.ts'
import { PAGE, type PartOfStudy, studyAttacks } from './gaming/study_attacks.ts'

/** Attacks that CI tries; the long form tries some of every category. */
const NAMES = ['self', 'known customers', 'observed for a month', 'camouflaged circle']

let part: PartOfStudy
beforeAll(async () => {
  part = await studyAttacks(NAMES)
})
afterAll(() => part?.close())

test('the page shows what the models make of each attack (npm run e2e -- gaming writes it)', () => {
  expect(part.results.length).toBeGreaterThan(6)
  for (const result of part.results) expect(PAGE).toContain(attackLine(result))
})

test('payments from oneself buy nothing, and without the rule they would', () => {
  const own = part.results.filter(({ attack }) => attack.name === 'self')
  expect(own).toHaveLength(2)
  for (const { before, after } of own) expect(before.score).toBeGreaterThan(after.score * 3)
  for (const { after } of own) expect(after.verdict).not.toBe('proceed')
})

test('proceed takes customers of 20 USD, a month and a host that quotes the wallet', () => {
  const verdicts = (name: string) =>
    part.results.filter(({ attack }) => attack.name === name).map(({ after }) => after.verdict)
  expect(verdicts('known customers')).toEqual(['caution', 'proceed', 'proceed'])
  expect(verdicts('observed for a month')).toEqual(['proceed'])
  expect(verdicts('camouflaged circle')).toEqual(['proceed', 'caution'])
})

test('every rule that is switched off is in its model, and the page names it with every price', () => {
  for (const { model, without } of RULES) {
    const sql = readModelSql(model)
    expect(without(sql), model).not.toBe(sql)
  }
  for (const line of `${rulesTable()}\n${priceTable()}`.split('\n')) expect(PAGE).toContain(line)
})
