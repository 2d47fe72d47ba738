type JsonType = 'string' | 'integer' | 'number' | 'boolean' | 'array' | 'object' | 'null'

/** Field → its JSON type, or types. */
export type ToolOutput = Readonly<Record<string, JsonType | readonly JsonType[]>>

/** Fields that the answers of several tools share. */
export const DATED = { last_updated: 'string' } as const
export const AGENT_ROWS = { count: 'integer', agents: 'array' } as const
export const TRUST = { trust: 'object', verdict: 'string' } as const
export const HISTORY: ToolOutput = {
  ...{ handle: 'string', tier: 'string', days: 'integer' },
  ...{ summary: 'object', history: 'array', ...DATED },
}

/** The fields of the short answers of the legacy tools. */
export const LEGACY_OUTPUTS = {
  search_agents: { total_matches: 'integer', ...AGENT_ROWS, ...DATED },
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
