import type * as z from 'zod/mini'
import { BADGE_STYLES, DEFAULT_STYLE } from '../badge/badge.ts'
import { CATEGORIES, REST_CATEGORIES } from '../domain/category.ts'
import { NUMBERS } from '../domain/numbers.ts'
import type { Parameter } from './endpoint.ts'
import { createReader, toRule } from './rules.ts'
import * as v from './value_schemas.ts'

/** Returns a parameter: all but its name and place follows from its schema. */
const parameter =
  (place: Parameter['in']) =>
  <Schema extends z.ZodMiniType>(name: string, schema: Schema): Parameter<Schema> => {
    const outer = (schema as unknown as z.core.$ZodTypes)._zod.def
    const def = outer.type === 'catch' ? (outer.innerType as z.core.$ZodTypes)._zod.def : outer
    const rule = toRule(schema)
    return {
      ...{ name, in: place, schema, rule, read: createReader(rule) },
      isRequired: def.type !== 'optional' && def.type !== 'default',
      fallback: def.type === 'default' ? def.defaultValue : undefined,
      description: `${v.getDescription(schema)}.`,
    }
  }

/** A parameter in a path. */
const inPath = parameter('path')
/** A parameter in a query. */
export const inQuery = parameter('query')

/** Returns the largest value of a parameter that takes a whole number, and its default. */
export function integerBounds({ name, rule, fallback }: Parameter): { max: number; fallback: number } {
  if (rule.kind !== 'integer' || typeof fallback !== 'number')
    throw new Error(`${name} takes no whole number`)
  return { max: rule.max, fallback }
}

/** The sentence of all that takes a handle alone. */
const HANDLE_OF_AGENT = 'Handle of an agent, in any case'
/** The sentence of all that takes whatever names an agent. */
const KEY_OF_AGENT = 'Handle, wallet, URL, ERC-8004 id, registry name, repository or package of an agent'
/** Protocols that find distinguishes. */
export const RAILS = ['x402', 'mcp', 'erc8004', 'a2a'] as const

export const restCategory = inPath(
  'category',
  v.choice(
    REST_CATEGORIES,
    'Category. mcp_server is not served here; use find, the MCP tools, the pages or the economy summary',
  ),
)
export const pageCategory = inPath('category', v.choice(CATEGORIES, 'Category; the pages serve all five'))
export const pageNumber = inPath('page', v.pageNumber('Number of a page, from 1'))
export const pathHandle = inPath('handle', v.handle(HANDLE_OF_AGENT))
export const pathAgentId = inPath('agentId', v.handle(HANDLE_OF_AGENT))
export const pathOwner = inPath(
  'owner',
  v.ownerKey('Account of GitHub, domain or wallet, as github:acme, domain:acme.example or wallet:0x…'),
)
export const figureName = inPath('figure', v.text({ max: 64 }, 'Name of a figure, as below it on its page'))
export const agentFigure = inPath(
  'figure',
  v.choice(['score', 'alive'], 'The scores of 90 days, or the days on which it was alive'),
)
export const figureRelease = inQuery(
  'release',
  v.optional(v.date('Day of the release; one that is not kept gives the newest, with a note')),
)
export const dataRelease = inQuery(
  'release',
  v.optional(v.date('Day of the release, where it is kept; without it the newest')),
)
export const badgeStyle = inQuery(
  'style',
  v.choiceOr(DEFAULT_STYLE, BADGE_STYLES, 'How the badge is drawn, by the names of shields.io'),
)
export const evidenceReadyOnly = inQuery(
  'evidence_ready_only',
  v.boolean(true, 'Leave out agents without enough evidence for a rank'),
)
export const rankingLimit = inQuery('limit', v.integer({ min: 1, max: 100, fallback: 50 }, 'Number of rows'))
export const bulkHandles = inQuery(
  'handles',
  v.keys({ min: 1, max: 50 }, 'Comma-separated handles, or other keys of agents'),
)
export const comparedAgents = inQuery(
  'agents',
  v.keys({ min: 2, max: 5 }, 'Comma-separated handles, or other keys, of the agents to compare'),
)
export const comparedText = inQuery(
  'agents',
  v.optional(v.text({ max: 500 }, 'Two to five agents by handle or name, separated by commas or spaces')),
)
const PART_OF_AGENT = 'A part of a name, handle, repository or operator'
export const searched = inQuery('q', v.optional(v.text({ max: 200 }, PART_OF_AGENT)))
export const searchedText = inQuery('q', v.text({ max: 200 }, PART_OF_AGENT))
export const requiredHandle = inQuery('handle', v.key(KEY_OF_AGENT))
export const resolvedKey = inQuery('key', v.key(KEY_OF_AGENT))
export const payeeWallet = inQuery(
  'wallet',
  v.optional(v.walletAddress('Wallet to pay: wallet_matches says whose it is')),
)
export const amountUsd = inQuery(
  'amount_usd',
  v.optional(v.amount('US dollars to pay: within_limit says whether that is advised')),
)
export const optionalHandle = inQuery(
  'handle',
  v.optional(v.key(`${KEY_OF_AGENT}; without it, a leaderboard is returned`)),
)
export const agentOfPage = inQuery(
  'agent',
  v.optional(v.handle('Handle of the agent that the page begins with, where scripts run')),
)
export const evidenceAgent = inQuery(
  'agent',
  v.optional(
    v.handle('Handle of an agent: the values of it that were read from an answer that is not served'),
  ),
)
export const pathSha256 = inPath(
  'sha256',
  v.text({ max: 64 }, 'SHA-256 of a recorded answer, in lower-case hex'),
)
export const historyDays = inQuery(
  'history',
  v.integer({ min: 0, max: 365, fallback: 30 }, 'Number of earlier daily snapshots to include'),
)
export const isLive = inQuery(
  'live',
  v.boolean(
    false,
    'Compute the index for the current day from the newest signals of the release, instead of the stored snapshot',
  ),
)
export const demandDays = inQuery(
  'days',
  v.integer(
    { min: 1, max: NUMBERS.market_days, fallback: 14 },
    'Number of days of payments, up to the day of the release',
  ),
)
export const demandTop = inQuery('top', v.integer({ min: 1, max: 100, fallback: 25 }, 'Number of operators'))
export const demandChain = inQuery(
  'chain',
  v.optional(
    v.chain('Only payments on this chain: a CAIP-2 id such as eip155:8453, or a short name such as base'),
  ),
)
export const changeDays = inQuery(
  'days',
  v.integer({ min: 1, max: 7, fallback: 1 }, 'Number of days of changes, up to the day of the release'),
)
export const changesSince = inQuery(
  'since',
  v.optional(v.date('Only changes on or after this day, YYYY-MM-DD')),
)
export const changesLimit = inQuery(
  'limit',
  v.integer({ min: 1, max: 100, fallback: 50 }, 'Number of changes, newest first'),
)
export const query = inQuery('q', v.text({ max: 200 }, 'Capability to search for, 1 to 200 characters'))
export const findCategory = inQuery(
  'category',
  v.optional(v.choice(CATEGORIES, 'Only agents of this category')),
)
export const rails = inQuery(
  'rails',
  v.optional(v.choices(RAILS, 'Only agents observed on all of these protocols, comma-separated')),
)
export const alive = inQuery(
  'alive',
  v.boolean(false, 'Only agents that can be used now, or that somebody uses'),
)
export const minTier = inQuery(
  'min_tier',
  v.optional(v.choice(['evidence_ranked'], 'Only agents of this tier')),
)
export const findLimit = inQuery(
  'limit',
  v.integer({ min: 1, max: 50, fallback: 25 }, 'Number of candidates'),
)
export const metric = inQuery('metric', v.choice(['liveness', 'tier', 'ghost_index'], 'What to attest'))
export const attestedHandle = inQuery(
  'handle',
  v.optional(v.key(`${KEY_OF_AGENT}; required for liveness and tier`)),
)
