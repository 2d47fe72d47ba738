import type { AgentRecord } from '../../core/views/agent_record.ts'

/** USDC on Base, in which the limits of our advice are paid: a millionth of a US dollar is its unit. */
const USDC = '0x833589fcd6edb6e08f4c7c32d4f71b54bda02913'
const BASE = 'eip155:8453'

/**
 * Returns code of the stock client that pays an address within our advice alone: as much, in USDC on Base, to wallets
 * that the agent's own host asked for. Null where there is no limit or no such wallet.
 */
export function writePayingClient(
  url: string,
  { per_transaction, wallets }: Pick<AgentRecord['trust'], 'per_transaction' | 'wallets'>,
): string | null {
  const limit = Math.round((per_transaction ?? 0) * 1_000_000)
  const own = wallets.filter(({ chain }) => chain === BASE).map(({ wallet }) => wallet.toLowerCase())
  const known = own.filter((wallet) => /^0x[\da-f]{40}$/.test(wallet))
  if (limit === 0 || known.length === 0) return null
  return `import { ExactEvmScheme } from '@x402/evm'
import { wrapFetchWithPayment, x402Client } from '@x402/fetch'
import { privateKeyToAccount } from 'viem/accounts'

// At most ${per_transaction} USD at once, in USDC on Base, to wallets that its own host asked for.
const limit = ${limit}n
const wallets = ${JSON.stringify(known)}
const client = new x402Client()
client.register('${BASE}', new ExactEvmScheme(privateKeyToAccount(process.env.PRIVATE_KEY)))
client.registerPolicy((_, offers) =>
  offers.filter(
    ({ network, asset, amount, payTo }) =>
      network === '${BASE}' &&
      asset.toLowerCase() === '${USDC}' &&
      BigInt(amount) <= limit &&
      wallets.includes(payTo.toLowerCase()),
  ),
)
const answer = await wrapFetchWithPayment(fetch, client)(${JSON.stringify(url)})
console.log(answer.status, await answer.text())`
}
