import { z } from 'zod'
import { countChains } from '../catalog/chain_totals.ts'
import { chains, IDENTITY_REGISTRY, type IndexedChain } from '../catalog/chains.ts'
import { countRegistryChains } from '../chain/chain_texts.ts'
import { createLogDecoder } from '../chain/decode.ts'
import type { EvmLog } from '../chain/provider.ts'
import { estimateRegistry, REGISTRY_LIMITS, readRegistry, SPLIT_BY_CHAIN } from '../chain/registry.ts'
import { IDENTITY_EVENTS, REGISTRY_QUERY } from '../chain/registry_query.ts'
import { address, chainId, lower, natural, pickPlace, placeColumns } from '../chain/values.ts'
import { defineSource } from '../source/define_source.ts'

const REGISTRY = IDENTITY_REGISTRY
const decode = createLogDecoder(IDENTITY_EVENTS)
const ZERO_ADDRESS = '0x0000000000000000000000000000000000000000'

const NOTHING_SET = { metadata_key: null, metadata_value: null }

/**
 * The identity registries of ERC-8004: registrations, changed addresses of files, changed owners, and wallets. Ids
 * repeat on each chain. A day of all chains takes some 30 requests; the first run reads each contract's whole past.
 */
export default defineSource({
  name: 'erc8004_identity',
  title: `ERC-8004 agents on ${countRegistryChains(chains, countChains('erc8004'))}, with owners, wallets and addresses of registration files`,
  docs: 'https://eips.ethereum.org/EIPS/eip-8004',
  license: 'Public chain data; contracts CC0',
  republished: 'all',
  attribution: 'Public data of the chain that each row names',
  answeredBy: 'chains',
  key: ['chain', 'block_number', 'log_index'],
  isEvents: true,
  readsOwnEvents: true,
  // A portal takes some 60 for the whole past of all chains, or some 5,600 where an answer is one chunk.
  ...REGISTRY_LIMITS,
  firstDay: { 'portal.sqd.dev': 120 },
  split: SPLIT_BY_CHAIN,
  probe: { filled: ['account', 'uri'] },
  row: z.object({
    chain: chainId,
    registry: z.literal(REGISTRY),
    ...placeColumns,
    kind: z.enum(['registered', 'uri_updated', 'transferred', 'metadata_set']),
    agent_id: natural,
    account: address.nullable(),
    uri: z.string().max(65_536).nullable(),
    metadata_key: z.string().max(65_536).nullable(),
    metadata_value: z.string().max(65_536).nullable(),
  }),
  plan: async (context) => estimateRegistry(context),
  fetch: (context) =>
    readRegistry(context, {
      address: REGISTRY,
      query: REGISTRY_QUERY,
      countedFor: 'erc8004_identity',
      toRow,
    }),
})

/** Converts a log to its row; null for the transfer of a registration. */
function toRow(chain: IndexedChain, log: EvmLog): Record<string, unknown> | null {
  const event = decode(log)
  if (event?.eventName === 'Transfer' && event.args.from === ZERO_ADDRESS) return null
  return {
    chain: chain.id,
    registry: log.address,
    ...pickPlace(log),
    ...readEvent(event),
  }
}

function readEvent(event: ReturnType<typeof decode>): Record<string, unknown> {
  switch (event?.eventName) {
    case 'Registered': {
      const { agentId, owner, agentURI } = event.args
      const account = lower(owner)
      return { kind: 'registered', agent_id: String(agentId), account, uri: agentURI, ...NOTHING_SET }
    }
    case 'URIUpdated': {
      const { agentId, updatedBy, newURI } = event.args
      const account = lower(updatedBy)
      return { kind: 'uri_updated', agent_id: String(agentId), account, uri: newURI, ...NOTHING_SET }
    }
    case 'Transfer': {
      const { tokenId, to } = event.args
      return { kind: 'transferred', agent_id: String(tokenId), account: lower(to), uri: null, ...NOTHING_SET }
    }
    case 'MetadataSet': {
      const { agentId, metadataKey, metadataValue } = event.args
      const metadata = { metadata_key: metadataKey, metadata_value: metadataValue }
      return { kind: 'metadata_set', agent_id: String(agentId), account: null, uri: null, ...metadata }
    }
    default:
      return { kind: null, agent_id: null, account: null, uri: null, ...NOTHING_SET }
  }
}
