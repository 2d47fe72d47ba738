import type { z } from 'zod'
import type { VariableName } from '../../../../core/settings/variables.ts'
import type { Chain, Signed } from '../payment.ts'

/** A chain that a scheme pays on. */
interface Network {
  /** CAIP-2. */
  id: string
  /** What version 1 of x402 calls it; null where it has no name for it. */
  name: string | null
  /** Whether what is paid there is worth nothing. */
  isTest: boolean
}

/** What calls are paid in. */
export interface Token {
  /** Its contract, or what else identifies it on the chain. */
  asset: string
  /** What a client has to know of it to sign: `extra` of a requirement. */
  extra: Readonly<Record<string, string>>
}

/** The variables that say what calls are paid in. */
type TokenVariable = Extract<VariableName, `X402_${'NETWORK' | 'ASSET' | 'ASSET_NAME' | 'ASSET_VERSION'}`>

/** Reads the settings of a token. Both throw BadUsage for a value that does not fit. */
export interface TokenSettings {
  read(name: TokenVariable): string | undefined
  /** Throws BadUsage, which says that `by` needs it, where it is not set. */
  needed(name: TokenVariable, by: TokenVariable): string
}

/**
 * A scheme of x402 on one kind of chain: what its payments look like, what they are claimed by, and how the chain is
 * asked about them. All else about payments is the same for each.
 */
export interface PaymentScheme {
  /** Its name in x402. */
  name: string
  /** What the CAIP-2 ids of its chains look like. */
  chains: RegExp
  /** Those of its chains that something is known of. */
  networks: readonly Network[]
  /** An address of the operator's, as it is published; its issue says what one looks like. */
  account: z.ZodType<string, string>
  /** An address as clients send it. */
  address: z.ZodType<string>
  /** `payload` of a payment. */
  payload: z.ZodType<Signed>
  /** The token of a network: the one that was set, or else the one that is known for it. Throws BadUsage. */
  token(network: string, asset: string | undefined, settings: TokenSettings): Token
  /** The one spelling of an address, a nonce or a signature, as the ledger has it. */
  spell(text: string): string
  /** The one spelling of a transaction's id; null for what cannot be one. */
  transactionId(text: string): string | null
  /** The chain behind a node. The node is asked for the newest state; no redirect is followed. */
  openChain(node: { url: string; timeoutMs: number }): Chain
}
