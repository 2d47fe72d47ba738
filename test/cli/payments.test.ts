import { expect, test } from 'vitest'
import { type PaymentsTools, runPayments } from '../../cli/commands/payments.ts'
import type { PaymentRow } from '../../serving/service/payments/payment_row.ts'

const ROW = {
  created_at: Date.UTC(2026, 1, 3),
  state: 'unknown',
  endpoint: 'agent_history',
  amount: '20000',
  network: 'eip155:8453',
  payer: `0x${'a'.repeat(40)}`,
  nonce: `0x${'b'.repeat(64)}`,
  transaction_hash: null,
  reason: 'time-out\u001b[31m\tred',
} as PaymentRow

function tools(rows: PaymentRow[] = [ROW], unread = 0) {
  const printed: string[] = []
  const asked: unknown[] = []
  const made: PaymentsTools = {
    newest: async (...given) => {
      asked.push(given)
      return rows
    },
    reconcile: async () => ({ paid: 2, refused: 1, released: 0, left: 3, unread }),
    print: (text) => printed.push(text),
  }
  return { made, printed, asked }
}

test('list prints one line for a payment, and nothing of a reason that a terminal would obey', async () => {
  const { made, printed, asked } = tools()
  await runPayments(['list', '--state', 'unknown', '--limit', '5'], made)
  expect(asked).toEqual([['unknown', 5]])
  expect(printed.join('')).toBe(
    `2026-02-03T00:00:00.000Z\tunknown\tagent_history\t20000\teip155:8453\t${ROW.payer}\t${ROW.nonce}\t\ttime-out[31m red\n`,
  )
  const none = tools([])
  await runPayments(['list'], none.made)
  expect([none.asked, none.printed]).toEqual([[[null, 100]], ['No payments.\n']])
})

test('reconcile says what became of the open ones, and fails when some could not be read', async () => {
  const { made, printed } = tools()
  await runPayments(['reconcile'], made)
  expect(printed.join('')).toBe(
    '2 paid, 1 refused, 0 released, 3 still valid and unused, 0 could not be looked up\n',
  )
  await expect(runPayments(['reconcile'], tools([], 4).made)).rejects.toThrow(/X402_RPC_URL/)
})

test.each([
  [[], /list or reconcile/],
  [['pay'], /list or reconcile/],
  [['list', 'all'], /list or reconcile/],
  [['list', '--state', 'paid'], /--state must be/],
  [['list', '--limit', '0'], /--limit must be/],
  [['reconcile', '--state', 'served'], /no options --state/],
])('wrong usage is named: %s', async (args, message) => {
  await expect(runPayments(args, tools().made)).rejects.toThrow(message)
})
