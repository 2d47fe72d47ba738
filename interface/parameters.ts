import { CATEGORIES, REST_CATEGORIES } from '../pipeline/category.ts'
import type { Parameter, ParameterRule } from './endpoint.ts'

/** What a handle looks like. */
export const HANDLE = /^[a-zA-Z0-9_-]{1,64}$/

/** What a CAIP-2 chain id, or the short name of a chain, looks like. */
export const CHAIN = /^(?:[a-z0-9-]{3,8}:[a-zA-Z0-9_-]{1,32}|[a-z][a-z0-9-]{2,31})$/

const inPath = (name: string, rule: ParameterRule, description: string): Parameter => ({
  name,
  in: 'path',
  rule,
  isRequired: true,
  description,
})

const optional = (name: string, rule: ParameterRule, description: string): Parameter => ({
  name,
  in: 'query',
  rule,
  isRequired: false,
  description,
})

const required = (name: string, rule: ParameterRule, description: string): Parameter => ({
  ...optional(name, rule, description),
  isRequired: true,
})

export const restCategory = inPath(
  'category',
  { kind: 'choice', values: REST_CATEGORIES },
  'A category that the REST paths serve; mcp_server is reached through find, the tools and the economy summary.',
)
export const pathHandle = inPath('handle', { kind: 'handle' }, 'The handle of an agent, in any case.')
export const pathAgentId = inPath('agentId', { kind: 'handle' }, 'The handle of an agent, in any case.')
export const evidenceReadyOnly = optional(
  'evidence_ready_only',
  { kind: 'boolean', fallback: true },
  'Whether agents without enough evidence for a rank are left out.',
)
export const rankingLimit = optional(
  'limit',
  { kind: 'integer', min: 1, max: 100, fallback: 50 },
  'How many rows.',
)
export const bulkHandles = required(
  'handles',
  { kind: 'handles', min: 1, max: 50 },
  'Handles, separated by commas.',
)
export const comparedAgents = required(
  'agents',
  { kind: 'handles', min: 2, max: 5 },
  'The handles to compare, separated by commas.',
)
export const requiredHandle = required('handle', { kind: 'handle' }, 'The handle of an agent, in any case.')
export const optionalHandle = optional(
  'handle',
  { kind: 'handle' },
  'The handle of an agent; without it a leaderboard is answered.',
)
export const historyDays = optional(
  'history',
  { kind: 'integer', min: 0, max: 365, fallback: 30 },
  'How many daily snapshots before the present one are listed.',
)
export const isLive = optional(
  'live',
  { kind: 'boolean', fallback: false },
  'Whether the index is computed for this day from the newest signals that the release holds.',
)
export const demandDays = optional(
  'days',
  { kind: 'integer', min: 1, max: 30, fallback: 14 },
  'How many days up to the release’s the payments are from.',
)
export const demandTop = optional(
  'top',
  { kind: 'integer', min: 1, max: 100, fallback: 25 },
  'How many operators.',
)
export const demandChain = optional(
  'chain',
  { kind: 'chain' },
  'Payments on this chain alone: a CAIP-2 id such as eip155:8453, or a short name such as base.',
)
export const changeDays = optional(
  'days',
  { kind: 'integer', min: 1, max: 7, fallback: 1 },
  'How many days up to the release’s the changes are from.',
)
export const changesSince = optional('since', { kind: 'date' }, 'The first day of the changes, YYYY-MM-DD.')
export const changesLimit = optional(
  'limit',
  { kind: 'integer', min: 1, max: 100, fallback: 50 },
  'How many changes, the newest first.',
)
export const query = required(
  'q',
  { kind: 'text', max: 200 },
  'What the agent should be able to do, 1 to 200 characters.',
)
export const findCategory = optional(
  'category',
  { kind: 'choice', values: CATEGORIES },
  'Agents of this category alone.',
)
export const rails = optional(
  'rails',
  { kind: 'choices', values: ['x402', 'mcp', 'erc8004', 'a2a'] },
  'Agents that were observed on all of these, separated by commas.',
)
export const alive = optional(
  'alive',
  { kind: 'boolean', fallback: false },
  'Whether only agents that are alive by the 30-day rule are found.',
)
export const minTier = optional(
  'min_tier',
  { kind: 'choice', values: ['evidence_ranked'] },
  'Agents of this tier alone.',
)
export const findLimit = optional(
  'limit',
  { kind: 'integer', min: 1, max: 50, fallback: 25 },
  'How many candidates.',
)
export const metric = required(
  'metric',
  { kind: 'choice', values: ['liveness', 'tier', 'ghost_index'] },
  'What is attested.',
)
export const attestedHandle = optional(
  'handle',
  { kind: 'handle' },
  'The handle of an agent; required for liveness and tier.',
)
