import { UpstreamDown } from '../../../core/domain/errors.ts'
import type { Http } from '../../http/http.ts'
import type { Provenance } from '../../source/source.ts'
import { type ChainAnswer, sendCalls } from './calls.ts'

const MAX_CONCURRENT = 4

/** Batch size that the node has accepted so far, and the remaining batches of the run. */
export interface Pace {
  size: number
  left: number
}

/** Halved three times it is ten, the limit of public nodes. The number of batches ends a long catch-up early. */
export const firstPace = (): Pace => ({ size: 80, left: 1000 })

/** A transaction's receipt, and its recorded response. */
export interface ReceiptRead {
  from: Provenance
  receipt: unknown
}

/**
 * Reads the receipts of transactions, in their order and in batches, a few at a time. A batch too large for the node is
 * retried in halves. Throws UpstreamDown, also when no batches are left, and UpstreamChanged.
 */
export async function* readReceipts(
  http: Http,
  node: string,
  hashes: string[],
  pace: Pace,
): AsyncGenerator<ReceiptRead> {
  let next = 0
  while (next < hashes.length) {
    if (pace.left === 0)
      throw new UpstreamDown(node, 'this run has used up its requests for receipts: the next run continues')
    const answers = await settle(
      batchesFrom(hashes, next, pace).map((batch) => requestReceipts(http, node, batch)),
    )
    for (const answer of answers) {
      if (!answer) {
        pace.size = halveBatch(node, pace.size)
        break
      }
      for (const receipt of answer.results) yield { from: answer.from, receipt }
      next += answer.results.length
    }
  }
}

/** Returns the next few batches and deducts them from the pace. */
function batchesFrom(hashes: string[], next: number, pace: Pace): string[][] {
  const batches: string[][] = []
  for (
    let at = next;
    at < hashes.length && batches.length < MAX_CONCURRENT && pace.left > 0;
    at += pace.size
  ) {
    batches.push(hashes.slice(at, at + pace.size))
    pace.left--
  }
  return batches
}

const requestReceipts = (http: Http, node: string, hashes: string[]): Promise<ChainAnswer | null> =>
  sendCalls(
    http,
    node,
    hashes.map((hash) => ({ method: 'eth_getTransactionReceipt', params: [hash] })),
  )

function halveBatch(node: string, size: number): number {
  if (size > 1) return Math.floor(size / 2)
  throw new UpstreamDown(node, 'it refuses the receipt of even a single transaction: run again later')
}

/** Awaits all before throwing a failure, so that no request is left running; keeps their order. */
async function settle<T>(requests: Promise<T>[]): Promise<T[]> {
  return (await Promise.allSettled(requests)).map((result) => {
    if (result.status === 'rejected') throw result.reason
    return result.value
  })
}
