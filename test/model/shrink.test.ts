import { expect, test } from 'vitest'
import { runCheck } from './given.ts'
import { toGivenTables } from './given_tables.ts'
import { buildFrom } from './sql_harness.ts'

const TABLES = {
  run: 'accept_shrink:boolean',
  previous_snapshots: 'category handle',
  snapshots: 'category handle',
  int_records__handles: 'record_id handle',
  past_bindings: 'record_id handle',
  int_records__keys: 'record_id key is_strong:boolean',
}

/** The number of agents of each account the day before, and of those left. */
type Accounts = Record<string, [before: number, left: number]>

interface World {
  accounts: Accounts
  category?: string
  accept_shrink?: boolean
  /** True if they were merged into others, and no record is bound to them any more. */
  areMerged?: boolean
}

/** The check's messages for a day on which accounts lost agents, each of them a record of its account. */
async function checkShrink({
  accounts,
  category = 'mcp_server',
  accept_shrink = false,
  areMerged = false,
}: World) {
  const agents = Object.entries(accounts).flatMap(([account, [before, left]]) =>
    Array.from({ length: before }, (_, n) => ({ account, handle: `${account}-${n}`, isLeft: n < left })),
  )
  const bindings = agents.map(({ handle }) => ({ record_id: `r:${handle}`, handle }))
  const db = await buildFrom(
    toGivenTables(TABLES, {
      run: [{ accept_shrink }],
      previous_snapshots: agents.map(({ handle }) => ({ category, handle })),
      snapshots: agents.filter(({ isLeft }) => isLeft).map(({ handle }) => ({ category, handle })),
      int_records__handles: areMerged ? [] : bindings,
      past_bindings: areMerged ? bindings : [],
      int_records__keys: agents.flatMap(({ account, handle }) => [
        { record_id: `r:${handle}`, key: account, is_strong: false },
        { record_id: `r:${handle}`, key: `domain:${handle}.example`, is_strong: false },
        { record_id: `r:${handle}`, key: `mcp:${handle}`, is_strong: true },
      ]),
    }),
    [],
  )
  const rows = await runCheck(db, 'index_has_not_shrunk')
  db.close()
  return rows
}

/** So many accounts with as many agents each. */
const alike = (count: number, before: number, left: number, name = 'small'): Accounts =>
  Object.fromEntries(Array.from({ length: count }, (_, n) => [`account:${name}-${n}`, [before, left]]))

test.each([
  ['a publisher that deletes 120 of its servers', 'account:github.com/many'],
  ['a registrant that gives thousands away', 'wallet:eip155:8453/0xmany'],
  ['a seller that withdraws from the Bazaar with all its hosts', 'wallet:eip155:8453/0xseller'],
  ['an organisation that closes', 'organization:many'],
  ['a domain that is given up', 'domain:many.example'],
])('%s stops no release', async (_, account) => {
  expect(await checkShrink({ accounts: { ...alike(80, 1, 1), [account]: [120, 0] } })).toEqual([])
  expect(
    await checkShrink({ accounts: { ...alike(80, 1, 1), [account]: [120, 0] }, areMerged: true }),
  ).toEqual([])
})

test('nor do three of them on one day', async () => {
  const accounts = { ...alike(5, 1, 1), ...alike(3, 100, 0, 'large') }
  expect(await checkShrink({ accounts })).toEqual([])
})

test('a loss over many accounts stops it, though one of them has most agents', async () => {
  const accounts = {
    ...alike(70, 1, 1),
    ...alike(30, 1, 0, 'lost'),
    'account:large': [500, 400] as [number, number],
  }
  expect(await checkShrink({ accounts })).toEqual([
    {
      category: 'mcp_server',
      agents_before: 600,
      agents_now: 470,
      accounts_before: 101,
      accounts_that_lost: 31,
    },
  ])
  expect(await checkShrink({ accounts, accept_shrink: true })).toEqual([])
})

test('so does a list that is cut: every account that has several agents loses a part of them', async () => {
  expect(await checkShrink({ accounts: alike(50, 10, 5) })).toHaveLength(1)
  expect(await checkShrink({ accounts: { ...alike(50, 10, 9), ...alike(20, 1, 1, 'single') } })).toEqual([])
})

test('and a category whose every account loses agents, however few they are', async () => {
  expect(await checkShrink({ accounts: { 'account:only': [10, 7] } })).toHaveLength(1)
  expect(await checkShrink({ accounts: { 'account:only': [10, 9] } })).toEqual([])
  expect(await checkShrink({ accounts: alike(3, 4, 0), category: 'developer' })).toHaveLength(1)
})
