import { expect, test } from 'vitest'
import { type GivenAgent, given, worldWithAgents } from './given.ts'
import { readValues, toGivenTables } from './given_tables.ts'
import type { Given } from './sql_harness.ts'

const named = (tables: Record<string, Given>): Promise<string[]> =>
  readValues(tables, 'int_copies__originals', "handle || ' of ' || copied")

const readCopies = (agents: GivenAgent[]): Promise<string[]> =>
  named(given(worldWithAgents(agents.map((agent, id) => ({ id, ...agent })))))

test('a name with hidden or foreign letters copies those that look the same without them', async () => {
  expect(
    await readCopies([
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
    await readCopies([
      { handle: 'family', name: 'Klode', category: 'model_family', recordId: 'catalog:family/klode' },
      { handle: 'mimic', name: 'K.L.O.D.E' },
    ]),
  ).toEqual(['mimic of family'])
})

const TABLES = {
  int_trust__flags: 'handle flag severity related:varchar[]',
  int_trust__folded_names: 'handle folded',
  liveness: 'handle',
  trust: 'handle score:bigint',
}

/** An agent by its folded name, with a trust score and an optional flag. */
interface Folded {
  handle: string
  folded: string
  score?: number
  flag?: string
  severity?: string
  related?: string[]
}

const copiesAmong = (agents: Folded[]): Promise<string[]> =>
  named(
    toGivenTables(TABLES, {
      int_trust__flags: agents
        .filter(({ flag }) => flag !== undefined)
        .map(({ handle, flag, severity = 'major', related = [] }) => ({ handle, flag, severity, related })),
      int_trust__folded_names: agents.map(({ handle, folded }) => ({ handle, folded })),
      liveness: agents.map(({ handle }) => ({ handle })),
      trust: agents.map(({ handle, score = 50 }) => ({ handle, score })),
    }),
  )

test('an impersonator copies no other agent of its name, and a minor flag makes no copy', async () => {
  expect(
    await copiesAmong([
      { handle: 'mimic', folded: 'tides', flag: 'impersonation', related: ['original'] },
      { handle: 'original', folded: 'tides' },
      { handle: 'namesake', folded: 'tides' },
      { handle: 'listed', folded: 'tides', flag: 'hostile_name', severity: 'minor' },
    ]),
  ).toEqual(['mimic of original'])
})

test('names of which nothing is left copy each other as little as different ones', async () => {
  expect(
    await copiesAmong([
      { handle: 'dots', folded: '', flag: 'hostile_name' },
      { handle: 'dashes', folded: '' },
      { handle: 'tides', folded: 'tides' },
    ]),
  ).toEqual([])
})

test('of 22 that look like a hostile name the 20 most trusted are the copied ones', async () => {
  const trusted = Array.from({ length: 22 }, (_, n) => ({
    ...{ handle: `agent-${String(n).padStart(2, '0')}`, folded: 'tides', score: n },
  }))
  expect(await copiesAmong([{ handle: 'fake', folded: 'tides', flag: 'hostile_name' }, ...trusted])).toEqual(
    trusted.slice(2).map(({ handle }) => `fake of ${handle}`),
  )
})
