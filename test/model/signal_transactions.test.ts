import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { SQL_FOLDER } from '../../pipeline/model/build.ts'
import { toGivenTables } from './given_tables.ts'
import { buildFrom } from './sql_harness.ts'

const BASE = 'eip155:8453'
const TABLES = {
  signals: 'handle key value_at:timestamp response_sha256',
  sub_scores: 'handle key',
  int_records__handles: 'record_id handle',
  stg_erc8004_identity__events:
    'agent_key chain happened_at:timestamp response_sha256 block_number:bigint log_index:bigint transaction_hash',
  raw_erc8004_reputation:
    'chain agent_id kind response_sha256 block_number:bigint log_index:bigint transaction_hash',
  int_agents__payers:
    'handle chain payer is_independent:boolean first_paid_at:timestamp last_paid_at:timestamp first_response_sha256 response_sha256',
  int_operators__agents: 'handle chain operator',
  stg_x402_payments__payments: 'chain operator payer paid_at:timestamp block_number:bigint log_index:bigint',
  raw_x402_payments: 'chain block_number:bigint log_index:bigint transaction_hash',
  raw_chains: 'chain explorer',
}

const signal = (key: string, response_sha256: string, value_at: string | null = null) => ({
  ...{ handle: 'a', key, response_sha256, value_at },
})
const event = (block_number: number, happened_at: string, response_sha256: string) => ({
  ...{ agent_key: `${BASE}/7`, chain: BASE, happened_at, response_sha256, block_number, log_index: 1 },
  transaction_hash: `0xr${block_number}`,
})
const payment = (operator: string, paid_at: string, block_number: number) => ({
  ...{ chain: BASE, operator, payer: '0xp', paid_at, block_number, log_index: 1 },
})

/** The transactions of signals of agent `a`, after the check. */
async function readTransactions(signals: object[]) {
  const payments = [
    ...[payment('0x1', '2026-03-01 10:00:00', 20), payment('0x2', '2026-03-05 10:00:00', 25)],
    payment('0xother', '2026-03-05 10:00:00', 26),
  ]
  const given = toGivenTables(TABLES, {
    signals,
    sub_scores: signals.filter((row) => (row as { key: string }).key !== 'erc8004_updated_at'),
    int_records__handles: [{ record_id: `erc8004_identity:${BASE}/7`, handle: 'a' }],
    stg_erc8004_identity__events: [
      ...[event(10, '2026-01-01 00:00:00', 's1'), event(11, '2026-01-02 00:00:00', 's1')],
    ],
    raw_erc8004_reputation: [30, 31].map((block_number) => ({
      ...{ chain: BASE, agent_id: '7', kind: 'feedback', response_sha256: 's2', block_number, log_index: 1 },
      transaction_hash: `0xf${block_number}`,
    })),
    int_agents__payers: [
      {
        ...{ handle: 'a', chain: BASE, payer: '0xp', is_independent: true },
        ...{ first_paid_at: '2026-03-01 10:00:00', last_paid_at: '2026-03-05 10:00:00' },
        ...{ first_response_sha256: 's3', response_sha256: 's4' },
      },
    ],
    int_operators__agents: ['0x1', '0x2'].map((operator) => ({ handle: 'a', chain: BASE, operator })),
    stg_x402_payments__payments: payments,
    raw_x402_payments: payments.map(({ chain, block_number, log_index }) => ({
      ...{ chain, block_number, log_index, transaction_hash: `0xp${block_number}` },
    })),
    raw_chains: [{ chain: BASE, explorer: 'https://scan.example' }],
  })
  const db = await buildFrom(given, ['signal_transactions'])
  try {
    const check = readFileSync(join(SQL_FOLDER, 'checks/signal_transactions_lead_on.sql'), 'utf8')
    expect(await db.rows(check)).toEqual([])
    const rows = await db.rows<{ key: string; transaction: string }>(
      'select key, transaction from signal_transactions order by key',
    )
    return Object.fromEntries(rows.map(({ key, transaction }) => [key, transaction]))
  } finally {
    db.close()
  }
}

test('each signal of a score leads to the transaction that decides it', async () => {
  const found = await readTransactions([
    signal('erc8004_registered_at', 's1', '2026-01-01 00:00:00'),
    signal('erc8004_updated_at', 's1', '2026-01-02 00:00:00'),
    signal('erc8004_feedback_clients', 's2'),
    signal('x402_first_paid_at', 's3', '2026-03-01 10:00:00'),
    signal('x402_paid_at', 's4', '2026-03-05 10:00:00'),
    signal('x402_customers', 's4'),
  ])
  expect(found).toEqual({
    erc8004_registered_at: '0xr10',
    // The newest of its feedback, and of its payments; no payment to a wallet of another.
    erc8004_feedback_clients: '0xf31',
    ...{ x402_first_paid_at: '0xp20', x402_paid_at: '0xp25', x402_customers: '0xp25' },
  })
})

test('a seller that nobody paid rests on what asks for payment, and on no transaction', async () => {
  expect(await readTransactions([signal('x402_customers', 'quote')])).toEqual({})
})
