import { file } from './resource.ts'

/** The facilitators that relay x402 payments. */
export const X402_FACILITATORS = file({
  id: 'x402_facilitators',
  path: '/api/x402/facilitators/v1',
  title: 'Facilitators of x402 payments: payments, volume, sellers and payers by day, 7 and 30 days',
  group: 'market',
  answer: 'X402Facilitators',
})
