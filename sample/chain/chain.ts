import type { Hex } from 'viem'
import { feedbackTransactions } from './feedback.ts'
import { moneyTransactions } from './payments.ts'
import { identityTransactions } from './registry.ts'
import { type PlacedLog, type PlacedTransaction, place } from './transactions.ts'

/** All that happens on the sample's chain, before its days and in them. */
export interface SampleChain {
  /** In the order of the chain. */
  logs: { block: number; log: PlacedLog }[]
  byHash: Map<Hex, PlacedTransaction>
  hashesIn: (block: number) => Hex[]
}

const chains = new Map<number, SampleChain>()

/** Returns the chain of a seed; created once per process, on first use. */
export function sampleChain(seed: number): SampleChain {
  const chain = chains.get(seed) ?? makeChain(seed)
  chains.set(seed, chain)
  return chain
}

function makeChain(seed: number): SampleChain {
  const placed = place(seed, [
    ...identityTransactions(seed),
    ...feedbackTransactions(seed),
    ...moneyTransactions(seed),
  ])
  const byBlock = Map.groupBy(placed, ({ block }) => block)
  return {
    logs: placed.flatMap(({ block, receipt }) => receipt.logs.map((log) => ({ block, log }))),
    byHash: new Map(placed.map((transaction) => [transaction.hash, transaction])),
    hashesIn: (block) => (byBlock.get(block) ?? []).map((transaction) => transaction.hash),
  }
}
