import type { ClientSettings } from './mcp_clients.ts'
import { shell } from './words.ts'

const curl = (words: string[]): ClientSettings => ({
  ...{ client: 'curl', name: 'curl', file: null, language: 'sh' },
  text: shell(['curl', ...words]),
})

const code = (client: string, name: string, text: string): ClientSettings => ({
  ...{ client, name, file: null, language: 'js' },
  text,
})

/** Returns how to call a paid address; `paying` is a client that pays only within our advice. */
export const x402Settings = (url: string, paying: string | null): ClientSettings[] => [
  curl(['-i', url]),
  ...(paying === null ? [] : [code('x402-fetch', '@x402/fetch', paying)]),
]

/** Returns how to talk to an agent by A2A; the address is its card, or where the card is. */
export const a2aSettings = (url: string): ClientSettings[] => [
  curl([url]),
  code(
    'a2a-js',
    '@a2a-js/sdk',
    `import { ClientFactory } from '@a2a-js/sdk/client'

const client = await new ClientFactory().createFromUrl(${JSON.stringify(url)}${url.endsWith('.json') ? ", ''" : ''})`,
  ),
]

/** Returns the ids of a family's models, by the service that has them. */
export const modelSettings = (models: string[]): ClientSettings[] =>
  ['openrouter', 'huggingface'].flatMap((client) => {
    const ids = models.filter((model) => model.startsWith(`${client}:`))
    if (ids.length === 0) return []
    const text = ids.map((model) => model.slice(client.length + 1)).join('\n')
    return [{ client, name: client, file: null, language: 'text', text }]
  })
