import { clean } from '../../../core/domain/text.ts'
import type { AgentKey } from '../../../core/keys/key.ts'
import { payeeText } from '../../../core/keys/key_files.ts'
import { toCertainty, WAYS } from '../../../core/keys/ways.ts'
import type { ResolvedFrom, ResolvedItem, WalletPayments } from '../../../core/resources/resolution.schema.ts'
import type { ServedRelease } from '../served_release.ts'
import { readKey, readKeysHead } from './key_index.ts'
import type { FoundKey, FoundOwner } from './resolve_key.ts'

const MAX_SHOWN = 200
const MAX_OTHERS = 5

/** A caller's text as answers repeat it: as it was, without what hides, and with no tag that a reader might take for one. */
export const echo = (text: string): string =>
  clean(text, MAX_SHOWN).replaceAll('<', '&lt;').replaceAll('>', '&gt;')

/** Says how an owner has a key. */
export const howOwned = ({ kind, way }: FoundOwner) => ({
  kind,
  certainty: toCertainty(way),
  how: way,
  sentence:
    kind === 'host' ? `Its host, not this very address, is in its record. ${WAYS[way].says}` : WAYS[way].says,
})

const listOthers = ({ owner, owners }: FoundKey): string[] =>
  owners
    .filter(({ handle }) => handle !== owner?.handle)
    .slice(0, MAX_OTHERS)
    .map(({ handle }) => handle)

/** Says what was matched; null for a handle, where there is nothing to say. */
export function toResolvedFrom(found: FoundKey): ResolvedFrom | null {
  const { owner, text } = found
  if (owner === null || isHandle(owner, text)) return null
  return { key: echo(text), ...howOwned(owner), others: listOthers(found) }
}

/** Says the same of an item of a list; null too for a key that nobody has. */
export function toResolvedItem(found: FoundKey): ResolvedItem | null {
  const [first] = found.owners
  const owner = found.owner ?? first
  if (owner === undefined || (found.owner !== null && isHandle(owner, found.text))) return null
  const { kind, certainty } = howOwned(owner)
  return {
    key: echo(found.text),
    handle: found.owner?.handle ?? null,
    kind,
    certainty,
    others: listOthers(found),
  }
}

const isHandle = ({ kind, handle }: FoundOwner, text: string): boolean =>
  kind === 'handle' && text.toLowerCase() === handle.toLowerCase()

/** Returns what a wallet was paid; null for other keys, and where nothing was. */
export async function readPayments(release: ServedRelease, keys: AgentKey[]): Promise<WalletPayments | null> {
  const wallet = keys.find(({ kind }) => kind === 'wallet')
  const value = wallet === undefined ? null : await readKey(release, payeeText(wallet.value))
  if (value === null) return null
  const [places = '', payers, payments] = value.split(' ')
  const { chains } = await readKeysHead(release)
  const paidOn = places.split(',').map((place) => chains[Number(place)]?.chain ?? place)
  return { chains: paidOn, payers: Number(payers), payments: Number(payments) }
}

/** Says what is known of a key that no agent has. */
export async function describeUnknown(
  release: ServedRelease,
  keys: AgentKey[],
  paid: WalletPayments | null,
): Promise<string> {
  const head = await readKeysHead(release)
  if (paid !== null) {
    const names = paid.chains.map(
      (chain) => head.chains.find((known) => known.chain === chain)?.name ?? chain,
    )
    const wallets = paid.payers === 1 ? '1 wallet' : `${paid.payers} wallets`
    const count = paid.payments === 1 ? '1 payment' : `${paid.payments} payments`
    return `Paid on ${names.join(' and ')} ${head.window} by ${wallets} (${count}), and named by no record that we read: who is behind it is not known.`
  }
  if (keys.some(({ kind }) => kind === 'wallet'))
    return `${head.unpaid}, and named by no record that we read.`
  if (keys.some(({ kind }) => kind === 'host'))
    return `${head.unpaid} at any wallet that we could tie to it, and named by no record that we read.`
  return 'Named by no record that we read.'
}
