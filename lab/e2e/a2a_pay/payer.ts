import { randomUUID } from 'node:crypto'
import { x402Client } from '@x402/core/client'
import type { PaymentRequired } from '@x402/core/types'
import { ExactEvmSchemeV1 } from '@x402/evm/exact/v1/client'
import type { Address } from 'viem'
import { listAt } from '../../../test/kit/json.ts'
import type { Token } from '../../../test/kit/payments/token.ts'
import { fundedWallet } from '../../../test/kit/payments/wallets.ts'

/** A signed payment as the payment extension of A2A carries it. */
export interface Payload {
  x402Version: number
  scheme: string
  network: string
  payload: { signature: string; authorization: Record<string, string> }
  /** The identifier by which its sender proves later that the payment is its own. */
  extensions?: Record<string, unknown>
}

/** Somebody with a wallet. */
export interface Payer {
  address: Address
  /** Signs a payment for a task's terms, with the package of x402; `changes` are applied to the terms first. */
  sign(required: unknown, changes?: Record<string, unknown>): Promise<Payload>
}

/** The payer of this name, with so many units of the token more. */
export async function payerNamed(token: Token, name: string, units: bigint): Promise<Payer> {
  const wallet = await fundedWallet(token, `a2a ${name}`, units)
  const client = new x402Client().registerV1('base', new ExactEvmSchemeV1(wallet))
  return {
    address: wallet.address,
    async sign(required, changes = {}) {
      const accepts = listAt(required, 'accepts').map((accepted) => ({ ...(accepted as object), ...changes }))
      const quote = { ...(required as object), accepts } as unknown as PaymentRequired
      const payload = (await client.createPaymentPayload(quote)) as unknown as Payload
      const info = { required: false, id: randomUUID() }
      return { ...payload, extensions: { 'payment-identifier': { info } } }
    },
  }
}
