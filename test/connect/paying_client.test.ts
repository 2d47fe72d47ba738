import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, expect, test, vi } from 'vitest'
import { writePayingClient } from '../../pipeline/connect/paying_client.ts'

const URL = 'https://tides.sample.example/api'
const WALLET = `0x${'ab'.repeat(20)}`
const USDC = '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913'
const CACHE = join(import.meta.dirname, '../../node_modules/.cache')

mkdirSync(CACHE, { recursive: true })
// Within the project, so that the packages are found.
const folder = mkdtempSync(join(CACHE, 'paying-client-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Runs the printed code against a seller that makes one offer; returns the number of payments that it got. */
async function countPayments(name: string, offer: object): Promise<number> {
  const accepts = [
    {
      ...{ scheme: 'exact', network: 'eip155:8453', amount: '250000', asset: USDC, payTo: WALLET },
      ...{ maxTimeoutSeconds: 60, extra: { name: 'USD Coin', version: '2' }, ...offer },
    },
  ]
  const quote = Buffer.from(JSON.stringify({ x402Version: 2, resource: { url: URL }, accepts })).toString(
    'base64',
  )
  let paid = 0
  vi.stubEnv('PRIVATE_KEY', `0x${'11'.repeat(32)}`)
  vi.stubGlobal('fetch', async (...given: ConstructorParameters<typeof Request>) => {
    if (!new Request(...given).headers.has('payment-signature'))
      return new Response('{}', { status: 402, headers: { 'payment-required': quote } })
    paid += 1
    return new Response('paid')
  })
  const code = writePayingClient(URL, {
    per_transaction: 0.25,
    wallets: [{ chain: 'eip155:8453', wallet: WALLET }],
  })
  const file = join(folder, `${name}.mjs`)
  writeFileSync(file, code ?? '')
  await import(/* @vite-ignore */ pathToFileURL(file).href).catch(() => undefined)
  vi.unstubAllGlobals()
  return paid
}

test('the stock client pays as much as our advice allows, and nothing beyond it', async () => {
  expect(await countPayments('exact', {})).toBe(1)
  expect(await countPayments('more', { amount: '250001' })).toBe(0)
  expect(await countPayments('other-wallet', { payTo: `0x${'cd'.repeat(20)}` })).toBe(0)
  expect(await countPayments('other-asset', { asset: `0x${'ef'.repeat(20)}` })).toBe(0)
  expect(await countPayments('other-chain', { network: 'eip155:1' })).toBe(0)
})
