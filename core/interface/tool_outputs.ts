type JsonType = 'string' | 'integer' | 'number' | 'boolean' | 'array' | 'object' | 'null'

/** Field → its JSON type, or types. */
export type ToolOutput = Readonly<Record<string, JsonType | readonly JsonType[]>>

const DATED = { last_updated: 'string' } as const
const AGENT_ROWS = { count: 'integer', agents: 'array' } as const
const TRUST = { trust: 'object', verdict: 'string' } as const
const HISTORY: ToolOutput = {
  ...{ handle: 'string', tier: 'string', days: 'integer' },
  ...{ summary: 'object', history: 'array', ...DATED },
}

/**
 * The fields of each tool's short answer. More may follow, and none is required: an error is an object of other fields,
 * and widespread clients check it by the same schema.
 */
export const OUTPUTS = {
  search_agents: { total_matches: 'integer', ...AGENT_ROWS, ...DATED },
  get_agent_details: {
    ...{ handle: 'string', url: 'string', tier: 'string', primary_category: 'string', verified: 'boolean' },
    ...{ identity: 'object', liveness: ['object', 'null'], departed: ['object', 'null'], ...TRUST },
    ...{ scores_by_category: 'object', ...DATED },
  },
  get_agent_history: { category: 'string', methodology_version: ['string', 'null'], ...HISTORY },
  compare_agents: { agents: 'array', cross_category_warning: ['string', 'null'], ...DATED },
  list_categories: { categories: 'array', ...DATED },
  get_category_ranking: {
    ...{ category: 'string', name: 'string', methodology_version: 'string' },
    ...{ count: 'integer', ranking: 'array', ...DATED },
  },
  get_methodology: {
    ...{ category: 'string', name: 'string', methodology_version: 'string', description: 'string' },
    ...{ signals: 'array', score: 'string', evidence_ready_rule: 'string' },
  },
  get_agent_trust: {
    ...{ handle: 'string', ...TRUST, points: 'array', confidence_tier: 'string', evidence_tier: 'string' },
    ...{ identity: 'object', risk_flags: 'array', price: 'object', ...DATED },
  },
  verify_counterparty: {
    ...{ handle: 'string', verdict: 'string', reasons: 'array', confidence_tier: 'string' },
    ...{ evidence_tier: 'string', trust: 'object', liveness: ['object', 'null'], risk_flags: 'array' },
    ...{ claim_status: 'string', rails: 'array', ...DATED },
  },
  get_top_movers: { window: 'object', up: 'array', down: 'array', ...DATED },
  get_protocol_adoption: { date: 'string', protocol_adoption: 'array', ...DATED },
  get_agent_changes: {
    ...{ handle: 'string', since: ['string', 'null'], kept_from: 'string' },
    ...{ count: 'integer', total: 'integer', changes: 'array', ...DATED },
  },
  get_ecosystem_summary: {
    ...{ date: 'string', summary: 'string', metrics: 'object', categories: 'array' },
    ...{ ghost_index: 'object', x402_market: 'object', changes_today: 'object', ...DATED },
  },
  find_agents: {
    ...{ matched: ['string', 'null'], total_matches: 'integer', count: 'integer', candidates: 'array' },
    ...{ full_results: 'string', ...DATED },
  },
} as const satisfies Record<string, ToolOutput>

/** The same of the legacy tools. */
export const LEGACY_OUTPUTS = {
  search_agents: OUTPUTS.search_agents,
  get_agent_details: {
    ...{
      handle: 'string',
      url: 'string',
      tier: 'string',
      rank: ['integer', 'null'],
      score: ['number', 'null'],
    },
    ...{ ...TRUST, liveness: ['object', 'null'], ...DATED },
  },
  get_agent_history: HISTORY,
  compare_agents: { agents: 'array', compare_page_url: ['string', 'null'], ...DATED },
} as const satisfies Record<string, ToolOutput>
