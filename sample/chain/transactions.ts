import type { Hex } from 'viem'
import { hash32 } from '../prng.ts'
import { secondsAt } from './blocks.ts'
import { hexQuantity, sampleHash } from './hex.ts'
import type { ChainLog } from './logs.ts'

/** A transaction before it has its position in a block; names are unique. */
export interface Transaction {
  name: string
  block: number
  from: Hex
  to: Hex
  logs: ChainLog[]
}

/** A log in the form of JSON-RPC. */
export interface PlacedLog extends ChainLog {
  blockNumber: Hex
  blockHash: Hex
  blockTimestamp: Hex
  transactionHash: Hex
  transactionIndex: Hex
  logIndex: Hex
  removed: false
}

/** A transaction in its block, with the receipt of it. */
export interface PlacedTransaction {
  block: number
  hash: Hex
  receipt: { from: Hex; to: Hex; logs: PlacedLog[] } & Record<string, unknown>
}

export const blockHash = (seed: number, block: number): Hex => sampleHash(`${seed} block ${block}`)

/** Places each transaction in a block; in the order of the chain. Other people's logs leave gaps in the numbers. */
export function place(seed: number, transactions: Transaction[]): PlacedTransaction[] {
  const sorted = [...transactions].sort((a, b) => a.block - b.block || (a.name < b.name ? -1 : 1))
  let last = -1
  let index = 0
  let logIndex = 0
  return sorted.map((transaction) => {
    const gap = hash32(transaction.name)
    index = (transaction.block === last ? index : 0) + 1 + (gap % 9)
    logIndex = (transaction.block === last ? logIndex : 0) + (gap % 7)
    last = transaction.block
    const placed = placedAt(seed, transaction, index, logIndex)
    logIndex += transaction.logs.length
    return placed
  })
}

function placedAt(
  seed: number,
  transaction: Transaction,
  index: number,
  firstLog: number,
): PlacedTransaction {
  const { name, block, from, to, logs } = transaction
  const where = {
    blockNumber: hexQuantity(block),
    blockHash: blockHash(seed, block),
    transactionHash: sampleHash(`${seed} transaction ${name}`),
    transactionIndex: hexQuantity(index),
  }
  const time = { blockTimestamp: hexQuantity(secondsAt(block)) }
  const placed = logs.map((log, i) => ({
    ...{ ...log, ...where, ...time },
    ...{ logIndex: hexQuantity(firstLog + i), removed: false as const },
  }))
  const gas = { gasUsed: '0x15f90', cumulativeGasUsed: '0x30d40', effectiveGasPrice: '0x4c4b40' }
  const receipt = {
    type: '0x2',
    status: '0x1',
    from,
    to,
    contractAddress: null,
    ...where,
    ...gas,
    logs: placed,
  }
  return { block, hash: where.transactionHash, receipt }
}
