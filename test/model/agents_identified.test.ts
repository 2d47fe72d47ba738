import { expect, test } from 'vitest'
import { readRows, toGivenTables } from './given_tables.ts'

const TABLES = {
  categories: 'id position:bigint',
  int_records__handles: 'record_id handle bound_on:date',
  int_records__with_corrections:
    'record_id category name description record_url website repository_url first_seen_on:date departed_on:date departed_reason',
}
const CATEGORIES = ['developer', 'mcp_server', 'service']

/** A record of an agent, by default still listed. */
interface Member {
  record_id: string
  category: string
  handle?: string
  bound_on?: string
  name?: string
  record_url?: string
  first_seen_on?: string
  departed_on?: string
  departed_reason?: string
}

const identified = (members: Member[], wanted: string): Promise<object[]> =>
  readRows(
    toGivenTables(TABLES, {
      categories: CATEGORIES.map((id, position) => ({ id, position })),
      int_records__handles: members.map(({ record_id, handle = 'alder', bound_on = '2026-02-01' }) => ({
        ...{ record_id, handle, bound_on },
      })),
      int_records__with_corrections: members.map(({ handle: _, bound_on: __, ...record }) => record),
    }),
    'int_agents__profiles',
    wanted,
  )

test('the first category of a present record speaks for an agent, its others are named once', async () => {
  const members = [
    { record_id: 'dev:1', category: 'developer', departed_on: '2026-02-01', departed_reason: 'closed' },
    { record_id: 'mcp:2', category: 'mcp_server', name: 'Second' },
    { record_id: 'mcp:1', category: 'mcp_server', name: 'First' },
    { record_id: 'svc:1', category: 'service' },
    { record_id: 'svc:2', category: 'service' },
  ]
  expect(
    await identified(
      members,
      'handle, main_record, name, primary_category, secondary_categories, departed_on, departed_reason',
    ),
  ).toEqual([
    {
      ...{ handle: 'alder', main_record: 'mcp:1', name: 'First' },
      ...{ primary_category: 'mcp_server', secondary_categories: ['service'] },
      ...{ departed_on: null, departed_reason: null },
    },
  ])
})

test('an agent has departed with the last of its records, for the reason of that one, and keeps its categories', async () => {
  const gone = (record_id: string, category: string, departed_on: string, departed_reason: string) => ({
    ...{ record_id, category, departed_on, departed_reason },
  })
  const members = [
    gone('mcp:1', 'mcp_server', '2026-03-01', 'first'),
    gone('svc:1', 'service', '2026-03-09', 'last'),
    gone('svc:2', 'service', '2026-03-05', 'between'),
  ]
  expect(
    await identified(
      members,
      'main_record, primary_category, secondary_categories, departed_on, departed_reason',
    ),
  ).toEqual([
    {
      ...{ main_record: 'mcp:1', primary_category: 'mcp_server', secondary_categories: ['service'] },
      ...{ departed_on: '2026-03-09', departed_reason: 'last' },
    },
  ])
})

test('an agent was first seen with the earliest of its records, and each of their addresses is named once', async () => {
  const member = (record_id: string, first_seen_on: string, record_url: string) => ({
    ...{ record_id, category: 'service', first_seen_on, record_url },
  })
  const members = [
    member('svc:1', '2026-01-09', 'https://b.example/'),
    member('svc:2', '2026-01-05', 'https://a.example/'),
    member('svc:3', '2026-01-12', 'https://b.example/'),
    { ...member('svc:4', '2026-01-07', 'https://c.example/'), handle: 'birch' },
  ]
  expect(await identified(members, 'handle, first_seen_on, record_urls')).toEqual([
    {
      ...{ handle: 'alder', first_seen_on: '2026-01-05' },
      record_urls: ['https://a.example/', 'https://b.example/'],
    },
    { handle: 'birch', first_seen_on: '2026-01-07', record_urls: ['https://c.example/'] },
  ])
})

test('an agent was seen when it was bound, though its record bears the date of a later reading', async () => {
  const record = { record_id: 'svc:1', category: 'service', bound_on: '2026-01-04' }
  const seen = [
    { ...record, handle: 'twice', first_seen_on: '2026-01-05' },
    { ...record, record_id: 'svc:2', handle: 'undated' },
  ]
  expect(await identified(seen, 'handle, first_seen_on')).toEqual([
    { handle: 'twice', first_seen_on: '2026-01-04' },
    { handle: 'undated', first_seen_on: null },
  ])
})
