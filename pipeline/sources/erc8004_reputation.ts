import { parseAbi, toEventSelector } from 'viem/utils'
import { z } from 'zod'
import { chains, type IndexedChain, REPUTATION_REGISTRY } from '../catalog/chains.ts'
import { countRegistryChains } from '../chain/chain_texts.ts'
import { decode } from '../chain/decode.ts'
import type { EvmLog } from '../chain/provider.ts'
import { estimateRegistry, readRegistry, SPLIT_BY_CHAIN } from '../chain/registry.ts'
import { address, chainId, hash, lower, natural, pickPlace, placeColumns } from '../chain/values.ts'
import { defineSource } from '../source/define_source.ts'

const REGISTRY = REPUTATION_REGISTRY

const EVENTS = parseAbi([
  'event NewFeedback(uint256 indexed agentId, address indexed clientAddress, uint64 feedbackIndex, int128 value, uint8 valueDecimals, string indexed indexedTag1, string tag1, string tag2, string endpoint, string feedbackURI, bytes32 feedbackHash)',
  'event FeedbackRevoked(uint256 indexed agentId, address indexed clientAddress, uint64 indexed feedbackIndex)',
])

const NO_FEEDBACK = {
  value: null,
  value_decimals: null,
  tag1: null,
  tag2: null,
  endpoint: null,
  feedback_uri: null,
  feedback_hash: null,
}

const tag = z.string().max(1000).nullable()
const link = z.string().max(65_536).nullable()

/**
 * The reputation registries of ERC-8004: feedback given and revoked; a value is `value` / 10^`value_decimals`. A day
 * of all chains takes some 30 requests; the first run reads each contract's whole past.
 */
export default defineSource({
  name: 'erc8004_reputation',
  title: `Client feedback to ERC-8004 agents on ${countRegistryChains(chains)}, including revoked feedback`,
  docs: 'https://eips.ethereum.org/EIPS/eip-8004',
  license: 'Public chain data; contracts CC0',
  republished: 'all',
  attribution: 'Public data of the chain that each row names',
  key: ['chain', 'block_number', 'log_index'],
  isEvents: true,
  // A portal takes some 60 for the first day of all chains; a node, as its fallback, 10,000 blocks in one.
  budget: 1500,
  firstDay: { 'portal.sqd.dev': 120 },
  pastDay: { 'portal.sqd.dev': 30 },
  minutes: 15,
  split: SPLIT_BY_CHAIN,
  probe: { filled: ['value', 'value_decimals'] },
  row: z.object({
    chain: chainId,
    registry: z.literal(REGISTRY),
    ...placeColumns,
    kind: z.enum(['feedback', 'revoked']),
    agent_id: natural,
    client: address,
    feedback_index: natural,
    value: z
      .string()
      .regex(/^-?\d{1,39}$/)
      .nullable(),
    value_decimals: z.int().min(0).max(255).nullable(),
    tag1: tag,
    tag2: tag,
    endpoint: link,
    feedback_uri: link,
    feedback_hash: hash.nullable(),
  }),
  plan: async (context) => estimateRegistry(context),
  fetch: (context) =>
    readRegistry(context, {
      address: REGISTRY,
      events: [[EVENTS.map((event) => toEventSelector(event))]],
      toRow,
    }),
})

function toRow(chain: IndexedChain, log: EvmLog): Record<string, unknown> {
  const event = decode(EVENTS, log)
  return {
    chain: chain.id,
    registry: log.address,
    ...pickPlace(log),
    kind: event && (event.eventName === 'NewFeedback' ? 'feedback' : 'revoked'),
    agent_id: event && String(event.args.agentId),
    client: event && lower(event.args.clientAddress),
    feedback_index: event && String(event.args.feedbackIndex),
    ...readFeedback(event),
  }
}

/** Returns the client's feedback; empty where it is revoked. */
function readFeedback(event: ReturnType<typeof decode<typeof EVENTS>>): Record<string, unknown> {
  if (event?.eventName !== 'NewFeedback') return NO_FEEDBACK
  const { value, valueDecimals, tag1, tag2, endpoint, feedbackURI, feedbackHash } = event.args
  return {
    value: String(value),
    value_decimals: valueDecimals,
    tag1,
    tag2,
    endpoint,
    feedback_uri: feedbackURI,
    feedback_hash: lower(feedbackHash),
  }
}
