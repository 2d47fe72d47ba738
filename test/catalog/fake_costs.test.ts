import { expect, test } from 'vitest'
import { CATEGORIES } from '../../core/domain/category.ts'
import { SIGNALS } from '../../core/domain/signals.ts'
import { gamingPage, measuredOn } from '../../lab/gaming/page.ts'
import { priceTable, rankCostTable } from '../../lab/gaming/report.ts'
import { fakeCosts, fakeCostsText } from '../../pipeline/catalog/fake_costs.ts'
import { FAKED_UNITS } from '../../pipeline/catalog/fake_prices.ts'
import { read } from '../pages.ts'

test('what pages say of faking is what the study says (npm run e2e -- gaming writes both)', () => {
  const study = read('docs/reference/gaming.md')
  expect(study).toContain(rankCostTable(fakeCosts()))
  expect(study).toContain(priceTable())
  expect(new Set(fakeCosts().map(({ category }) => category))).toEqual(new Set(CATEGORIES))
})

test('the page of tables is as the study writes it, and no part of it is empty', () => {
  const page = read('docs/reference/gaming.md')
  const measured = measuredOn(page)
  expect(gamingPage(measured)).toBe(page)
  for (const [mark, text] of Object.entries(measured)) expect(text, mark).toContain('| USD |')
})

test('the study writes the file as it is, and refuses one that could not be read', () => {
  expect(fakeCostsText(fakeCosts())).toBe(read('sql/seeds/catalog/fake_costs.csv'))
  const [cost] = fakeCosts()
  expect(() => fakeCostsText([{ ...cost, goal: '' } as never])).toThrow('line 2: goal must be')
})

test('each price is that of a signal, and of one that is counted', () => {
  for (const [key, { usd }] of Object.entries(FAKED_UNITS)) {
    expect(SIGNALS[key]?.unit, key).not.toBe('time')
    expect(SIGNALS[key], key).toBeDefined()
    expect(usd, key).toBeGreaterThan(0)
  }
  // Twenty wallets of 1.1 cents, as docs/scores/gaming.md counts.
  expect(FAKED_UNITS.x402_customers?.usd).toBeCloseTo(0.22, 10)
})
