import { z } from 'zod'
import type { IndexedChain } from '../../pipeline/catalog/chains.ts'
import { readRegistry } from '../../pipeline/chain/registry.ts'
import { chainId, hash, pickPlace, placeColumns } from '../../pipeline/chain/values.ts'
import { defineSource } from '../../pipeline/source/define_source.ts'
import { account, BASE, createCatalog, encodeLog, type Log, transaction } from './fake_chain.ts'

const CONTRACT = account(1)

/** The first block to read of a chain of pings. */
export const FIRST = 1000

/** An event without arguments; `tx` distinguishes events of one block on several branches. */
export const pinged = (block: number, tx = transaction(block)): Log =>
  encodeLog('event Pinged()', {}, { address: CONTRACT, block, index: 0, tx })

/** Base, read from the first block of the pings on, without a node. */
export const PINGED: IndexedChain = { ...BASE, erc8004: { firstBlock: FIRST }, rpc: [] }

/** A world of that chain alone. */
export const ONLY_PINGED = createCatalog(PINGED)

/** The smallest source of events: each ping. */
export const pings = defineSource({
  ...{
    name: 'pings',
    title: 'Pings',
    docs: 'https://sample.example',
    license: 'none',
    republished: 'all',
    attribution: 'Sample',
    budget: 100,
  },
  ...{ key: ['chain', 'block_number'], isEvents: true },
  row: z.object({ chain: chainId, ...placeColumns, transaction_hash: hash }),
  fetch: (context) =>
    readRegistry(context, {
      ...{ address: CONTRACT, query: [{ address: [CONTRACT], topics: [pinged(0).topics] }] },
      toRow: ({ id }, log) => ({ chain: id, ...pickPlace(log) }),
    }),
})
