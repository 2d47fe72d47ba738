import { setTimeout as wait } from 'node:timers/promises'
import { type Hash, type PublicActions, TransactionReceiptNotFoundError } from 'viem'

const PAUSE_MS = 20
const MAX_MS = 30_000

/**
 * The receipt of a transaction, once it is in a block; throws after 30 s without one. viem's own wait looks again with
 * each new block alone, and can so miss one in the last block of a chain that mines none without a transaction.
 */
export async function mined(client: Pick<PublicActions, 'getTransactionReceipt'>, hash: Hash) {
  for (const startedAt = performance.now(); ; await wait(PAUSE_MS)) {
    try {
      return await client.getTransactionReceipt({ hash })
    } catch (error) {
      const isLate = performance.now() - startedAt > MAX_MS
      if (isLate || !(error instanceof TransactionReceiptNotFoundError)) throw error
    }
  }
}
