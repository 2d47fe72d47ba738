import type { AgentKey } from './key.ts'

/** `agentRegistry` and `agentId` of a registration file, in either order. */
const FILE_FIELDS = [
  /agentRegistry\W+(?<chain>eip155:\d+):(?<registry>0x[0-9a-f]{40})\W+agentId\W+(?<id>\d+)/i,
  /agentId\W+(?<id>\d+)\W+agentRegistry\W+(?<chain>eip155:\d+):(?<registry>0x[0-9a-f]{40})/i,
]
/** `erc8004-8453-1`, `eip155:8453/1`, `8453:1`, and with the address of the registry between chain and number. */
const REGISTRATIONS = [
  /^(?:did:)?(?:erc-?8004[:/_-](?:eip155[:_-])?|eip155[:_-])(?<chain>\d{1,12})(?:[:/](?:erc721:)?(?<registry>0x[0-9a-f]{40}))?[:/_#-](?<id>\d{1,78})$/i,
  /^(?<chain>\d{1,12})(?:[:/](?<registry>0x[0-9a-f]{40}))?[:/#](?<id>\d{1,78})$/i,
]
const EVM_WALLET =
  /^(?:did:pkh:)?(?:(?<chain>(?:eip155:)?\d{1,12}|[a-z][a-z0-9-]{2,31}):)?(?<wallet>0x[0-9a-f]{40})(?:@(?<at>\d{1,12}))?$/i
const SOLANA_WALLET =
  /^(?:did:pkh:)?(?:(?<chain>solana(?::[\w-]{1,32})?):)?(?<wallet>(?![a-z]+$)[1-9A-HJ-NP-Za-km-z]{32,44})$/

/** The form of a wallet, with or without its chain. */
export const WALLET =
  /^(?:(?:[a-z0-9-]{3,32}:)?[a-zA-Z0-9_-]{1,32}:)?(?:0[xX][0-9a-fA-F]{40}|[1-9A-HJ-NP-Za-km-z]{32,44})$/

/** Reads an id of ERC-8004. */
export function readErc8004(text: string): AgentKey[] {
  const { chain, registry, id } =
    [...FILE_FIELDS, ...REGISTRATIONS].map((pattern) => pattern.exec(text)?.groups).find(Boolean) ?? {}
  if (chain === undefined || id === undefined) return []
  const place = `eip155:${toNumber(chain.replace(/^eip155[:_-]/i, ''))}`
  const value = `${place}${registry === undefined ? '' : `:${registry.toLowerCase()}`}/${toNumber(id)}`
  return [{ kind: 'erc8004', value }]
}

/** Reads a wallet. Without its chain it is looked for on each. */
export function readWallet(text: string): AgentKey[] {
  const { chain, wallet, at } = (EVM_WALLET.exec(text) ?? SOLANA_WALLET.exec(text))?.groups ?? {}
  if (wallet === undefined) return []
  const value = wallet.startsWith('0x') || wallet.startsWith('0X') ? wallet.toLowerCase() : wallet
  const named = at ?? chain?.replace(/^eip155:/i, '')
  if (named === undefined) return [{ kind: 'wallet', value }]
  return [{ kind: 'wallet', value, chain: /^\d+$/.test(named) ? `eip155:${toNumber(named)}` : named }]
}

/** A number without zeros in front. */
const toNumber = (digits: string): string => digits.replace(/^0+(?=\d)/, '')
