import { parseAbi, toEventSelector } from 'viem/utils'
import { z } from 'zod'
import { type Chain, IDENTITY_REGISTRY } from '../catalog/chains.ts'
import { decode } from '../chain/decode.ts'
import type { EvmLog } from '../chain/provider.ts'
import { readRegistry } from '../chain/registry.ts'
import { address, chainId, lower, natural, placeColumns, placeOf } from '../chain/values.ts'
import { defineSource } from '../source.ts'

const REGISTRY = IDENTITY_REGISTRY
const NOBODY = '0x0000000000000000000000000000000000000000'

const EVENTS = parseAbi([
  'event Registered(uint256 indexed agentId, string agentURI, address indexed owner)',
  'event URIUpdated(uint256 indexed agentId, string newURI, address indexed updatedBy)',
  'event Transfer(address indexed from, address indexed to, uint256 indexed tokenId)',
])

/**
 * The identity registry of ERC-8004 on Base: registrations, changed addresses of files, and changed owners. A day
 * takes about 7 requests; the first run reads on from the contract's first block, 10,000 blocks in a request.
 */
export default defineSource({
  name: 'erc8004_identity',
  title: 'ERC-8004 agents registered on Base, with owners and registration file addresses',
  docs: 'https://eips.ethereum.org/EIPS/eip-8004',
  license: 'Public chain data; contracts CC0',
  key: ['chain', 'block_number', 'log_index'],
  isEvents: true,
  // A portal takes some 60 for the first day of seven chains; a node, where it stands in for it, 10,000 blocks in one.
  budget: 1500,
  minutes: 15,
  row: z.object({
    chain: chainId,
    registry: z.literal(REGISTRY),
    ...placeColumns,
    kind: z.enum(['registered', 'uri_updated', 'transferred']),
    agent_id: natural,
    account: address,
    uri: z.string().max(65_536).nullable(),
    metadata_key: z.string().max(65_536).nullable(),
    metadata_value: z.string().max(65_536).nullable(),
  }),
  fetch: (context) =>
    readRegistry(context, {
      address: REGISTRY,
      events: EVENTS.map((event) => toEventSelector(event)),
      toRow,
    }),
})

/** One row for one log, and none for the transfer that comes with a registration. */
function toRow(chain: Chain, log: EvmLog): Record<string, unknown> | null {
  const event = decode(EVENTS, log)
  if (event?.eventName === 'Transfer' && event.args.from === NOBODY) return null
  return {
    chain: chain.id,
    registry: log.address,
    ...placeOf(log),
    ...infoOf(event),
    metadata_key: null,
    metadata_value: null,
  }
}

function infoOf(event: ReturnType<typeof decode<typeof EVENTS>>): Record<string, unknown> {
  switch (event?.eventName) {
    case 'Registered': {
      const { agentId, owner, agentURI } = event.args
      return { kind: 'registered', agent_id: String(agentId), account: lower(owner), uri: agentURI }
    }
    case 'URIUpdated': {
      const { agentId, updatedBy, newURI } = event.args
      return { kind: 'uri_updated', agent_id: String(agentId), account: lower(updatedBy), uri: newURI }
    }
    case 'Transfer': {
      const { tokenId, to } = event.args
      return { kind: 'transferred', agent_id: String(tokenId), account: lower(to), uri: null }
    }
    default:
      return { kind: null, agent_id: null, account: null, uri: null }
  }
}
