import { expect, test } from 'vitest'
import { DAY } from './given.ts'
import { rowsFrom, toGivenTables } from './given_tables.ts'
import { noon, PROVENANCE, provenance } from './inputs_given.ts'

const INPUT = `handle key item value:double value_at:timestamp ${PROVENANCE}`

test('an input needs a value or a time, and no time is later than a day after the logical date', async () => {
  const gathered: [item: string, value: number | null, value_at: string | null][] = [
    ['a value', 1, null],
    ['a time', null, noon(5)],
    ['both', 1, noon(5)],
    ['neither', null, null],
    ['a day after', null, '2026-04-01 23:59:59'],
    ['a day and a second after', null, '2026-04-02 00:00:00'],
    ['a value of the future', 1, '2026-04-02 00:00:00'],
  ]
  const given = toGivenTables(
    {
      run: 'day:date day_end:timestamp',
      signal_definitions: 'key',
      int_signal_inputs: INPUT,
    },
    {
      run: [{ day: DAY, day_end: `${DAY} 23:59:59` }],
      signal_definitions: [{ key: 'k' }],
      int_signal_inputs: [
        ...gathered.map(([item, value, value_at]) => ({ handle: 'a', key: 'k', item, value, value_at })),
        { handle: 'a', key: 'not defined', item: 'other', value: 1 },
      ],
    },
  )
  const rows = await rowsFrom<{ item: string }>(given, ['signal_inputs'], 'select item from signal_inputs')
  expect(rows.map(({ item }) => item).sort()).toEqual(['a day after', 'a time', 'a value', 'both'])
})

test('a signal is the sum, the largest or the earliest of its inputs, and cites the one that it is read from', async () => {
  const aggregates = { total: 'sum', most: 'max', latest: 'max', earliest: 'min' }
  const given = toGivenTables(
    { signal_definitions: 'key unit source aggregate', signal_inputs: INPUT },
    {
      signal_definitions: Object.entries(aggregates).map(([key, aggregate]) => ({
        ...{ key, unit: 'u', source: 's', aggregate },
      })),
      signal_inputs: [
        { key: 'total', item: 'i1', value: 1, ...provenance(1) },
        { key: 'total', item: 'i2', value: 2.25, ...provenance(2) },
        { key: 'most', item: 'i1', value: 1, ...provenance(3) },
        { key: 'most', item: 'i2', value: 5, ...provenance(4) },
        { key: 'latest', item: 'i1', value_at: noon(1), ...provenance(5) },
        { key: 'latest', item: 'i2', value_at: noon(2), ...provenance(6) },
        { key: 'earliest', item: 'i1', value_at: noon(2), ...provenance(7) },
        { key: 'earliest', item: 'i2', value_at: noon(1), ...provenance(8) },
      ].map((row) => ({ handle: 'a', ...row })),
    },
  )
  const rows = await rowsFrom(
    given,
    ['signals'],
    `select key, value, strftime(value_at, '%d') as day, input_count, response_sha256 as read_from from signals order by key`,
  )
  const two = { input_count: 2 }
  expect(rows).toEqual([
    { key: 'earliest', value: null, day: '01', ...two, read_from: 'h8' },
    { key: 'latest', value: null, day: '02', ...two, read_from: 'h6' },
    { key: 'most', value: 5, day: null, ...two, read_from: 'h4' },
    { key: 'total', value: 3.25, day: null, ...two, read_from: 'h1' },
  ])
})
