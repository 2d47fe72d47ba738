type JsonType = 'string' | 'integer' | 'number' | 'boolean' | 'object'

/** The JSON type of a field: with `?` a value of it or null, with `[]` a list of such values. */
export type FieldType = JsonType | `${JsonType}?` | `${JsonType}[]`

/** Field → its type. */
export type ToolOutput = Readonly<Record<string, FieldType>>

/** Fields that the answers of several tools share. */
export const DATED = { last_updated: 'string' } as const
export const LIMITED = { limitations: 'string[]', limitations_left_out: 'integer' } as const
/** Of an answer with text of third parties. */
export const MARKED = { notice: 'string' } as const
export const NAMED = { untrusted: 'object', ...MARKED } as const
export const MORE = { more: 'string' } as const
export const AGENT_ROWS = { total_matches: 'integer', count: 'integer', agents: 'object[]' } as const
export const TRUST = { trust: 'object', verdict: 'string' } as const
/** Field of an answer to a key that is no handle, and of the answers to what a caller says of a payment. */
export const RESOLVED = { resolved_from: 'object' } as const
export const PAYER = { wallet_matches: 'string', within_limit: 'boolean?' } as const
export const HISTORY = {
  ...{ handle: 'string', tier: 'string', days: 'integer', summary: 'object', history: 'object[]' },
  ...{ departed: 'object?', limitations: 'string[]', ...DATED, ...RESOLVED },
} as const satisfies ToolOutput

/** Field of an answer if some given names were ignored. */
export const WARNINGS = { warnings: 'string[]' } as const
/** Fields of an answer if rows were omitted to keep it short. */
export const OMITTED = { left_out: 'object', left_out_hint: 'string' } as const
/** The fields of an error; where an agent was not found, of more. */
export const ERROR = { error: 'string', message: 'string' } as const
export const NOT_FOUND = {
  ...ERROR,
  ...{ suggestions: 'object[]', hint: 'string', untrusted_fields: 'string[]', ...MARKED },
  ...{ known: 'boolean', paid: 'object' },
} as const satisfies ToolOutput

/** The fields of the short answers of the legacy tools. */
export const LEGACY_OUTPUTS = {
  search_agents: { ...AGENT_ROWS, ...LIMITED, ...DATED, ...MARKED },
  get_agent_details: {
    ...{ handle: 'string', url: 'string', tier: 'string', rank: 'integer?', score: 'number?' },
    ...{ liveness: 'object?', days_since_active: 'integer?', ...TRUST, risk_flags: 'object[]' },
    ...{ rails: 'string[]', erc8004_registered: 'boolean?', verified: 'boolean' },
    ...{ limitations: 'string[]', ...DATED, ...NAMED, ...RESOLVED },
  },
  get_agent_history: HISTORY,
  compare_agents: {
    ...{ agents: 'object[]', compare_page_url: 'string?', limitations: 'string[]', ...DATED, ...MARKED },
    resolved_from: 'object[]',
  },
} as const satisfies Record<string, ToolOutput>
