import { expect, test } from 'vitest'
import { type GivenAgent, given, worldOf } from './given.ts'
import { buildFrom } from './sql_harness.ts'

async function copiesOf(agents: GivenAgent[]): Promise<string[]> {
  const db = await buildFrom(given(worldOf(agents.map((agent, id) => ({ id, ...agent })))), [
    'int_copies__named',
  ])
  const rows = await db.rows<{ handle: string; copied: string }>(
    'select handle, copied from int_copies__named order by handle, copied',
  )
  db.close()
  return rows.map(({ handle, copied }) => `${handle} of ${copied}`)
}

test('a name with hidden or foreign letters copies those that look the same without them', async () => {
  expect(
    await copiesOf([
      { handle: 'weather', name: 'Weather Tools' },
      { handle: 'other-weather', name: 'weather-tools' },
      { handle: 'hidden', name: 'Wea\u200bther Tools' },
      { handle: 'foreign', name: 'W\u0435ather Tools' },
      { handle: 'alone', name: 'Sn\u200bow Tools' },
      { handle: 'tides', name: 'Tide Tools' },
    ]),
  ).toEqual([
    'foreign of other-weather',
    'foreign of weather',
    'hidden of other-weather',
    'hidden of weather',
  ])
})

test('an impersonator copies the one that its flag names', async () => {
  expect(
    await copiesOf([
      { handle: 'family', name: 'Klode', category: 'model_family', recordId: 'catalog:family/klode' },
      { handle: 'mimic', name: 'K.L.O.D.E' },
    ]),
  ).toEqual(['mimic of family'])
})
