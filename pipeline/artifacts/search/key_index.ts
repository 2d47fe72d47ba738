import { hash } from 'node:crypto'
import { TEXT_TYPE } from '../../../core/interface/content.ts'
import { readAddress } from '../../../core/keys/address.ts'
import { readWallet } from '../../../core/keys/chain_keys.ts'
import type { AgentKey, KeyKind } from '../../../core/keys/key.ts'
import {
  agentKeyText,
  KEYS_HEAD,
  type KeysHead,
  keyPath,
  payeePairText,
  payeeText,
} from '../../../core/keys/key_files.ts'
import { readPackage } from '../../../core/keys/packages.ts'
import { parseKeys } from '../../../core/keys/parse_keys.ts'
import { readRepository } from '../../../core/keys/repositories.ts'
import type { Way } from '../../../core/keys/ways.ts'
import type { Artifact } from '../../../core/release/artifact.ts'
import { jsonFile, type Site } from '../site.ts'
import { KeyFiles } from './key_files.ts'
import { buildKeysHead } from './keys_head.ts'

/** Number of rows read at a time. */
const CHUNK = 50_000

/** A row of the `agent_keys` mart. */
interface KeyRow {
  handle: string
  kind: KeyKind | 'url'
  text: string
  how: Way
  position: number | null
}

/** Readers of the kinds whose texts are not in their one spelling already. */
const READERS: Partial<Record<KeyRow['kind'], (text: string) => AgentKey[]>> = {
  wallet: (text) => readWallet(text).slice(0, 1),
  package: (text) => readPackage(`package:${text}`),
  repository: readRepository,
  address: (text) => addressesAlone(readAddress(text)),
  // An entry of the catalogue is the account or the page that its address is, and not all of its host.
  url: (text) => addressesAlone(parseKeys(text).keys),
}

/** The keys without hosts, which have rows of their own, and without the other spelling of a host's root. */
function addressesAlone(keys: AgentKey[]): AgentKey[] {
  const [first, ...others] = keys.filter(({ kind }) => kind !== 'host' && kind !== 'registry_name')
  if (first === undefined) return []
  return [
    first,
    ...others.filter(({ kind, value }) => kind !== first.kind || first.value.startsWith(`${value}?`)),
  ]
}

const toKeys = ({ kind, text }: KeyRow): AgentKey[] =>
  READERS[kind]?.(text) ?? [{ kind: kind as KeyKind, value: text.toLowerCase() }]

/**
 * Yields the keys by which callers find agents, the wallets that were paid, and the wallets that hosts and agents are
 * paid at, spread over files by their hashes, and the head that says over how many.
 */
export async function* keyIndexArtifacts({ db, day }: Pick<Site, 'db' | 'day'>): AsyncGenerator<Artifact> {
  const files = new KeyFiles((text) => hash('sha256', text))
  for (let at = 0; ; at += CHUNK) {
    const rows = await db.rows<KeyRow>(
      `select * exclude (place) from agent_keys where place >= ${at} and place < ${at + CHUNK} order by place`,
    )
    for (const row of rows)
      for (const key of toKeys(row))
        files.addOwner(agentKeyText(key), { handle: row.handle, way: row.how }, row.position)
    if (rows.length < CHUNK) break
  }
  const head = await buildKeysHead(db, day)
  await addPayees(db, files, head)
  const { parts, count } = files.build()
  yield jsonFile('private', KEYS_HEAD, { files: count, ...head } satisfies KeysHead)
  for (const [file, body] of parts)
    yield { path: keyPath(file), side: 'private', contentType: TEXT_TYPE, body }
}

/** Rows of the `payment_wallets` mart of one wallet, by whether its host quotes it. */
interface PaymentWallet {
  subject: 'host' | 'agent'
  name: string
  wallet: string
  is_quoted: boolean
  chains: string[]
}

async function addPayees(
  db: Site['db'],
  files: KeyFiles,
  { chains }: Pick<KeysHead, 'chains'>,
): Promise<void> {
  const chainPlaces = new Map(chains.map(({ chain }, place) => [chain, place]))
  const payees = await db.rows<{ wallet: string; chains: string[]; payers: number; payments: number }>(
    'select wallet, chains, payers::integer as payers, payments::integer as payments from payee_keys order by wallet',
  )
  for (const { wallet, chains: paidOn, payers, payments } of payees)
    files.add(
      payeeText(wallet),
      `${paidOn.map((chain) => chainPlaces.get(chain)).join(',')} ${payers} ${payments}`,
    )
  const wallets = await db.rows<PaymentWallet>(
    `select subject, name, wallet, is_quoted, list_sort(list(chain)) as chains
     from payment_wallets group by subject, name, wallet, is_quoted order by subject, name, wallet, is_quoted desc`,
  )
  const values = new Map<string, string>()
  for (const { subject, name, wallet, chains, is_quoted } of wallets) {
    const [pair, all] = [payeePairText(subject, name, wallet), payeePairText(subject, name)]
    const sign = is_quoted ? 'q' : 'l'
    values.set(pair, [values.get(pair), `${sign} ${chains.join(',')}`].filter(Boolean).join(' '))
    if (values.get(all) !== 'q') values.set(all, sign)
  }
  for (const [text, value] of values) files.add(text, value)
}
