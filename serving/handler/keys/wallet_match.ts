import { readWallet } from '../../../core/keys/chain_keys.ts'
import { payeePairText } from '../../../core/keys/key_files.ts'
import { toCertainty } from '../../../core/keys/ways.ts'
import type { WalletMatch } from '../../../core/views/payer_answer.ts'
import type { ServedRelease } from '../served_release.ts'
import { readKey, readKeysHead } from './key_index.ts'
import type { FoundKey } from './resolve_key.ts'

/**
 * Returns the same key for a payer: of several agents that have it, the one whose own quote names the wallet, if it is
 * proven to have the key and no other does so.
 */
export async function narrowByWallet(
  release: ServedRelease,
  found: FoundKey,
  text: string,
): Promise<FoundKey> {
  const [wallet] = readWallet(text.trim())
  if (wallet === undefined || found.owners.length < 2) return found
  const proven = found.owners.filter(({ way }) => toCertainty(way) !== 'claimed')
  const values = await Promise.all(
    proven.map(({ handle }) => readKey(release, payeePairText('agent', handle, wallet.value))),
  )
  const paid = proven.filter((_, at) => values[at]?.startsWith('q ') === true)
  return paid.length === 1 ? { ...found, owner: paid[0] ?? null } : found
}

type Subject = ['host' | 'agent', name: string]

/**
 * Returns whose a wallet is: of the host that the caller named, else of the agent, if there is one. A wallet that is named on other chains
 * alone is another: whoever controls it there need not control it here.
 */
export async function matchWallet(
  release: ServedRelease,
  text: string,
  found: FoundKey,
  handle = '',
): Promise<WalletMatch> {
  const [wallet] = readWallet(text.trim())
  if (wallet === undefined) return 'unknown'
  const subject = await findSubject(release, found, handle)
  if (subject === null) return 'unknown'
  const chain = await toChainId(release, wallet.chain)
  const named = await readKey(release, payeePairText(...subject, wallet.value))
  const on = parseChains(named ?? '')
  const isOn = (chains: string[]) => (chain === null ? chains.length > 0 : chains.includes(chain))
  return isOn(on.quoted) ? 'quoted_by_host' : isOn(on.listed) ? 'listed_only' : 'other'
}

/** Returns who is asked about: the host in the key if wallets are known of it, else the agent; null if of neither. */
async function findSubject(
  release: ServedRelease,
  { readings }: FoundKey,
  handle: string,
): Promise<Subject | null> {
  const hosts = readings.keys
    .filter(({ kind }) => kind === 'host')
    .map(({ value }): Subject => ['host', value])
  for (const subject of [...hosts, ['agent', handle] satisfies Subject])
    if ((await readKey(release, payeePairText(...subject))) !== null) return subject
  return null
}

/** `q eip155:8453,eip155:137 l solana:…`: chains on which the host quotes it, and on which it is only listed. */
function parseChains(value: string): { quoted: string[]; listed: string[] } {
  const parts = value.split(' ')
  const chainsAfter = (sign: string) =>
    parts.includes(sign) ? (parts[parts.indexOf(sign) + 1] ?? '').split(',') : []
  return { quoted: chainsAfter('q'), listed: chainsAfter('l') }
}

/** Returns the CAIP-2 id of a chain named by it or by its short name; null without one. */
async function toChainId(release: ServedRelease, chain: string | undefined): Promise<string | null> {
  if (chain === undefined) return null
  const { chains } = await readKeysHead(release)
  const known = chains.find(({ name }) => name.toLowerCase() === chain.toLowerCase())
  return known?.chain ?? chain
}
