import { createRequire } from 'node:module'
import type { PrivateKeyAccount } from 'viem/accounts'
import { installed } from '../mcp_clients/stock_client.ts'

/** As much of x402-fetch as is used here. */
interface LegacyLibrary {
  wrapFetchWithPayment(ask: typeof fetch, wallet: PrivateKeyAccount, most: bigint): typeof fetch
}

const MOST = 1_000_000n

/** The library of version 1 alone, from a folder where it is installed: its 250 packages are none of ours. */
export async function legacyClient(folder: string, wallet: PrivateKeyAccount) {
  const path = createRequire(`${folder}/`).resolve('x402-fetch')
  const { wrapFetchWithPayment } = (await import(path)) as LegacyLibrary
  return {
    name: installed('x402-fetch', `${folder}/node_modules`),
    pay: (url: string) => wrapFetchWithPayment(fetch, wallet, MOST)(url),
  }
}
