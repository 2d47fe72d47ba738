import type { AgentRecord } from '../views/agent_record.ts'
import type { ClientSettings } from './mcp_clients.ts'
import { shell } from './words.ts'

/** USDC on Base, in which the limits of our advice are paid: a millionth of a US dollar is its unit. */
const USDC = '0x833589fcd6edb6e08f4c7c32d4f71b54bda02913'
const BASE = 'eip155:8453'

const text = JSON.stringify

const curl = (words: string[]): ClientSettings => ({
  ...{ client: 'curl', name: 'curl', file: null, language: 'sh' },
  text: shell(['curl', ...words]),
})

/** Returns how to call a paid address; with a client that pays only within our advice, if there is a limit. */
export function x402Settings(url: string, { trust }: AgentRecord): ClientSettings[] {
  const limit = Math.round((trust.per_transaction ?? 0) * 1_000_000)
  const wallets = trust.wallets
    .filter(({ chain }) => chain === BASE)
    .map(({ wallet }) => wallet.toLowerCase())
  const ask = curl(['-i', url])
  if (limit === 0 || wallets.length === 0) return [ask]
  return [
    ask,
    {
      ...{ client: 'x402-fetch', name: '@x402/fetch', file: null, language: 'ts' },
      text: `import { ExactEvmScheme } from '@x402/evm'
import { wrapFetchWithPayment, x402Client } from '@x402/fetch'
import { privateKeyToAccount } from 'viem/accounts'

// At most ${trust.per_transaction} USD at once, in USDC on Base, to wallets that its own host asked for.
const limit = ${limit}n
const wallets = ${text(wallets)}
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
const answer = await wrapFetchWithPayment(fetch, client)(${text(url)})
console.log(answer.status, await answer.text())`,
    },
  ]
}

/** Returns how to talk to an agent by A2A; the address is its card, or where the card is. */
export const a2aSettings = (url: string): ClientSettings[] => [
  curl([url]),
  {
    ...{ client: 'a2a-js', name: '@a2a-js/sdk', file: null, language: 'ts' },
    text: `import { ClientFactory } from '@a2a-js/sdk/client'

const client = await new ClientFactory().createFromUrl(${text(url)}${url.endsWith('.json') ? ", ''" : ''})`,
  },
]

/** Returns the ids of a family's models. */
export const modelSettings = (models: string[]): ClientSettings[] =>
  [
    { client: 'openrouter', name: 'Ids at OpenRouter' },
    { client: 'huggingface', name: 'Ids at Hugging Face' },
  ].flatMap((service) => {
    const ids = models.filter((model) => model.startsWith(`${service.client}:`))
    if (ids.length === 0) return []
    const lines = ids.map((model) => model.slice(service.client.length + 1))
    return [{ ...service, file: null, language: 'text' as const, text: lines.join('\n') }]
  })
