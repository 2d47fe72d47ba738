import { expect, test } from 'vitest'
import { findFault } from '../../../serving/service/payments/payment_fault.ts'
import { OVER, SPENT } from '../../../serving/service/payments/payment_row.ts'

test.each([
  [SPENT, 'DUPLICATE_NONCE'],
  [OVER, 'EXPIRED_PAYMENT'],
  ['invalid_exact_evm_nonce_already_used', 'DUPLICATE_NONCE'],
  ['invalid_exact_evm_signature', 'INVALID_SIGNATURE'],
  ['invalid_exact_evm_failed_to_parse_signature', 'INVALID_SIGNATURE'],
  ['insufficient_funds', 'INSUFFICIENT_FUNDS'],
  ['invalid_exact_evm_insufficient_balance', 'INSUFFICIENT_FUNDS'],
  ['invalid_exact_evm_payload_authorization_valid_before', 'EXPIRED_PAYMENT'],
  ['Payment_Expired', 'EXPIRED_PAYMENT'],
  ['invalid_exact_evm_network_mismatch', 'NETWORK_MISMATCH'],
  ['invalid_exact_evm_payload_authorization_value_mismatch', 'INVALID_AMOUNT'],
  ['invalid_exact_evm_transaction_simulation_failed', 'SETTLEMENT_FAILED'],
  ['no reason given', 'SETTLEMENT_FAILED'],
])('why a payment was refused, as a code: %s', (reason, code) => {
  expect(findFault(reason)).toBe(code)
})
