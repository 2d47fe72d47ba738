import { expect, test } from 'vitest'
import { readRows, readValues, toGivenTables } from './given_tables.ts'

const KEYS = { int_records__keys: 'record_id source key is_strong:boolean' }
const LISTED = { ...KEYS, int_records: 'record_id departed_on:date' }

/** Claims of a key, each as `source:record`. */
const claims = (key: string, is_strong: boolean, ...records: string[]) =>
  records.map((record_id) => ({ record_id, source: record_id.split(':')[0], key, is_strong }))

const ambiguous = (...claimed: ReturnType<typeof claims>): Promise<string[]> =>
  readValues(
    toGivenTables(LISTED, {
      int_records__keys: claimed,
      int_records: [...new Set(claimed.map(({ record_id }) => record_id))].map((record_id) => ({
        ...{ record_id, departed_on: record_id.endsWith('gone') ? '2026-03-01' : null },
      })),
    }),
    'int_records__ambiguous_keys',
    'key',
  )

test.each<[string, ReturnType<typeof claims>, boolean]>([
  ['two records of one source', claims('k', true, 'a:1', 'a:2'), true],
  ['two of one source, and two of another', claims('k', true, 'a:1', 'a:2', 'b:1', 'b:2'), true],
  ['two records of two sources', claims('k', true, 'a:1', 'b:1'), false],
  ['a present record and a departed one', claims('k', true, 'a:1', 'a:gone'), false],
  ['two that name their proved owner', claims('owned:account/x/tool', true, 'a:1', 'a:2'), false],
  ['two records that only claim their operator', claims('k', false, 'a:1', 'a:2'), false],
])('a key is ambiguous or not: %s', async (_, claimed, isAmbiguous) => {
  expect(await ambiguous(...claimed)).toEqual(isAmbiguous ? ['k'] : [])
})

const TIED = {
  ...KEYS,
  int_records__ambiguous_keys: 'key',
  int_records__handles: 'record_id handle',
  int_agents__profiles: 'handle departed_on:date',
}

/** The ties of agents, each with the records that begin with its name; `gone` has departed. */
const tied = (claimed: ReturnType<typeof claims>, isAmbiguous = false): Promise<object[]> => {
  const records = [...new Set(claimed.map(({ record_id }) => record_id))]
  const bound = records.map((record_id) => ({ record_id, handle: record_id.replace(/:.*/, '') }))
  return readRows(
    toGivenTables(TIED, {
      int_records__keys: claimed,
      int_records__ambiguous_keys: isAmbiguous ? [{ key: 'k' }] : [],
      int_records__handles: bound,
      int_agents__profiles: [...new Set(bound.map(({ handle }) => handle))].map((handle) => ({
        ...{ handle, departed_on: handle === 'gone' ? '2026-03-01' : null },
      })),
    }),
    'int_agents__shared_keys',
    'handle, other_count, others',
  )
}

const PAIR = [
  { handle: 'ash', other_count: 1, others: ['elm'] },
  { handle: 'elm', other_count: 1, others: ['ash'] },
]

test.each<[string, ReturnType<typeof claims>, boolean, object[]]>([
  ['their operator', claims('k', false, 'ash:1', 'ash:2', 'elm:1', 'gone:1'), false, PAIR],
  ['a key that names neither', claims('k', true, 'ash:1', 'elm:1'), true, PAIR],
  ['a key that names one of them', claims('k', true, 'ash:1', 'elm:1'), false, []],
  ['nothing with others', claims('k', false, 'ash:1', 'ash:2'), false, []],
])('agents are tied by what they share: %s', async (_, claimed, isAmbiguous, ties) => {
  expect(await tied(claimed, isAmbiguous)).toEqual(ties)
})

test('of many others the first ten are named, and all are counted', async () => {
  const names = Array.from({ length: 12 }, (_, n) => `agent-${String(n).padStart(2, '0')}`)
  const ties = await tied(claims('k', false, ...names.map((name) => `${name}:1`)))
  expect(ties).toEqual(
    names.map((handle) => ({
      ...{ handle, other_count: 11, others: names.filter((other) => other !== handle).slice(0, 10) },
    })),
  )
})
