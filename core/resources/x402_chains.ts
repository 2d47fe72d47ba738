import { file } from './resource.ts'

/** The chains that x402 payments are read from. */
export const X402_CHAINS = file({
  id: 'x402_chains',
  path: '/api/x402/chains/v1',
  title: 'Chains of x402 payments: payments, volume, sellers and payers by day, 7 and 30 days',
  group: 'market',
  answer: 'X402Chains',
})
