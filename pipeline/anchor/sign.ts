import { formatEther, formatGwei, type Hex, keccak256 } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { chains } from '../catalog/chains.ts'
import { type AnchorChain, NotNow } from './chain.ts'

/** A signed transaction that was not sent yet. */
export interface SignedTransaction {
  transaction_hash: Hex
  raw: Hex
  from: Hex
  nonce: number
  seen_block: number
}

/** Data and limits of a transaction to sign. */
interface AnchorTransaction {
  key: Hex
  chainId: number
  data: Hex
  /** Maximum price of a unit of gas, in wei. */
  cap: bigint
  /** Returns the first nonce of an address that this index has not used. */
  ownNonce(from: Hex): number
}

/**
 * Signs a transaction that writes `data` to the key's own address, with the next nonce. It offers the whole cap, of
 * which the chain takes only the cost: it is never signed again for more, so it must not get stuck under a rising fee.
 * Throws NotNow if it could not be mined now.
 */
export async function signAnchor(
  chain: AnchorChain,
  { key, chainId, data, cap, ownNonce }: AnchorTransaction,
): Promise<SignedTransaction> {
  const account = privateKeyToAccount(key)
  const from = account.address.toLowerCase() as Hex
  const seen_block = await chain.head()
  const { base, tip } = await chain.fees()
  if (base + tip > cap)
    throw new NotNow(`the chain asks ${formatGwei(base + tip)} gwei and --max-fee-gwei is ${formatGwei(cap)}`)
  const gas = await chain.gas({ from, to: from, data })
  await requireBalance(chain, { from, chainId, max: gas * cap })
  // A lagging node may not count the index's last transaction.
  const nonce = Math.max(await chain.nonce(from, 'pending'), ownNonce(from))
  const fees = { maxFeePerGas: cap, maxPriorityFeePerGas: tip }
  const raw = await account.signTransaction({ type: 'eip1559', chainId, nonce, to: from, data, gas, ...fees })
  return { transaction_hash: keccak256(raw), raw, from, nonce, seen_block }
}

async function requireBalance(
  chain: AnchorChain,
  { from, chainId, max }: { from: Hex; chainId: number; max: bigint },
): Promise<void> {
  const has = await chain.balance(from)
  if (has >= max) return
  throw new NotNow(
    `${from} has ${formatEther(has)} ${nameCoin(chainId)}, and the transaction may take ${formatEther(max)}: send it some`,
  )
}

/** Returns the symbol of the chain's native coin; a test chain is in no catalogue. */
const nameCoin = (chainId: number): string =>
  chains.find(({ id }) => id === `eip155:${chainId}`)?.coin ?? "of the chain's coin"
