import { findAnvil, type RunningChain, startAnvil } from './anvil.ts'
import { type FacilitatorOptions, type RunningFacilitator, startFacilitator } from './facilitator_server.ts'
import { placeToken, type Token, USDC } from './token.ts'
import { SELLER } from './wallets.ts'

/** The dependencies of a paid call beside the seller's service: a chain, a dollar on it, and a facilitator. */
export interface LocalPayments {
  chain: RunningChain
  token: Token
  facilitator: RunningFacilitator
  close(): Promise<void>
}

/** Starts them for the seller of `wallets.ts`; null if there is no anvil. */
export async function startLocalPayments(
  chainId = 31337,
  options: Pick<FacilitatorOptions, 'slowMs' | 'token'> = {},
): Promise<LocalPayments | null> {
  const binary = await findAnvil()
  if (binary === null) return null
  const chain = await startAnvil(binary, chainId)
  try {
    const token = await placeToken(chain)
    const allowed = { asset: USDC, payTo: SELLER }
    const facilitator = await startFacilitator({ chain, allowed, ...options })
    const close = async () => {
      await facilitator.close()
      await chain.close()
    }
    return { chain, token, facilitator, close }
  } catch (error) {
    await chain.close()
    throw error
  }
}
