import { z } from 'zod'
import { ChainUnavailable } from '../../../serving/service/payments/payment.ts'
import { paymentInteger, paymentText } from '../../../serving/service/payments/schemes/fields.ts'
import type { PaymentScheme } from '../../../serving/service/payments/schemes/scheme.ts'

const address = paymentText(/^[A-Za-z]{1,40}$/, 'an account: up to 40 letters')
const order = z.object(
  { from: address, to: address, units: paymentInteger, until: paymentInteger, number: paymentInteger },
  'an order',
)

/** A scheme of a made-up chain: orders between accounts, whose names differ by the case of their letters. */
export const EXACT_TOY: PaymentScheme = {
  name: 'exact-toy',
  chains: /^toy:\d{1,9}$/,
  networks: [{ id: 'toy:1', name: 'toy', isTest: true }],
  account: z.string().regex(/^[A-Za-z]{1,40}$/, 'must be an account, up to 40 letters'),
  address,
  payload: z
    .object({ order, seal: address }, 'an object with order and seal')
    .transform(({ order: { from, to, units, until, number }, seal }) => ({
      authorization: { from, to, value: units, validAfter: '0', validBefore: until, nonce: number },
      signature: seal,
      payload: { order: { from, to, units, until, number }, seal },
    })),
  token: (_, asset, { needed }) => ({ asset: asset ?? needed('X402_ASSET', 'X402_NETWORK'), extra: {} }),
  spell: (text) => text,
  transactionId: (text) => text || null,
  openChain: () => ({
    authorization: () => Promise.reject(new ChainUnavailable('this chain is made up')),
    unsettled: () => Promise.reject(new ChainUnavailable('this chain is made up')),
  }),
}
