import { readFileSync } from 'node:fs'
import { DEFAULT_ASSETS } from '@x402/evm'
import { EVM_NETWORK_CHAIN_ID_MAP } from '@x402/evm/v1'
import * as known from 'viem/chains'
import { expect, test } from 'vitest'
import { unreadChains } from '../../pipeline/catalog/chain_totals.ts'
import { chains } from '../../pipeline/catalog/chains.ts'
import { openDatabase } from '../../pipeline/model/database.ts'

const evm = chains.filter(({ kind }) => kind === 'evm')
const byId = new Map(
  (Object.values(known as object) as known.Chain[]).map((chain) => [`eip155:${chain.id}`, chain]),
)

test('each chain has the native coin that wallets know it by', () => {
  const coins = evm.map(({ id }) => byId.get(id)?.nativeCurrency.symbol)
  expect(evm.map(({ coin }) => coin)).toEqual(coins)
})

test('a chain that is not read has an id that is known, or none of its protocol is read', () => {
  for (const { id, protocol } of unreadChains) {
    expect(byId.has(id), id).toBe(true)
    const read = chains.find((chain) => chain.id === id)
    expect(protocol === 'erc8004' ? read?.erc8004 : read?.x402, id).toBeUndefined()
  }
})

test('the token of a chain is that of the reference packages, where they name one', () => {
  const named = evm.flatMap(({ id, x402 }) => {
    const assets = (DEFAULT_ASSETS as Record<string, readonly { asset: string; decimals: number }[]>)[id]
    return x402 && assets ? [[id, x402.usdc, assets] as const] : []
  })
  expect(named.map(([id]) => id)).toEqual(['eip155:8453', 'eip155:137', 'eip155:42161', 'eip155:143'])
  for (const [, usdc, assets] of named)
    expect(assets.filter(({ asset }) => asset.toLowerCase() === usdc)).toMatchObject([{ decimals: 6 }])
})

test('short names of networks are those of the reference packages', async () => {
  const sql = readFileSync('sql/intermediate/x402/int_x402__network_names.sql', 'utf8')
  const db = await openDatabase(':memory:')
  try {
    const rows = await db.rows<{ network: string; chain: string }>(sql)
    const evmRows = rows.filter(({ chain }) => chain.startsWith('eip155:'))
    const ids: Record<string, number> = EVM_NETWORK_CHAIN_ID_MAP
    expect(evmRows.length).toBeGreaterThan(4)
    for (const { network, chain } of evmRows) expect(`eip155:${ids[network]}`, network).toBe(chain)
  } finally {
    db.close()
  }
})
