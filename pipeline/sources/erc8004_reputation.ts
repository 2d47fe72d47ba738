import { z } from 'zod'
import { countChains } from '../catalog/chain_totals.ts'
import { chains, type IndexedChain, REPUTATION_REGISTRY } from '../catalog/chains.ts'
import { countRegistryChains } from '../chain/chain_texts.ts'
import { createLogDecoder } from '../chain/decode.ts'
import type { EvmLog } from '../chain/provider.ts'
import { REGISTRY_LIMITS, readRegistry, SPLIT_BY_CHAIN } from '../chain/registry.ts'
import { REGISTRY_QUERY, REPUTATION_EVENTS } from '../chain/registry_query.ts'
import { address, chainId, hash, lower, natural, pickPlace, placeColumns } from '../chain/values.ts'
import { defineSource } from '../source/define_source.ts'

const REGISTRY = REPUTATION_REGISTRY
const decode = createLogDecoder(REPUTATION_EVENTS)

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
 * The reputation registries of ERC-8004: feedback given and revoked; a value is `value` / 10^`value_decimals`. The
 * requests are those of the identity registries.
 */
export default defineSource({
  name: 'erc8004_reputation',
  title: `Client feedback to ERC-8004 agents on ${countRegistryChains(chains, countChains('erc8004'))}, including revoked feedback`,
  docs: 'https://eips.ethereum.org/EIPS/eip-8004',
  license: 'Public chain data; contracts CC0',
  republished: 'all',
  attribution: 'Public data of the chain that each row names',
  answeredBy: 'chains',
  key: ['chain', 'block_number', 'log_index'],
  isEvents: true,
  readsOwnEvents: true,
  reads: ['erc8004_identity'],
  repeats: 'erc8004_identity',
  // None where the identity registries were read up to the same blocks.
  ...REGISTRY_LIMITS,
  firstDay: { 'portal.sqd.dev': 0 },
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
  plan: async () => ({ requests: {}, isEstimate: true }),
  fetch: (context) =>
    readRegistry(context, {
      address: REGISTRY,
      query: REGISTRY_QUERY,
      countedFor: 'erc8004_reputation',
      toRow,
    }),
})

function toRow(chain: IndexedChain, log: EvmLog): Record<string, unknown> {
  const event = decode(log)
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
function readFeedback(event: ReturnType<typeof decode>): Record<string, unknown> {
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
