import { getAddress, isAddress } from 'viem/utils'
import { z } from 'zod'
import { exactEvmChain } from './exact_evm_chain.ts'
import { paymentInteger, paymentText } from './fields.ts'
import type { PaymentScheme, Token, TokenSettings } from './scheme.ts'

const MAX_SIGNATURE = 2048
export const BASE = 'eip155:8453'
/** The chain of a developer's own machine. */
export const LOCAL_CHAIN = 'eip155:31337'

/** A token's contract, checksummed, and its EIP-712 domain. */
interface DomainToken extends Token {
  extra: { name: string; version: string }
}

const USDC: Readonly<Record<string, DomainToken>> = {
  [BASE]: {
    asset: '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913',
    extra: { name: 'USD Coin', version: '2' },
  },
  'eip155:84532': {
    asset: '0x036CbD53842c5426634e7929541eC2318f3dCF7e',
    extra: { name: 'USDC', version: '2' },
  },
}

const address = paymentText(/^0x[\da-f]{40}$/i, 'an address: 0x and 40 hexadecimal digits')
// Contract wallets sign at length: a passkey's signature with its factory is over a kilobyte.
const signature = paymentText(
  new RegExp(`^0x(?:[\\da-f]{2}){1,${MAX_SIGNATURE}}$`, 'i'),
  `a signature: 0x and whole bytes in hexadecimal, at most ${MAX_SIGNATURE}`,
)
const authorization = z.object(
  {
    from: address,
    to: address,
    value: paymentInteger,
    validAfter: paymentInteger,
    validBefore: paymentInteger,
    nonce: paymentText(/^0x[\da-f]{64}$/i, '32 bytes: 0x and 64 hexadecimal digits'),
  },
  'an EIP-3009 authorization',
)

/** `exact` on EVM chains: an EIP-3009 authorization, of which the token accepts each nonce of a payer once. */
export const EXACT_EVM: PaymentScheme = {
  name: 'exact',
  chains: /^eip155:[1-9]\d{0,15}$/,
  networks: [
    { id: BASE, name: 'base', isTest: false },
    { id: 'eip155:84532', name: 'base-sepolia', isTest: true },
    { id: 'eip155:1', name: 'ethereum', isTest: false },
    { id: 'eip155:11155111', name: 'sepolia', isTest: true },
    { id: 'eip155:137', name: 'polygon', isTest: false },
    { id: 'eip155:80002', name: 'polygon-amoy', isTest: true },
    { id: 'eip155:43114', name: 'avalanche', isTest: false },
    { id: 'eip155:43113', name: 'avalanche-fuji', isTest: true },
    { id: LOCAL_CHAIN, name: null, isTest: true },
  ],
  account: z
    .string()
    .refine(
      (text) => isAddress(text) && !/^0x0{40}$/.test(text),
      'must be an address, 0x and 40 hexadecimal digits, with its checksum right where letters differ in case',
    )
    .transform((text) => getAddress(text)),
  address,
  payload: z
    .object({ signature, authorization }, 'an object with signature and authorization')
    .transform((payload) => ({ ...payload, payload })),
  token,
  spell: (text) => text.toLowerCase(),
  transactionId: (text) => (/^0x[\da-f]{64}$/i.test(text) ? text.toLowerCase() : null),
  openChain: exactEvmChain,
}

/** Returns the named token, or the USDC of the network: never the domain of one with the contract of another. */
function token(network: string, asset: string | undefined, { read, needed }: TokenSettings): Token {
  // On the chain of a developer's own machine the token is at Base's address.
  const usdc = USDC[network === LOCAL_CHAIN ? BASE : network]
  if (usdc !== undefined && (asset === undefined || asset === usdc.asset)) {
    const name = read('X402_ASSET_NAME') ?? usdc.extra.name
    const version = read('X402_ASSET_VERSION') ?? usdc.extra.version
    return { asset: usdc.asset, extra: { name, version } }
  }
  const cause = asset === undefined ? 'X402_NETWORK' : 'X402_ASSET'
  return {
    asset: asset ?? needed('X402_ASSET', cause),
    extra: { name: needed('X402_ASSET_NAME', cause), version: needed('X402_ASSET_VERSION', cause) },
  }
}
