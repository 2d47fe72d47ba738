import { expect, test } from 'vitest'
import { readRows, toGivenTables } from './given_tables.ts'

const NAMED = {
  int_records__keys: 'record_id key',
  int_records__handles: 'record_id handle',
  int_records: 'record_id departed_on:date',
  int_x402__operators: 'operator handles:varchar[]',
  int_agents__profiles: 'handle departed_on:date',
}

test('operators are those that present records name, and those that are paid', async () => {
  const keys = {
    a: [
      'organization:oak',
      'account:github.com/oak',
      'domain:oak.example',
      'wallet:eip155:8453/0xa',
      'mcp:a/b',
    ],
    b: ['domain:former.example'],
    c: ['domain:gone.example'],
  }
  const records = Object.entries(keys)
  const found = await readRows<{ handle: string; operator: string }>(
    toGivenTables(NAMED, {
      int_records__keys: records.flatMap(([record_id, all]) => all.map((key) => ({ record_id, key }))),
      int_records__handles: [
        { record_id: 'a', handle: 'desk' },
        { record_id: 'b', handle: 'desk' },
        { record_id: 'c', handle: 'gone' },
      ],
      int_records: [{ record_id: 'a' }, { record_id: 'b', departed_on: '2026-01-01' }, { record_id: 'c' }],
      int_x402__operators: [{ operator: '0xb', handles: ['desk', 'gone'] }],
      int_agents__profiles: [{ handle: 'desk' }, { handle: 'gone', departed_on: '2026-01-01' }],
    }),
    'int_agents__operators',
    'position, handle, operator',
  )
  expect(found.map(({ handle, operator }) => `${handle} ${operator}`)).toEqual([
    'desk oak',
    'desk github.com/oak',
    'desk oak.example',
    'desk 0xa',
    'desk 0xb',
  ])
})

const ENTRIES = {
  agents: `handle name primary_category tier rank:bigint score:decimal(6,2) liveness departed_on:date repository_url`,
  find_order: 'handle position:bigint',
  int_agents__operators: 'handle position:bigint operator',
}
const FLAGS = [{ flag: 'hostile_name', severity: 'major' }]

const agent = (handle: string, given: object = {}) => ({
  ...{ handle, name: handle, primary_category: 'service', tier: 'indexed', score: 10, liveness: 'alive' },
  ...given,
})

/** Type and rows of the flags, separately: `tablesOf` takes no type with blanks. */
const tables = ({ trust = [], ...rows }: Partial<Record<keyof typeof ENTRIES | 'trust', object[]>>) => ({
  ...toGivenTables(ENTRIES, rows),
  trust: {
    columns: { handle: 'VARCHAR', flags: 'STRUCT(flag VARCHAR, severity VARCHAR)[]' },
    rows: trust,
  },
})

test('the order is that of find, and those that have departed come last', async () => {
  const found = await readRows(
    tables({
      agents: [
        agent('a-gone', { liveness: null, departed_on: '2026-01-01' }),
        agent('birch'),
        agent('alder', { rank: 1 }),
      ],
      find_order: [
        { handle: 'alder', position: 1 },
        { handle: 'birch', position: 0 },
      ],
      trust: [{ handle: 'alder', flags: FLAGS }],
    }),
    'search_entries',
    'place, handle, liveness, flags',
  )
  expect(found).toEqual([
    { place: 0, handle: 'birch', liveness: 'alive', flags: [] },
    { place: 1, handle: 'alder', liveness: 'alive', flags: FLAGS },
    { place: 2, handle: 'a-gone', liveness: 'departed', flags: [] },
  ])
})

test.each([
  ['https://github.com/Oak/desk', 'Oak/desk'],
  ['http://www.github.com/oak/desk.git', 'oak/desk'],
  ['https://gitlab.example/oak/desk/', 'gitlab.example/oak/desk'],
  [null, null],
])('the repository %s is found as %s', async (repository_url, repository) => {
  const found = await readRows(
    tables({ agents: [agent('desk', { repository_url })] }),
    'search_entries',
    'repository',
  )
  expect(found).toEqual([{ repository }])
})

test('six operators are found, organizations and accounts before hosts and wallets', async () => {
  const named = ['w-1', 'w-2', 'w-3', 'w-4', 'w-5'].map((operator) => ({
    ...{ handle: 'desk', position: 4, operator },
  }))
  const found = await readRows<{ operators: string[] }>(
    tables({
      agents: [agent('desk')],
      int_agents__operators: [
        ...named,
        { handle: 'desk', position: 3, operator: 'z.example' },
        { handle: 'desk', position: 1, operator: 'z-organization' },
      ],
    }),
    'search_entries',
    'operators',
  )
  expect(found[0]?.operators).toEqual(['z-organization', 'z.example', 'w-1', 'w-2', 'w-3', 'w-4'])
})
