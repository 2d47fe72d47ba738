import { expect, test } from 'vitest'
import type { IndexedChain } from '../../pipeline/catalog/chains.ts'
import { fetchAll, selectRows } from '../sources/context.ts'
import { chainHttp, createCatalog, type FakeChain, GENESIS, NO_NODES } from './fake_chain.ts'
import { PINGED, pinged, pings } from './pings.ts'

const NODE = 'https://node.sample.example'
const FIRST_TIME = 1_769_000_000
const FIRST = (FIRST_TIME - GENESIS) / 2
/** A chain whose first block is not listed, so that it is looked up by its time. */
const CHAIN: IndexedChain = { ...PINGED, erc8004: { firstBlock: null }, rpc: [NODE] }
const UNKNOWN: Pick<FakeChain, 'meddlePortal'> = {
  meddlePortal: () => ({
    status: 404,
    body: { error: { code: 'unknown_dataset', message: 'no such dataset' } },
  }),
}
const world = (chain: Partial<FakeChain>): FakeChain => ({
  ...{ head: FIRST + 50, logs: [pinged(FIRST + 7)], ...UNKNOWN, ...chain },
})

test('a dataset that the portal does not have costs one request, and the nodes are read', async () => {
  const http = chainHttp(world({}))
  const fetched = await fetchAll(pings, http, { catalog: createCatalog(CHAIN) })
  expect(http.queries.map(({ operation }) => operation)).toEqual(['head'])
  expect(selectRows(fetched).map((row) => row.block_number)).toEqual([FIRST + 7])
})

test('where no node is there either, the dataset is named with its repair', async () => {
  const http = chainHttp(world(NO_NODES))
  const reading = fetchAll(pings, http, { catalog: createCatalog(CHAIN) })
  await expect(reading).rejects.toThrow(
    'datasets/base-mainnet/head: the portal has no such dataset: correct or empty its cell in sql/seeds/catalog/chains.csv',
  )
  expect(http.queries).toHaveLength(1)
})

test('a chain without a dataset is read from its nodes alone', async () => {
  const http = chainHttp(world({}))
  const catalog = createCatalog({ ...CHAIN, dataset: null })
  expect(selectRows(await fetchAll(pings, http, { catalog }))).toHaveLength(1)
  expect(http.queries).toEqual([])
})
