import type { Address, Hex } from 'viem'
import { generatePrivateKey, type PrivateKeyAccount } from 'viem/accounts'
import type { RunningChain } from './anvil.ts'
import { DOMAIN, USDC } from './token.ts'

/** The message that a payer signs. */
export interface Authorization {
  from: Address
  to: Address
  value: bigint
  validAfter: bigint
  validBefore: bigint
  nonce: Hex
}

const FIELDS = {
  from: 'address',
  to: 'address',
  value: 'uint256',
  validAfter: 'uint256',
  validBefore: 'uint256',
  nonce: 'bytes32',
}
const TYPES = {
  TransferWithAuthorization: Object.entries(FIELDS).map(([name, type]) => ({ name, type })),
}

/** An authorization for five minutes from now with a new nonce, and its signature. */
export async function authorize(
  chain: RunningChain,
  payer: PrivateKeyAccount,
  to: Address,
  given: Partial<Authorization> = {},
): Promise<{ authorization: Authorization; signature: Hex }> {
  const now = BigInt(Math.floor(Date.now() / 1000))
  const authorization = {
    ...{ from: payer.address, to, value: 50_000n, validAfter: now - 600n, validBefore: now + 300n },
    ...{ nonce: generatePrivateKey(), ...given },
  }
  const signature = await payer.signTypedData({
    domain: { ...DOMAIN, chainId: chain.chainId, verifyingContract: USDC },
    types: TYPES,
    primaryType: 'TransferWithAuthorization',
    message: authorization,
  })
  return { authorization, signature }
}
