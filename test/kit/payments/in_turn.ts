import PQueue from 'p-queue'
import type { PublicActions, WalletActions } from 'viem'

type Sender = Pick<WalletActions, 'writeContract'> & Pick<PublicActions, 'getTransactionCount'>

/**
 * Sends the transactions of one account one after the other, each with the nonce that the chain says is next, and with
 * a limit of gas, so that none is tried out first: a nonce that was counted here and never sent would leave all later
 * ones waiting for ever.
 */
export function sendSequentially(
  client: Sender,
  address: `0x${string}`,
  gas: bigint,
): WalletActions['writeContract'] {
  const queue = new PQueue({ concurrency: 1 })
  return ((args: object) =>
    queue.add(async () => {
      const nonce = await client.getTransactionCount({ address, blockTag: 'pending' })
      return client.writeContract({ gas, ...args, nonce } as never)
    })) as WalletActions['writeContract']
}
