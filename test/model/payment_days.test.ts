import { expect, test } from 'vitest'
import { rowsFrom, toGivenTables } from './given_tables.ts'

const COLUMNS = {
  int_operators__agents: 'handle chain is_credited:boolean',
  int_agents__payers: 'handle chain is_counted:boolean',
  int_x402_windows__coverage: 'chain days:bigint complete_days:bigint',
}

const wallet = (handle: string | null, chain: string, is_credited = true) => ({ handle, chain, is_credited })
const days = (chain: string, complete_days: number) => [
  { chain, days: 30, complete_days },
  { chain, days: 7, complete_days: 7 },
]

test('an agent has the days of the chain where its customers are counted, else the fewest of its chains', async () => {
  const rows = await rowsFrom(
    toGivenTables(COLUMNS, {
      int_operators__agents: [
        ...['base', 'solana', 'unread'].map((chain) => wallet('everywhere', chain)),
        ...['base', 'solana'].map((chain) => wallet('unpaid', chain)),
        ...[wallet('lost', 'unread'), wallet('listed', 'base', false), wallet(null, 'base')],
      ],
      int_agents__payers: [
        { handle: 'everywhere', chain: 'base', is_counted: true },
        { handle: 'everywhere', chain: 'solana', is_counted: false },
      ],
      int_x402_windows__coverage: [...days('base', 20), ...days('solana', 12)],
    }),
    ['int_agents__payment_days'],
    'select handle, payment_days from int_agents__payment_days order by handle',
  )
  expect(rows).toEqual([
    { handle: 'everywhere', payment_days: 20 },
    { handle: 'lost', payment_days: 0 },
    { handle: 'unpaid', payment_days: 12 },
  ])
})
