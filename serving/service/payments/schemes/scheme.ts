import type { z } from 'zod'
import type { VariableName } from '../../../../core/settings/variables.ts'
import type { ChainReader, SignedTransfer } from '../payment.ts'

/** A chain that a scheme pays on. */
interface Network {
  /** CAIP-2. */
  id: string
  /** Its version 1 name in x402; null without one. */
  name: string | null
  /** True if tokens there are worth nothing. */
  isTest: boolean
}

/** The token that calls are paid in. */
export interface Token {
  /** Its contract, or what else identifies it on the chain. */
  asset: string
  /** Token data that a client needs to sign: `extra` of a requirement. */
  extra: Readonly<Record<string, string>>
}

/** The environment variables of the token. */
type TokenVariable = Extract<VariableName, `X402_${'NETWORK' | 'ASSET' | 'ASSET_NAME' | 'ASSET_VERSION'}`>

/** Reads the settings of a token. Both throw BadUsage for a value that does not fit. */
export interface TokenSettings {
  read(name: TokenVariable): string | undefined
  /** Throws BadUsage, which says that `by` needs it, if it is not set. */
  needed(name: TokenVariable, by: TokenVariable): string
}

/**
 * A scheme of x402 on one kind of chain: the shape of its payments, their keys, and how to read the chain. All else
 * about payments is the same for each.
 */
export interface PaymentScheme {
  /** Its name in x402. */
  name: string
  /** Pattern of its chains' CAIP-2 ids. */
  chains: RegExp
  /** Its known chains. */
  networks: readonly Network[]
  /** An operator's address, as it is published; its issue says what one looks like. */
  account: z.ZodType<string, string>
  /** An address as clients send it. */
  address: z.ZodType<string>
  /** `payload` of a payment. */
  payload: z.ZodType<SignedTransfer>
  /** Returns the token of a network: the configured one, or else the known one. Throws BadUsage. */
  token(network: string, asset: string | undefined, settings: TokenSettings): Token
  /** Returns the canonical form of an address, a nonce or a signature, as in the ledger. */
  spell(text: string): string
  /** Returns the canonical form of a transaction's id; null for an invalid one. */
  transactionId(text: string): string | null
  /** Opens the chain behind a node. The newest state is read; no redirect is followed. */
  openChain(node: { url: string; timeoutMs: number }): ChainReader
}
