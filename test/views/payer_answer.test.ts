import { expect, test } from 'vitest'
import { answerPayer, type PayerQuestion } from '../../core/views/payer_answer.ts'

const REASONS = [{ code: 'sound', sentence: 'Sound.' }]
const answer = (question: PayerQuestion, limit: number | null, verdict: 'proceed' | 'reject' = 'proceed') =>
  answerPayer({ verdict, reasons: REASONS }, question, limit)

test.each([
  [{ match: 'quoted_by_host', amount: 0.5 }, 0.5, 'proceed', true],
  [{ match: 'quoted_by_host', amount: 0.51 }, 0.5, 'proceed', false],
  [{ match: 'quoted_by_host', amount: 0.01 }, null, 'proceed', false],
  [{ match: 'quoted_by_host', amount: null }, 0.5, 'proceed', null],
  [{ match: 'other', amount: 0.01 }, 50, 'reject', false],
  [{ match: 'listed_only', amount: 0.01 }, 50, 'caution', false],
  [{ match: 'unknown', amount: 0.01 }, 50, 'caution', false],
  [{ match: null, amount: 0.01 }, 50, 'proceed', true],
] as const)('%j with a limit of %s: %s, within: %s', (question, limit, verdict, within_limit) => {
  expect(answer(question, limit)).toMatchObject({ verdict, within_limit })
})

test('a verdict is never made better, and its reasons stay', () => {
  const { verdict, reasons } = answer({ match: 'listed_only', amount: null }, 1, 'reject')
  expect(verdict).toBe('reject')
  expect(reasons.map(({ code }) => code)).toEqual(['wallet_listed_only', 'sound'])
})
