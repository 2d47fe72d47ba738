import { type Address, keccak256, stringToBytes } from 'viem'
import { type HDAccount, mnemonicToAccount, type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts'
import type { Token } from './token.ts'

// Anvil funds the accounts of this phrase with Ether, and prints their keys at each start.
const WITH_ETHER = 'test test test test test test test test test test test junk'

/** The account of this name: the same one each time, and worth nothing outside a local chain. */
export const walletNamed = (name: string): PrivateKeyAccount =>
  privateKeyToAccount(keccak256(stringToBytes(`assay local wallet: ${name}`)))

/** The account of this name, with so many atomic units added. */
export async function fundedWallet(token: Token, name: string, value: bigint): Promise<PrivateKeyAccount> {
  const wallet = walletNamed(name)
  await token.mint(wallet.address, value)
  return wallet
}

/** The account, 0 to 9, that sends transactions and pays for them; concurrent ones go through `sendInTurn`. */
export const sendingWallet = (index: number): HDAccount =>
  mnemonicToAccount(WITH_ETHER, {
    addressIndex: index,
  })

/** The address of the seller in tests and demonstrations. */
export const SELLER: Address = walletNamed('seller').address
