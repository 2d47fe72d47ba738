import type { AgentRecord } from '../../core/views/agent_record.ts'

const BASE = 'eip155:8453'

/**
 * Returns code of the stock client that pays an address within our advice alone: no more at once, in assets that the
 * client knows, on Base, to wallets that the agent's own host asked for. Null where there is no limit or no such wallet.
 */
export function writePayingClient(
  url: string,
  { per_transaction, wallets }: Pick<AgentRecord['trust'], 'per_transaction' | 'wallets'>,
): string | null {
  const own = wallets.filter(({ chain }) => chain === BASE).map(({ wallet }) => wallet.toLowerCase())
  const known = own.filter((wallet) => /^0x[\da-f]{40}$/.test(wallet))
  if (per_transaction === null || per_transaction < 0.01 || known.length === 0) return null
  return `import { ExactEvmScheme } from '@x402/evm'
import { wrapFetchWithPaymentFromConfig } from '@x402/fetch'
import { env } from 'node:process'
import { privateKeyToAccount } from 'viem/accounts'

const { PRIVATE_KEY } = env
const wallets = ${JSON.stringify(known)}
const pay = wrapFetchWithPaymentFromConfig(fetch, {
  schemes: [{ network: '${BASE}', client: new ExactEvmScheme(privateKeyToAccount(PRIVATE_KEY)) }],
  spendControls: { maxAmountPerPayment: '$${per_transaction.toFixed(2)}' },
  policies: [(_, offers) => offers.filter(({ payTo }) => wallets.includes(payTo.toLowerCase()))],
})
const answer = await pay(${JSON.stringify(url)})
console.log(answer.status, await answer.text())`
}
