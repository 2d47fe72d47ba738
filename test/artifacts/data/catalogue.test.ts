import { expect, test } from 'vitest'
import { CATALOGUE, POPULAR } from '../../../pipeline/artifacts/data/catalogue.ts'
import { TABLES } from '../../../pipeline/artifacts/data/tables.ts'

const listed = CATALOGUE.flatMap(({ tables }) => tables)

test('every table is in the catalogue once', () => {
  expect(listed.map(([name]) => name).sort()).toEqual(TABLES.map(({ name }) => name).sort())
  for (const [name] of POPULAR) expect(listed.map(([table]) => table)).toContain(name)
})

test('each table has one short sentence', () => {
  for (const [, says] of listed) {
    expect(says).toMatch(/^[A-Z][^.]*\.$/)
    expect(says.split(' ').length).toBeLessThanOrEqual(12)
  }
})
