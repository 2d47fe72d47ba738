import { BADGE_STYLES, DEFAULT_STYLE } from '../badge/badge.ts'
import { CATEGORIES, REST_CATEGORIES } from '../domain/category.ts'
import { NUMBERS } from '../domain/numbers.ts'
import type { Parameter, ParameterRule } from './endpoint.ts'

/** What a handle looks like. */
export const HANDLE = /^[a-zA-Z0-9_-]{1,64}$/

/** What the number of a page looks like. */
export const PAGE = /^[1-9][0-9]{0,5}$/

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
  'Category. mcp_server is not served here; use find, the MCP tools, the pages or the economy summary.',
)
export const pageCategory = inPath(
  'category',
  { kind: 'choice', values: CATEGORIES },
  'Category; the pages serve all five.',
)
export const pageNumber = inPath('page', { kind: 'page' }, 'Number of a page, from 1.')
export const pathHandle = inPath('handle', { kind: 'handle' }, 'Handle of an agent, in any case.')
export const pathAgentId = inPath('agentId', { kind: 'handle' }, 'Handle of an agent, in any case.')
export const badgeStyle = optional(
  'style',
  { kind: 'choice', values: BADGE_STYLES, fallback: DEFAULT_STYLE },
  'How the badge is drawn, by the names of shields.io.',
)
export const evidenceReadyOnly = optional(
  'evidence_ready_only',
  { kind: 'boolean', fallback: true },
  'Leave out agents without enough evidence for a rank.',
)
export const rankingLimit = optional(
  'limit',
  { kind: 'integer', min: 1, max: 100, fallback: 50 },
  'Number of rows.',
)
export const bulkHandles = required(
  'handles',
  { kind: 'handles', min: 1, max: 50 },
  'Comma-separated handles.',
)
export const comparedAgents = required(
  'agents',
  { kind: 'handles', min: 2, max: 5 },
  'Comma-separated handles of the agents to compare.',
)
export const comparedText = optional(
  'agents',
  { kind: 'text', max: 500 },
  'Two to five agents by handle or name, separated by commas or spaces.',
)
export const searched = optional(
  'q',
  { kind: 'text', max: 200 },
  'A part of a name, handle, repository or operator.',
)
export const requiredHandle = required('handle', { kind: 'handle' }, 'Handle of an agent, in any case.')
export const optionalHandle = optional(
  'handle',
  { kind: 'handle' },
  'Handle of an agent; without it, a leaderboard is returned.',
)
export const agentOfPage = optional(
  'agent',
  { kind: 'handle' },
  'Handle of the agent that the page begins with, where scripts run.',
)
export const historyDays = optional(
  'history',
  { kind: 'integer', min: 0, max: 365, fallback: 30 },
  'Number of earlier daily snapshots to include.',
)
export const isLive = optional(
  'live',
  { kind: 'boolean', fallback: false },
  'Compute the index for the current day from the newest signals of the release, instead of the stored snapshot.',
)
export const demandDays = optional(
  'days',
  { kind: 'integer', min: 1, max: NUMBERS.market_days, fallback: 14 },
  'Number of days of payments, up to the day of the release.',
)
export const demandTop = optional(
  'top',
  { kind: 'integer', min: 1, max: 100, fallback: 25 },
  'Number of operators.',
)
export const demandChain = optional(
  'chain',
  { kind: 'chain' },
  'Only payments on this chain: a CAIP-2 id such as eip155:8453, or a short name such as base.',
)
export const changeDays = optional(
  'days',
  { kind: 'integer', min: 1, max: 7, fallback: 1 },
  'Number of days of changes, up to the day of the release.',
)
export const changesSince = optional(
  'since',
  { kind: 'date' },
  'Only changes on or after this day, YYYY-MM-DD.',
)
export const changesLimit = optional(
  'limit',
  { kind: 'integer', min: 1, max: 100, fallback: 50 },
  'Number of changes, newest first.',
)
export const query = required(
  'q',
  { kind: 'text', max: 200 },
  'Capability to search for, 1 to 200 characters.',
)
export const findCategory = optional(
  'category',
  { kind: 'choice', values: CATEGORIES },
  'Only agents of this category.',
)
export const rails = optional(
  'rails',
  { kind: 'choices', values: ['x402', 'mcp', 'erc8004', 'a2a'] },
  'Only agents observed on all of these protocols, comma-separated.',
)
export const alive = optional(
  'alive',
  { kind: 'boolean', fallback: false },
  `Only agents that are alive under the ${NUMBERS.alive_days}-day rule.`,
)
export const minTier = optional(
  'min_tier',
  { kind: 'choice', values: ['evidence_ranked'] },
  'Only agents of this tier.',
)
export const findLimit = optional(
  'limit',
  { kind: 'integer', min: 1, max: 50, fallback: 25 },
  'Number of candidates.',
)
export const metric = required(
  'metric',
  { kind: 'choice', values: ['liveness', 'tier', 'ghost_index'] },
  'What to attest.',
)
export const attestedHandle = optional(
  'handle',
  { kind: 'handle' },
  'Handle of an agent; required for liveness and tier.',
)
